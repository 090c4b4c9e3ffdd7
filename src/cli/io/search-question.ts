import {
  createPrompt,
  isDownKey,
  isEnterKey,
  isTabKey,
  isUpKey,
  makeTheme,
  type Theme,
  useKeypress,
  usePagination,
  usePrefix,
  useRef,
  useState,
} from '@inquirer/core';

/** A line of the list. `isExact`: the typed text is its whole name or number, and not only in it. */
export interface FoundLine<T> {
  value: T;
  name: string;
  short: string;
  isExact?: boolean;
}

export interface SearchQuestion<T> {
  message: string;
  help: string;
  find(typed: string): readonly FoundLine<T>[];
  pageSize: number;
  theme: Partial<Theme>;
}

/** From the last line to the first, where all are on the screen. In a longer list a key that is held down stops at the end. */
export const goesRound = (lines: number, pageSize: number): boolean => lines > 1 && lines <= pageSize;

const POINTER = '❯';

/** The only line that a text can mean; undefined where a person has to look. A bare number is a whole one. */
export function meantBy<T>(typed: string, lines: readonly FoundLine<T>[]): FoundLine<T> | undefined {
  const exact = lines.filter(({ isExact }) => isExact);
  const [first, ...others] = exact.length > 0 || /^\d+$/.test(typed.trim()) ? exact : lines;
  return others.length > 0 ? undefined : first;
}

/**
 * Inquirer's question for a line of a list that typing narrows. Its own list is narrowed a little after each key, and an
 * Enter that comes with the text is lost or takes a line that the text does not mean.
 */
export const askLine = createPrompt<unknown, SearchQuestion<unknown>>(
  ({ message, help, find, pageSize, ...config }, done) => {
    const theme = makeTheme(config.theme);
    const [status, setStatus] = useState('idle');
    const [typed, setTyped] = useState('');
    const [chosen, setChosen] = useState(0);
    /** Nobody can have seen the list of this text yet. */
    const isUnseen = useRef(false);
    const prefix = usePrefix({ status, theme });
    const lines = find(typed);
    const marked = lines[chosen];
    useKeypress((key, rl) => {
      if (status !== 'idle') return;
      if (isEnterKey(key)) {
        const taken = isUnseen.current ? meantBy(typed, lines) : marked;
        // Enter has emptied the line.
        if (taken === undefined) return rl.write(typed);
        setChosen(lines.indexOf(taken));
        setStatus('done');
        done(taken.value);
      } else if (isUpKey(key) || isDownKey(key) || isTabKey(key)) {
        rl.clearLine(0);
        rl.write(typed);
        const next = chosen + (isTabKey(key) ? 0 : isUpKey(key) ? -1 : 1);
        const last = lines.length - 1;
        const isOver = next < 0 || next > last;
        setChosen(isOver && goesRound(lines.length, pageSize) ? last - chosen : Math.max(0, Math.min(next, last)));
      } else if (rl.line !== typed) {
        setTyped(rl.line);
        setChosen(0);
        isUnseen.current = true;
        setImmediate(() => {
          isUnseen.current = false;
        });
      }
    });
    const page = usePagination({
      items: lines,
      active: chosen,
      renderItem: ({ item, isActive }) =>
        isActive ? theme.style.highlight(`${POINTER} ${item.name}`) : `  ${item.name}`,
      pageSize,
      loop: false,
    });
    const question = [prefix, theme.style.message(message, status)].join(' ');
    if (status === 'done') return `${question} ${theme.style.answer(marked?.short ?? '')}`;
    const below = lines.length === 0 ? theme.style.error('nothing like that is there') : page;
    return [`${question} ${typed}`, `${below}\n \n${theme.style.help(help)}`];
  },
);
