import { createInterface } from 'node:readline';
import { StringDecoder } from 'node:string_decoder';
import { ReconError } from '../../errors.ts';
import { printable } from '../output/printable.ts';
import { wrapLine } from '../output/wrap-line.ts';
import { KEEPS, NONE } from './open-answer.ts';
import { type Check, type Choice, checker, type Found, foundLine, leftOpen, type Prompt } from './prompt.ts';
import { meantBy } from './search-question.ts';
import type { Streams } from './streams.ts';
import { dropTypedBefore } from './typed-before.ts';
import { createWayBack, WentBack } from './way-back.ts';
import { neitherYesNorNo, readYesOrNo, YES_OR_NO } from './yes-no-question.ts';

const USUAL_COLUMNS = 80;
/** Of a long list so many lines are read out; typing more makes it shorter. */
const MOST_LINES = 20;
const ALL_SHOWN_BY_ENTER = 'The number before the name, or a part of the name; Enter shows all:';
/** No answer to any question. */
const BACK = '<';
const [BACKSPACE, DELETE, CTRL_C, CTRL_D, CTRL_U] = ['\b', '\u007f', '\u0003', '\u0004', '\u0015'];

/**
 * The questions of `createPrompt` for somebody who hears the screen, or feels it: each is a line, its answer is typed
 * and sent with Enter, and nothing that was written is drawn over. What is chosen has a number.
 */
export function createPlainPrompt(streams: Streams, signal: AbortSignal): Prompt {
  const { stdin } = streams;
  const way = createWayBack();
  let isToldOfBack = false;
  // A word that the terminal breaks is heard as two.
  const tell = (line: string, indent = '') =>
    streams.draw(`${wrapLine(printable(line), { width: streams.stderr.columns || USUAL_COLUMNS, indent })}\n`);
  const asked = async (
    question: string,
    read: (left: AbortSignal, show: () => void) => Promise<string>,
  ): Promise<string> => {
    const end = new AbortController();
    await dropTypedBefore(stdin, () => end.abort());
    const left = AbortSignal.any([signal, end.signal]);
    try {
      left.throwIfAborted();
      return await read(left, () => streams.draw(`${printable(question)} `));
    } catch (error) {
      streams.draw('\n');
      if (error instanceof WentBack) throw error;
      throw signal.aborted ? signal.reason : error instanceof ReconError ? error : leftOpen(error);
    }
  };
  const line = async (question: string) => {
    if (way.isOpen() && !isToldOfBack) tell(`${BACK} and Enter goes back to the question before`);
    isToldOfBack ||= way.isOpen();
    return await way.ask(async () => {
      const typed = await asked(question, (left, show) => {
        show();
        return typedLine(stdin, left);
      });
      if (way.isOpen() && typed.trim() === BACK) throw new WentBack();
      return typed;
    });
  };
  const answer = async (
    question: string,
    check: Check | undefined,
    { ask = line, now = '' }: { ask?: typeof line; now?: string | undefined } = {},
  ) => {
    const shown = printable(now) === now ? now : '';
    const isOpen = question.includes(NONE) || question.includes(KEEPS);
    const keeps = shown === '' ? '' : ` (now ${shown}; Enter keeps it${isOpen ? ', - is none' : ''})`;
    const bare = question.replace(` ${NONE}`, '').replace(` ${KEEPS}`, '');
    const line = keeps === '' ? question.replace(KEEPS, NONE) : bare.replace(/:?$/, `${keeps}:`);
    for (;;) {
      const typed = (await ask(line)).trim();
      const meant = shown === '' ? typed : typed === '' ? shown : typed === '-' && isOpen ? '' : typed;
      const verdict = await checker(check)(meant);
      if (verdict === true) return meant;
      tell(verdict);
    }
  };
  return {
    askFrom: way.askFrom,
    askBehind: way.askBehind,
    choose: async <T>(
      message: string,
      choices: readonly Choice<T>[],
      { chosen }: { chosen?: NoInfer<T> | undefined; help?: string } = {},
    ): Promise<T> => {
      const at = chosen === undefined ? -1 : choices.findIndex(({ value }) => value === chosen);
      tell(message);
      const digits = `${choices.length}`.length;
      for (const [index, { name }] of choices.entries()) {
        tell(`  ${`${index + 1}`.padStart(digits)}  ${name}`, ' '.repeat(digits + 4));
      }
      const question = `Number from 1 to ${choices.length}${at < 0 ? '' : `, Enter for ${at + 1}`}:`;
      for (;;) {
        const typed = (await line(question)).trim();
        const wanted = typed === '' ? choices[at] : /^\d+$/.test(typed) ? choices[Number(typed) - 1] : undefined;
        if (wanted !== undefined) return wanted.value;
        tell(`${typed === '' ? 'nothing was typed' : `${JSON.stringify(typed)} is not in the list`}; type a number`);
      }
    },
    search: async <T>(message: string, find: (typed: string) => readonly Found<T>[]): Promise<T> => {
      tell(message);
      const tellFound = (found: ReturnType<typeof find>) => {
        for (const { name } of found.map(foundLine).slice(0, MOST_LINES)) tell(`  ${name}`);
        if (found.length > MOST_LINES) tell(`  and ${found.length - MOST_LINES} more`);
        if (found.length === 0) tell('nothing like that is there');
      };
      const all = find('');
      const isShort = all.length <= MOST_LINES;
      if (isShort) tellFound(all);
      let told = isShort ? all : [];
      for (;;) {
        const how = isShort ? 'The number before the name, or a part of the name:' : ALL_SHOWN_BY_ENTER;
        const typed = await line(how);
        const found = find(typed);
        const meant = meantBy(typed, found.map(foundLine));
        if (meant !== undefined) {
          tell(meant.name);
          return meant.value;
        }
        // What is typed narrows all of them anew; the same ones are not read out twice.
        if (typed.trim() !== '' && areSame(found, told)) tell(leavesAll(typed));
        else {
          if (found.length > 0 && /^\d+$/.test(typed.trim()))
            tell(`${typed.trim()} is no whole number here, but part of:`);
          tellFound(found);
        }
        told = found;
      }
    },
    text: (message, check, now) => answer(message, check, { now }),
    path: ({ message, help }, check, now) => {
      tell(help.replace('; Tab completes', ''));
      return answer(message, check, { now });
    },
    confirm: async (message) => {
      for (;;) {
        const typed = await line(`${message} (${YES_OR_NO}, then Enter)`);
        const answer = readYesOrNo(typed);
        if (answer !== undefined) return answer;
        tell(neitherYesNorNo(typed));
      }
    },
    secret: (message, check) =>
      answer(message, check, { ask: (question) => asked(question, (left, show) => unseenLine(streams, left, show)) }),
  };
}

