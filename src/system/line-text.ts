import type { Line } from '../errors.ts';

/** Their commands have two words of their own. */
const GROUPS = ['patients', 'after', 'config', 'accounts'];

/** What people type for commands of `patients`. */
const SHORT_WAYS: Readonly<Record<string, string>> = {
  list: 'list',
  get: 'show',
  create: 'create',
  update: 'update',
  accept: 'accept',
};

const asTyped = ([first = '', second = '', ...rest]: readonly string[]): string[] => {
  const short = first === 'patients' ? SHORT_WAYS[second] : undefined;
  return short === undefined ? [first, second, ...rest] : [short, ...rest];
};

/**
 * A line as a person reads it; a command in it with these flags after its own words. What follows a command stands in
 * parentheses: a shell that is given all of the line refuses it, and runs nothing. `instead` is typed in the place of the
 * command.
 */
export function lineText(line: Line, flags: readonly string[] = [], instead?: string): string {
  if (typeof line === 'string') return line;
  const { before, stdin, because } = line;
  const command = line.command.length < 2 ? line.command : asTyped(line.command);
  const ownWords = GROUPS.includes(command[0] ?? '') ? 2 : 1;
  const typed = instead ?? shellLine('recon', ...command.slice(0, ownWords), ...flags, ...command.slice(ownWords));
  return [before && `${before}: `, typed, stdin && ` < ${shellLine(stdin)}`, because && ` (${because})`].join('');
}

/** Words as one line that a POSIX shell reads back as the same words. */
export function shellLine(...words: string[]): string {
  return words.map(shellWord).join(' ');
}

function shellWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** A line that makes a new secret in a file that nobody else can read, also where the file is there already. */
export const newSecretLine = (path: string): string =>
  `openssl rand -hex 32 > ${shellLine(path)} && ${shellLine('chmod', '600', path)}`;
