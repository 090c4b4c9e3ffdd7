import { roughTextWidth } from '../io/text-width.ts';
import { wrapped } from './wrapped.ts';

/** Stands for a blank that no line breaks at; no printable text has it. */
const KEPT_BLANK = '\u0000';

export interface LinePaper {
  /** Cells of the terminal; undefined for a pipe, where a line is never broken. */
  width: number | undefined;
  /** What stands before the lines after the first one. */
  indent?: string;
  /** Commands in it. They are only broken where no line can hold them, as a shell takes it, so that they can be copied. */
  whole?: string | readonly string[];
}

/** A printable line of a sentence as lines of a terminal, broken at blanks. */
export function wrapLine(text: string, { width, indent = '  ', whole = [] }: LinePaper): string {
  if (width === undefined || roughTextWidth(text) <= width) return text;
  const aside = asideOf(text, [whole].flat().at(-1));
  if (aside !== '') return wrapBeside(text.slice(0, -aside.length), aside, { width, indent, whole });
  const long = [whole].flat().find((one) => text.includes(one) && roughTextWidth(one) > width - indent.length);
  if (long !== undefined) return wrapAround(text, long, { width, indent, whole });
  const [begin = ''] = /^ *(\S+ {2,})?/.exec(text)!;
  const [first = '', ...more] = wrapped(
    keptWhole(text, whole).slice(begin.length),
    width - indent.length,
    roughTextWidth,
    width - begin.length,
  );
  return [begin + first, ...more.map((line) => indent + line)].join('\n').replaceAll(KEPT_BLANK, ' ');
}

/** A phone number in it stays on one line too. */
const keptWhole = (text: string, whole: string | readonly string[]) =>
  [whole, text.match(/\+\d[\d ]*\d/g) ?? []]
    .flat(2)
    .reduce((left, part) => left.replace(part, () => part.replaceAll(' ', KEPT_BLANK)), text);

/** ` (what it is for)`, at the end behind a command; empty where something else stands there. */
function asideOf(text: string, command: string | undefined): string {
  const behind = command === undefined ? '' : text.slice(text.lastIndexOf(command) + command.length);
  return /^ \(.*\)$/.test(behind) ? behind : '';
}

/** What a command is for has lines of its own, where it has no room behind the command. */
function wrapBeside(text: string, aside: string, paper: Required<LinePaper> & { width: number }): string {
  const before = wrapLine(text, paper);
  if (roughTextWidth(before.slice(before.lastIndexOf('\n') + 1) + aside) <= paper.width) return before + aside;
  const indent = `${paper.indent}  `;
  const below = wrapLine(aside.trimStart(), { width: paper.width - indent.length, indent: '' });
  return `${before}\n${below.replaceAll(/^/gm, indent)}`;
}

/** What is before the command, its lines, and what is behind its last one. */
function wrapAround(text: string, command: string, paper: Required<LinePaper> & { width: number }): string {
  const { width, indent, whole } = paper;
  const at = text.indexOf(command);
  const before = text.slice(0, at).trimEnd();
  const room = width - indent.length;
  const lines = wrapCommand(command, room);
  const last = lines.pop()!;
  const [end = '', ...after] = wrapped(
    last.trimStart() + keptWhole(text.slice(at + command.length), whole),
    room,
    roughTextWidth,
    room - CONTINUED_INDENT.length,
  );
  const below = [...lines, CONTINUED_INDENT + end, ...after].map((line) => indent + line.replaceAll(KEPT_BLANK, ' '));
  return [...(before === '' ? [] : [wrapLine(before, paper)]), ...below].join('\n');
}

/** The same for a text of several lines; what a line has in columns stays in them. */
export function wrapText(text: string, width: number): string {
  const indentOf = (line: string) => ' '.repeat(/^( *)(\S+ {2,})?/.exec(line)![0].length);
  return text
    .split('\n')
    .map((line) => wrapLine(line, { width, indent: indentOf(line) }))
    .join('\n');
}

/** Also `'O'\''Neill'`, a name with an apostrophe. */
const SHELL_WORDS = /(?:[^\s'"\\]|\\.|'[^']*'|"[^"]*")+/g;

/**
 * A command of a shell in lines of a terminal, each but the last one with the sign that it goes on. The shells of Windows
 * have other signs for that; there it stays whole.
 */
export function wrapCommand(command: string, width: number): string[] {
  if (command.length <= width || process.platform === 'win32') return [command];
  const words = (command.match(SHELL_WORDS) ?? []).map((word) => word.replaceAll(' ', KEPT_BLANK));
  const room = width - CONTINUED.length - CONTINUED_INDENT.length;
  const lines = wrapped(withValues(words, room).join(' '), room, roughTextWidth);
  return lines.map((line, at) => {
    const text = line.replaceAll(KEPT_BLANK, ' ');
    return `${at === 0 ? '' : CONTINUED_INDENT}${text}${at === lines.length - 1 ? '' : CONTINUED}`;
  });
}

/** A flag and its value stay on one line, which can hold them. */
function withValues(words: readonly string[], room: number): string[] {
  const parts: string[] = [];
  for (const word of words) {
    const flag = parts.at(-1) ?? '';
    const pair = `${flag}${KEPT_BLANK}${word}`;
    const isValue = /^--[a-z]/.test(flag) && !flag.includes(KEPT_BLANK) && !word.startsWith('-');
    if (isValue && roughTextWidth(pair) <= room) parts[parts.length - 1] = pair;
    else parts.push(word);
  }
  return parts;
}

const CONTINUED = ' \\';
const CONTINUED_INDENT = '  ';
