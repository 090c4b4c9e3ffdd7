import { ROW_NAMES } from './row.ts';

const DELIMITERS = [',', ';', '\t'];

/** The delimiter that occurs most often in the first line, outside quotes. */
export function delimiterOf(text: string): string {
  const [line = ''] = text.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const count = (delimiter: string) => line.split(delimiter).length;
  return DELIMITERS.reduce((best, next) => (count(next) > count(best) ? next : best));
}

/**
 * The name of each column, with `_`; undefined for a column without a name. Unknown and repeated names are added to
 * `problems`.
 */
export function readHeader(header: readonly string[], problems: string[]): (string | undefined)[] {
  const seen = new Map<string, number>();
  const before = problems.length;
  const names = header.map((cell, at) => {
    const name = cell.trim().replaceAll('-', '_');
    if (name === '') return undefined;
    const first = seen.get(name);
    if (!ROW_NAMES.includes(name))
      problems.push(`column ${at + 1} is ${JSON.stringify(cell.trim())}, ${whatIsMeant(name)}`);
    else if (first !== undefined) problems.push(`column ${at + 1} is ${JSON.stringify(name)}, as column ${first} is`);
    else seen.set(name, at + 1);
    return name;
  });
  // Each problem is counted, so the advice for all of them is added to the last one.
  if (problems.length > before) problems.push(`${problems.pop()}; columns may be: ${ROW_NAMES.join(', ')}`);
  return names;
}

function whatIsMeant(name: string): string {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_.]/g, '');
  const meant = ROW_NAMES.find((known) => plain(known) === plain(name));
  return meant === undefined ? 'which is no column of a patient' : `which must be written ${meant}`;
}
