import { Writable } from 'node:stream';
import type { Theme as InquirerTheme } from '@inquirer/core';
import { password, select } from '@inquirer/prompts';
import inquirer from 'inquirer';
import { ReconError } from '../../errors.ts';
import { printable } from '../output/printable.ts';
import { BROKEN } from '../typed-text.ts';
import { fitQuestion } from './fit-question.ts';
import { askLine, type FoundLine, goesRound } from './search-question.ts';
import type { Streams } from './streams.ts';
import { askText } from './text-question.ts';
import type { Theme } from './theme.ts';
import { dropTypedBefore } from './typed-before.ts';
import type { PathOffer } from './typed-path.ts';
import { createWayBack, WentBack } from './way-back.ts';
import { askYesOrNo } from './yes-no-question.ts';

export type Prompt = ReturnType<typeof createPrompt>;

/** `name` is the line that is shown, `short` what stays of it when it was chosen. */
export interface Choice<T> {
  value: T;
  name: string;
  /** The same line as it is drawn: printable, in colour, and no wider than the terminal. */
  drawn?: string;
  short?: string;
}

/** How a list is asked. */
interface ChoiceWay<T> {
  chosen?: NoInfer<T> | undefined;
  mark?: NoInfer<T> | undefined;
  isUnmarked?: boolean;
  help?: string;
  isLong?: boolean;
  onEscape?: { value: NoInfer<T>; help: string } | undefined;
}

/** A choice of a list that is searched. `isExact`: what is typed is its whole name or number. */
export interface Found<T> extends Choice<T> {
  isExact?: boolean;
}

/** Gives what is wrong with an answer, or undefined; the question is then asked again. */
export type Check = (answer: string) => string | undefined | Promise<string | undefined>;

type Asked = { input: NodeJS.ReadStream; output: NodeJS.WriteStream; signal: AbortSignal; clearPromptOnDone: boolean };

/** An answered question stays on the screen; one that was left goes, with its list. */
const clearingIfLeft = ({ input, output, signal }: Asked, left: AbortSignal): Asked => ({
  ...{ input, output, signal },
  get clearPromptOnDone() {
    return left.aborted;
  },
});

/** Lines of a terminal that a list leaves to what is before it, and to its own question and help. */
const LINES_BESIDE_LIST = 6;
const LEAST_LIST = 7;

