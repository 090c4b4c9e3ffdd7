import { roughTextWidth } from '../io/text-width.ts';
import { wrapped } from './wrapped.ts';

/** Stands for a blank that no line breaks at; no printable text has it. */
const KEPT_BLANK = '\u0000';

export interface LinePaper {
  /** Cells of the terminal; undefined for a pipe, where a line is never broken. */
  width: number | undefined;
  /** What stands before the lines after the first one. */
  indent?: string;
  /** Parts that are never broken, such as commands, so that they can be copied. */
  whole?: string | readonly string[];
}

/** A printable line of a sentence as lines of a terminal, broken at blanks. */
export function wrapLine(text: string, { width, indent = '  ', whole = [] }: LinePaper): string {
  if (width === undefined || roughTextWidth(text) <= width) return text;
  const [begin = ''] = /^ *(\S+ {2,})?/.exec(text)!;
  const kept = [whole].flat().reduce((left, part) => left.replace(part, () => part.replaceAll(' ', KEPT_BLANK)), text);
  const [first = '', ...more] = wrapped(
    kept.slice(begin.length),
    width - indent.length,
    roughTextWidth,
    width - begin.length,
  );
  return [begin + first, ...more.map((line) => indent + line)].join('\n').replaceAll(KEPT_BLANK, ' ');
}

/** The same for a text of several lines; what a line has in columns stays in them. */
export function wrapText(text: string, width: number): string {
  const indentOf = (line: string) => ' '.repeat(/^( *)(\S+ {2,})?/.exec(line)![0].length);
  return text
    .split('\n')
    .map((line) => wrapLine(line, { width, indent: indentOf(line) }))
    .join('\n');
}

const SHELL_WORDS = /(?:[^\s'"]|'[^']*'|"[^"]*")+/g;

/** A command of a shell in lines of a terminal, each but the last one with the sign that it goes on. */
export function wrapCommand(command: string, width: number): string[] {
  if (command.length <= width) return [command];
  const words = (command.match(SHELL_WORDS) ?? []).map((word) => word.replaceAll(' ', KEPT_BLANK));
  const lines = wrapped(words.join(' '), width - CONTINUED.length - CONTINUED_INDENT.length, roughTextWidth);
  return lines.map((line, at) => {
    const text = line.replaceAll(KEPT_BLANK, ' ');
    return `${at === 0 ? '' : CONTINUED_INDENT}${text}${at === lines.length - 1 ? '' : CONTINUED}`;
  });
}

const CONTINUED = ' \\';
const CONTINUED_INDENT = '  ';