const areSame = <T>(some: readonly Choice<T>[], others: readonly Choice<T>[]): boolean =>
  some.length > 0 && some.length === others.length && some.every(({ value }, at) => value === others[at]!.value);

const leavesAll = (typed: string) =>
  `${JSON.stringify(typed.trim())} leaves all of these; type the whole number before a name, or more of the name`;

/** One line, edited as the terminal does it. */
function typedLine(stdin: NodeJS.ReadStream, left: AbortSignal): Promise<string> {
  const lines = createInterface({ input: stdin, terminal: false });
  return new Promise<string>((resolve, reject) => {
    left.addEventListener('abort', () => reject(left.reason), { once: true });
    lines.once('line', resolve);
    // The end of what can be read: Ctrl-D, or the terminal is gone.
    lines.once('close', () => reject(new Error('no answer')));
  }).finally(() => lines.close());
}

/** One line of which nothing is shown, also of what is typed as soon as the question is there. */
async function unseenLine({ stdin, draw }: Streams, left: AbortSignal, show: () => void): Promise<string> {
  const decoder = new StringDecoder('utf8');
  let typed = '';
  let listen = (_keys: Buffer) => {};
  stdin.setRawMode(true);
  try {
    show();
    return await new Promise<string>((resolve, reject) => {
      listen = (keys) => {
        for (const key of decoder.write(keys)) {
          if (key === CTRL_C || key === CTRL_D) return reject(new Error('left'));
          if (key === '\r' || key === '\n') return resolve(typed);
          if (key === BACKSPACE || key === DELETE) typed = [...typed].slice(0, -1).join('');
          else typed = key === CTRL_U ? '' : typed + key;
        }
      };
      left.addEventListener('abort', () => reject(left.reason), { once: true });
      stdin.on('data', listen);
      stdin.resume();
      stdin.once('end', () => reject(new Error('no answer')));
    });
  } finally {
    stdin.off('data', listen);
    stdin.setRawMode(false);
    stdin.pause();
    draw('\n');
  }
}