/** Questions on stderr. Ctrl-C, Ctrl-D and a closed terminal leave with `interrupted`: never an answer. */
export function createPrompt(streams: Streams, signal: AbortSignal, colours: Theme) {
  const fitted = () => fitQuestion(streams.stderr.columns || 80);
  const theme = (help?: string) => themeOf(colours, fitted(), help);
  const way = createWayBack(streams);
  const wayOut = () => (way.isOpen() ? 'Esc goes back' : 'Esc leaves');
  const withEscape = (help: string, out = wayOut()) => [help, out].filter(Boolean).join('; ');
  /** As many words as a narrow terminal has room for. */
  const keys = (before = '') => fitted().fitting(KEYS.map((text) => withEscape(`${before}${text}`)));
  const ask = async <T>(question: (context: Asked) => Promise<T>, goesBack = way.isOpen): Promise<T> => {
    const end = watchForEnd(streams.stdin, goesBack);
    const left = AbortSignal.any([signal, end.signal]);
    try {
      if (!left.aborted) await dropTypedBefore(streams.stdin, end.leave);
      const output = drawnOn(streams);
      const module = inquirer.createPromptModule({ input: streams.stdin, output, signal: left });
      // As a kind of question of our own, since Inquirer copies what its own kinds are given, and so asks too early.
      module.registerPrompt('own', (_, given) => question(clearingIfLeft(given as Asked, left)));
      const own = [{ type: 'own', name: 'answer', message: '' }] as never;
      return await way.ask(async () => ((await module(own)) as { answer: T }).answer);
    } catch (error) {
      if (end.signal.reason instanceof WentBack) throw end.signal.reason;
      throw leaving(error, signal);
    } finally {
      end.release();
    }
  };
  const pageSize = () => Math.max(LEAST_LIST, streams.rows() - LINES_BESIDE_LIST);
  return {
    askFrom: way.askFrom,
    askBehind: way.askBehind,
    /**
     * `chosen` is marked first, or else the first line; so is `mark`, of which a plain question does not tell. With
     * `isUnmarked` no answer is, so that Enter alone takes none. `help` stands below in place of that of the keys. Of a
     * list that `isLong`, it is told that letters find a line. Where Esc would leave, it takes the value of `onEscape`.
     */
    choose: async <T>(
      message: string,
      choices: readonly Choice<T>[],
      { chosen, mark = chosen, isUnmarked = false, help, isLong = false, onEscape }: ChoiceWay<T> = {},
    ): Promise<T> => {
      const marked = mark === undefined ? {} : { default: mark };
      const escaped = way.isOpen() ? undefined : onEscape;
      const shown = choices.map((one) => ({ ...lineOf(one), name: one.drawn ?? fitted().line(printable(one.name)) }));
      const lines = [...(isUnmarked ? [{ ...NONE_YET, value: undefined as T }] : []), ...shown];
      const size = pageSize();
      const list = {
        choices: lines,
        loop: goesRound(lines.length, size),
        pageSize: size,
        theme: {
          ...theme(help === undefined ? keys(isLong ? 'letters find a line; ' : '') : withEscape(help, escaped?.help)),
          i18n: { disabledError: 'the arrow keys move to an answer' },
        },
      };
      const question = { message: printable(message), ...list };
      const choice = (context: Asked) => select({ ...question, ...marked } as typeof question, context);
      if (escaped === undefined) return await ask(choice);
      try {
        return await ask(choice, () => true);
      } catch (error) {
        if (error instanceof WentBack) return escaped.value;
        throw error;
      }
    },
    /** Lines to go through with the arrow keys, narrowed by what is typed: `find` gives those that are left. */
    search: <T>(message: string, find: (typed: string) => readonly Found<T>[]): Promise<T> => {
      const drawn = (one: Found<T>) => ({ ...foundLine(one), ...(one.drawn && { name: one.drawn }) });
      const lines = (typed: string) => find(typed).map(drawn);
      const list = { find: lines, pageSize: pageSize(), help: keys('type to search; '), theme: theme() };
      return ask((context) => askLine({ message: printable(message), ...list }, context) as Promise<T>);
    },
    /** `now` is the answer so far, to be changed. */
    text: async (message: string, check?: Check, now?: string): Promise<string> => {
      const question = { message: printable(message), help: withEscape(''), validate: checker(check), theme: theme() };
      return (await ask((context) => askText({ ...question, now: changeable(now) }, context))).trim();
    },
    /** A path, which Tab completes. `help` stands below. */
    path: async (
      { message, help, offer }: { message: string; help: string; offer: PathOffer },
      check: Check,
      now?: string,
    ): Promise<string> => {
      const below = { help: withEscape(printable(help)), offer };
      const checked = checker(check);
      // It stays in the line to be put right, and one that is dragged onto the window would be added to it.
      const validate = async (answer: string) => {
        const verdict = await checked(answer);
        return verdict === true || answer === '' ? verdict : `${verdict} (Ctrl-U empties the line)`;
      };
      const question = { message: printable(message), ...below, validate, theme: theme() };
      return (await ask((context) => askText({ ...question, now: changeable(now) }, context))).trim();
    },
    /** Default no. */
    confirm: (message: string): Promise<boolean> =>
      ask((context) => askYesOrNo({ message: printable(message), theme: theme() }, context)),
    /** Nothing typed is shown. What is wrong is asked again from the beginning: nobody sees what would stand before it. */
    secret: async (message: string, check?: Check): Promise<string> => {
      const question = { message: printable(message), toggleMask: false, theme: theme() };
      const problemOf = checker(check);
      for (;;) {
        const answer = await ask((context) => password(question, context));
        const problem = await problemOf(answer);
        if (problem === true) return answer.trim();
        streams.note(problem);
      }
    },
  };
}

