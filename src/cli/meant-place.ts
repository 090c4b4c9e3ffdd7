import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import type { Advice } from '../errors.ts';
import { nearest } from '../system/nearest.ts';
import { OUTPUT_FORMATS } from '../system/output-formats.ts';
import { commandPath } from './declare-command.ts';
import { isPartOfName } from './meant-words.ts';

/** What people type for the place that `--to` names. */
export const PLACE_FLAGS = ['--out', '--file', '--dest'];

/** Commands that save something, and what `--to` names there. */
const PLACE_OF: Readonly<Record<string, string>> = { download: 'file', 'patients export': 'folder' };

/** The line with `--to` in the place of one of these flags; undefined where that is no flag of the command. */
export function placeLine(command: Command, args: readonly string[], flags: readonly string[]): string[] | undefined {
  if (placeOf(command) === undefined || args.includes('--to')) return undefined;
  const line = args.flatMap((one) => {
    const [flag = '', ...value] = one.split('=');
    return flags.includes(flag) ? ['--to', ...(value.length === 0 ? [] : [value.join('=')])] : [one];
  });
  return line.includes('--to') ? line : undefined;
}

const placeOf = (command: Command) => PLACE_OF[commandPath(command).split(' ').slice(1).join(' ')];

/** What people call the format that Excel opens, and the commands that answer in it. */
const EXCEL = ['excel', 'xls', 'spreadsheet', 'workbook'];
const ANSWERS_IN_IT = ['list', 'get', 'show'];

/** `-o excel`: the same with the format that is meant; and `-o usb.zip`, in the sense of other programs: a place. */
export function lineForFormat(command: Command, args: readonly string[], typed: string): Advice | undefined {
  if (EXCEL.includes(typed.toLowerCase()) && (isExport(command) || ANSWERS_IN_IT.includes(command.name()))) {
    const forms = [typed, `-o${typed}`, `--output=${typed}`];
    const line = args.map((one) => (forms.includes(one) ? `${one.slice(0, -typed.length)}xlsx` : one));
    return {
      before: 'the format for Excel is xlsx',
      command: line,
      ...(!isExport(command) && { because: 'with > FILE.xlsx behind it' }),
    };
  }
  if (nearest(typed, OUTPUT_FORMATS).length > 0) return undefined;
  const line = isExport(command) ? exportLine(args) : placeLine(command, args, ['-o', '--output']);
  return line && { before: `-o is the form of the answer; to name the ${placeOf(command)}`, command: line };
}

export const isExport = (command: Command) => commandPath(command).endsWith(' patients export');

/** Stands for the folder where none was typed. */
export const NO_PLACE = 'FOLDER';

/** What `export` takes behind a flag of its own, but for those that name the place. */
const EXPORT_VALUES = ['--name', '--email', '--id', '--type', '--jobs', '--profile', '--base-url', '--fields'];

/**
 * `patients export 5 --out usb`, and `-o usb`, as it is to be typed: patients behind `--id`, and the folder behind `--to`,
 * which has to be there.
 */
export function exportLine(args: readonly string[]): string[] {
  const start = args.indexOf('export') + 1;
  const rest = args.slice(start).flatMap((one) => (one.startsWith('-') ? one.split(/=(.*)/s, 2) : [one]));
  const flags: string[] = [];
  const words: string[] = [];
  let place: string | undefined;
  while (rest.length > 0) {
    const one = rest.shift()!;
    if (EXPORT_VALUES.includes(one) || isFormatFlag(one, rest[0])) flags.push(one, ...rest.splice(0, 1));
    else if (['--to', '-o', '--output', ...PLACE_FLAGS].includes(one)) place = rest.shift();
    else (one.startsWith('-') ? flags : words).push(one);
  }
  // A name alone is a patient's: the line without it would save the photos of everybody.
  place ??= words.find((word) => /[/\\.~]/.test(word));
  const whom = words.filter((word) => word !== place);
  const ids = whom.length > 0 && whom.every(isPartOfName) ? [whom.join(' ')] : whom;
  return [...args.slice(0, start), ...ids.flatMap((id) => ['--id', id]), ...flags, '--to', place || NO_PLACE];
}

/** Beside the line for one patient whose name has several words: that for as many patients. */
export function exportOfSeveral({ command }: Advice): Advice[] {
  const at = command.indexOf('--id') + 1;
  const names = command[at]?.split(' ') ?? [];
  if (!command.includes('export') || at === 0 || names.length < 2) return [];
  const ids = names.flatMap((name) => ['--id', name]);
  return [{ before: 'for several patients', command: command.toSpliced(at - 1, 2, ...ids) }];
}

const isFormatFlag = (flag: string, value = '') =>
  ['-o', '--output'].includes(flag) && nearest(value, OUTPUT_FORMATS).length > 0;

/** What a word behind the patient may have been, of a command that saves something. */
export const placeWords = (command: Command): string =>
  placeOf(command) === undefined ? '' : '; for a place to save in, --to before it';

/** `download maria stick`, where there is a folder of this name. */
export function folderLine(command: Command, args: readonly string[]): string[] | undefined {
  const last = command.args.at(-1) ?? '';
  if (placeOf(command) === undefined || command.args.length !== 2 || args.includes('--to')) return undefined;
  const folder = `${last}/`;
  return existsSync(folder) ? args.flatMap((one) => (one === last ? ['--to', folder] : [one])) : undefined;
}
