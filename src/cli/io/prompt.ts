import inquirer from 'inquirer';
import { ReconError } from '../../errors.ts';
import { printable } from '../output/printable.ts';
import { BROKEN } from '../typed-text.ts';
import type { Streams } from './streams.ts';

export type Prompt = ReturnType<typeof createPrompt>;

/** Questions on stderr. Ctrl-C, Ctrl-D and a closed terminal leave with `interrupted`: never an answer. */
export function createPrompt(streams: Streams, signal: AbortSignal) {
  const ask = async <T>(question: Record<string, unknown>): Promise<T> => {
    const end = watchForEnd(streams.stdin);
    const prompt = inquirer.createPromptModule({
      input: streams.stdin,
      output: streams.stderr,
      signal: AbortSignal.any([signal, end.signal]),
    });
    try {
      const { answer } = (await prompt([{ ...question, name: 'answer' }] as never)) as { answer: unknown };
      return answer as T;
    } catch (error) {
      throw leaving(error, signal);
    } finally {
      end.release();
    }
  };
  return {
    /** `name` is the line that is shown. */
    choose: <T>(message: string, choices: readonly { value: T; name: string }[]): Promise<T> =>
      ask({
        type: 'select',
        message: printable(message),
        choices: choices.map(({ value, name }) => ({ value, name: printable(name) })),
        loop: false,
      }),
    /** Lines to go through with the arrow keys, narrowed by what is typed: `find` gives those that are left. */
    search: <T>(message: string, find: (typed: string) => readonly { value: T; name: string }[]): Promise<T> =>
      ask({
        type: 'search',
        message: printable(message),
        source: (typed = '') => find(typed).map(({ value, name }) => ({ value, name: printable(name) })),
      }),
    /** `check` gives what is wrong with an answer, or undefined; the question is then asked again. */
    text: async (message: string, check?: (answer: string) => string | undefined | Promise<string | undefined>) => {
      const validate = async (answer: string) => {
        const isBroken = answer.includes(BROKEN);
        const problem = isBroken ? 'not UTF-8 text; type it again' : await check?.(answer.trim());
        return problem === undefined ? true : printable(problem);
      };
      return (await ask<string>({ type: 'input', message: printable(message), validate })).trim();
    },
    /** Default no. */
    confirm: (message: string): Promise<boolean> =>
      ask({ type: 'confirm', message: printable(message), default: false }),
    /** Nothing typed is shown. */
    secret: async (message: string) => (await ask<string>({ type: 'password', message: printable(message) })).trim(),
  };
}

/** Inquirer does not settle when its input ends, so Ctrl-D and a hang-up are watched for here. */
function watchForEnd(stdin: NodeJS.ReadStream): { signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const onKey = (_text: unknown, key?: { ctrl?: boolean; name?: string }) => {
    if (key?.ctrl === true && key.name === 'd') abort();
  };
  stdin.on('keypress', onKey);
  stdin.once('end', abort);
  stdin.once('close', abort);
  return {
    signal: controller.signal,
    release: () => {
      stdin.off('keypress', onKey);
      stdin.off('end', abort);
      stdin.off('close', abort);
    },
  };
}

const LEAVING = ['ExitPromptError', 'AbortPromptError', 'CancelPromptError'];

function leaving(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return signal.reason;
  if (!(error instanceof Error) || !LEAVING.includes(error.name)) return error;
  return new ReconError('interrupted', 'left at the question; nothing was done', { cause: error });
}