/** What Inquirer draws takes the way of all that is drawn, so that its lines are counted. */
function drawnOn({ draw, stderr }: Streams): NodeJS.WriteStream {
  const output = new Writable({
    decodeStrings: false,
    write: (text, _encoding, done) => {
      draw(String(text));
      done();
    },
  });
  return Object.assign(output, {
    isTTY: stderr.isTTY,
    columns: stderr.columns,
    rows: stderr.rows,
  }) as NodeJS.WriteStream;
}

/** Where the mark is before any answer has it. */
const NONE_YET = { name: '–', disabled: '(no answer is marked yet)' };

const lineOf = <T>({ value, name, short = name }: Choice<T>) => ({
  value,
  name: printable(name),
  short: printable(short),
});

export const foundLine = <T>({ isExact = false, ...choice }: Found<T>): FoundLine<T> => ({
  ...lineOf(choice),
  isExact,
});

export function checker(check: Check | undefined) {
  return async (answer: string): Promise<string | true> => {
    const isBroken = answer.includes(BROKEN);
    const problem = isBroken ? 'not UTF-8 text; type it again' : await check?.(answer.trim());
    return problem === undefined ? true : printable(problem);
  };
}

/** What a terminal could act on is not typed for the person. */
const changeable = (now = ''): string | undefined => (now === '' || printable(now) !== now ? undefined : now);

/** Colours as everywhere, and words for somebody who has not met such a list. */
function themeOf({ bold, dim, good, bad, busy }: Theme, fit: ReturnType<typeof fitQuestion>, help = '') {
  const keysHelpTip = () => dim(fit.below(help));
  const style = {
    // Inquirer also tells the state of a question, which is no text.
    message: (text: string) => bold(fit.message(text)),
    ...{
      answer: fit.behind,
      error: (text: string) => bad(fit.below(text)),
      help: (text: string) => dim(fit.below(text)),
      defaultAnswer: (text: string) => dim(fit.behind(`${text}, then Enter`)),
      key: bold,
      highlight: bold,
      description: dim,
    },
    ...{ disabled: dim, searchTerm: plain, maskedText: '', keysHelpTip },
  };
  return {
    prefix: { idle: busy('?'), done: good('✔') },
    spinner: { interval: 200, frames: ['.', ':'] },
    style,
  } satisfies Partial<InquirerTheme<object>> & { style: object };
}

const plain = (text: string) => text;
/** The keys of a list, from the most words to the fewest. */
export const KEYS = [
  'arrow keys move, Enter chooses the marked line',
  'arrow keys move; Enter chooses',
  'arrows move; Enter chooses',
];

/**
 * Inquirer does not settle when its input ends, so Ctrl-D and a hang-up are watched for here; Ctrl-C, to be told apart;
 * and Esc, which goes back to the question before, and leaves where there is none to go back to.
 */
function watchForEnd(
  stdin: NodeJS.ReadStream,
  goesBack: () => boolean,
): { signal: AbortSignal; leave(): void; release(): void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const onKey = (_text: unknown, key?: { ctrl?: boolean; name?: string }) => {
    if (key?.ctrl === true && (key.name === 'd' || key.name === 'c')) abort();
    if (key?.name !== 'escape') return;
    controller.abort(goesBack() ? new WentBack() : undefined);
  };
  if (stdin.destroyed || stdin.readableEnded) abort();
  stdin.on('keypress', onKey);
  stdin.once('end', abort);
  stdin.once('close', abort);
  return {
    signal: controller.signal,
    leave: abort,
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
  return error instanceof Error && LEAVING.includes(error.name) ? leftOpen(error) : error;
}

/** A question was left without an answer. */
export const leftOpen = (cause: unknown) =>
  new ReconError('interrupted', 'left at the question; nothing was done', { cause });
