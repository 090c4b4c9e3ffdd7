import {
  createPrompt,
  isEnterKey,
  isTabKey,
  makeTheme,
  type Theme,
  useKeypress,
  usePrefix,
  useState,
} from '@inquirer/core';
import { printable } from '../output/printable.ts';

/** What Enter alone means stands as a capital. */
export const YES_OR_NO = 'y/N';

/** Enter alone is no; undefined for what is neither yes nor no. */
export function readYesOrNo(typed: string): boolean | undefined {
  const word = typed.trim().toLowerCase();
  if (['', 'n', 'no'].includes(word)) return false;
  return ['y', 'yes'].includes(word) ? true : undefined;
}

/** A short word is repeated; what was pasted may be a token. */
export function neitherYesNorNo(typed: string): string {
  const word = typed.trim();
  const what = /^\p{L}{1,12}$/u.test(word) ? JSON.stringify(word) : 'this';
  return printable(`${what} is neither yes nor no; type y or n`);
}

/** Inquirer's question for yes or no keeps a wrong answer on the line, before which the right one would be typed. */
export const askYesOrNo = createPrompt<boolean, { message: string; theme: Partial<Theme> }>(
  ({ message, ...config }, done) => {
    const theme = makeTheme(config.theme);
    const [status, setStatus] = useState('idle');
    const [value, setValue] = useState('');
    const [problem, setProblem] = useState('');
    const prefix = usePrefix({ status: status === 'done' ? 'done' : 'idle', theme });
    useKeypress((key, rl) => {
      if (status === 'done') return;
      if (isTabKey(key)) {
        rl.clearLine(0);
        rl.write(value);
      } else if (isEnterKey(key)) {
        const answer = readYesOrNo(value);
        // Enter has emptied the line.
        setValue(answer === undefined ? '' : answer ? 'Yes' : 'No');
        if (answer === undefined) return setProblem(theme.style.error(neitherYesNorNo(value)));
        setStatus('done');
        done(answer);
      } else {
        setValue(rl.line);
        setProblem('');
      }
    });
    const isDone = status === 'done';
    // Before the hint, which has the room that this leaves.
    const words = theme.style.message(message, isDone ? 'done' : 'idle');
    const hint = isDone ? '' : ` ${theme.style.defaultAnswer(YES_OR_NO)}`;
    const shown = isDone ? theme.style.answer(value) : value;
    return [`${prefix} ${words}${hint} ${shown}`, isDone ? '' : problem];
  },
);
