import { wrapped } from '../output/wrapped.ts';
import { roughTextWidth } from './text-width.ts';

/** Before the words of a question, and before the lines of its list. */
const PREFIX = 2;
const BELOW = `\n${' '.repeat(PREFIX)}`;

/** A text of so few cells is not broken. */
const SHORT = 18;

/** Breaks the words of a question between words, at the cells of a terminal; Inquirer breaks in the middle of one. */
export function fitQuestion(columns: number) {
  // A line that fills the last cell would go on in an empty one.
  const room = Math.max(10, columns - PREFIX - 1);
  let used = 0;
  return {
    message: (text: string): string => {
      const lines = wrapped(text, room, roughTextWidth);
      used = roughTextWidth(lines.at(-1)!);
      return lines.join(BELOW);
    },
    /** What stands behind the message, after a blank. */
    behind: (text: string): string => {
      const left = room - used - 1;
      // `y/N, then Enter` stays together.
      if (roughTextWidth(text) > left && roughTextWidth(text) <= SHORT) return `${BELOW}${text}`;
      const [first = '', ...more] = wrapped(text, room, roughTextWidth, left);
      const lines = roughTextWidth(first) > left ? ['', first, ...more] : [first, ...more];
      return lines.join(BELOW);
    },
    /** A line of a list, behind its mark; one that fits keeps the blanks that it begins with. */
    line: (text: string): string =>
      roughTextWidth(text) <= room ? text : wrapped(text, room, roughTextWidth).join(BELOW),
    /** The first of some texts that has room in one line below the question, else the last. */
    fitting: (texts: readonly string[]): string =>
      texts.find((text) => roughTextWidth(text) <= room + PREFIX) ?? texts.at(-1)!,
    /** What stands below the question. */
    below: (text: string): string => wrapped(text, room + PREFIX, roughTextWidth).join('\n'),
  };
}
