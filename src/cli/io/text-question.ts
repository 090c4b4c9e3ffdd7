import {
  createPrompt,
  isEnterKey,
  isTabKey,
  makeTheme,
  type Theme,
  useEffect,
  useKeypress,
  usePrefix,
  useState,
} from '@inquirer/core';
import { ERASES, KEEPS } from './open-answer.ts';
import { completePath, type PathOffer } from './typed-path.ts';

export interface TextQuestion {
  message: string;
  /** Below it, until something else has to be said there. */
  help?: string;
  /** Paths that Tab completes; without, it does nothing. */
  offer?: PathOffer;
  /** The answer so far, to be changed. */
  now?: string | undefined;
  /** What is wrong with an answer, or true. */
  validate(answer: string): Promise<string | true>;
  theme: Partial<Theme>;
}

/** More names help nobody; typing does. */
const MOST_NAMES = 30;

/**
 * Inquirer's question for a line of text. An answer so far can also be emptied, which Inquirer's own takes for no change;
 * of a path Tab completes it and shows what fits.
 */
export const askText = createPrompt<string, TextQuestion>(
  ({ message, help = '', offer, now, validate, ...config }, done) => {
    const theme = makeTheme(config.theme);
    const [status, setStatus] = useState('idle');
    const [value, setValue] = useState('');
    const [below, setBelow] = useState(theme.style.help(help));
    const prefix = usePrefix({ status, theme });
    useEffect((rl) => {
      if (now === undefined) return;
      rl.write(now);
      setValue(now);
    }, []);
    useKeypress(async (key, rl) => {
      if (status !== 'idle') return;
      if (isTabKey(key)) {
        const typed = rl.line.replaceAll('\t', '');
        rl.clearLine(0);
        rl.write(typed);
        if (offer === undefined) return;
        setStatus('loading');
        const { text, names } = await completePath(typed, offer);
        rl.clearLine(0);
        rl.write(text);
        setValue(text);
        const isUnknown = names.length === 0 && text === typed;
        setBelow(theme.style.help(isUnknown ? 'nothing begins so' : names.length === 0 ? help : listOf(names)));
        setStatus('idle');
      } else if (isEnterKey(key)) {
        setStatus('loading');
        const verdict = await validate(value);
        if (verdict === true) {
          setStatus('done');
          return done(value);
        }
        // Enter has emptied the line.
        rl.write(value);
        setBelow(theme.style.error(verdict));
        setStatus('idle');
      } else {
        setValue(rl.line);
        setBelow(theme.style.help(help));
      }
    });
    const isDone = status === 'done';
    const words = value === '' ? message.replace(KEEPS, ERASES) : message;
    const line = [prefix, theme.style.message(words, status), isDone ? theme.style.answer(value) : value].join(' ');
    return [line, isDone ? '' : below];
  },
);

function listOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMES;
  return [...names.slice(0, MOST_NAMES), ...(more > 0 ? [`and ${more} more`] : [])].join('  ');
}
