import type { Command, Option } from 'commander';
import { SIZE_FIELDS } from '../contract/patient.ts';
import { foldedTitle, usualTitles } from '../core/import/column-titles.ts';
import type { Advice } from '../errors.ts';
import { shellLine } from '../system/line-text.ts';
import { isSlip, nearest } from '../system/nearest.ts';
import { commandPath } from './declare-command.ts';
import { isField, meantFlag, withFlags } from './meant.ts';
import { isTime, isType } from './meant-words.ts';

/** The first wrong option as it was meant, and the line with all of them put right. */
export interface MeantOption {
  flag: string;
  line: Advice;
}

/** undefined where one of them can mean anything, or where the line may hold a secret, which is not repeated. */
export function meantOption(command: Command, args: readonly string[]): MeantOption | undefined {
  if (/^recon (login|api)\b/.test(commandPath(command)) || args.some(mayBeSecret)) return undefined;
  const takesNoSize = command.name() === 'create';
  const known = command.options.flatMap(({ long }) => long ?? []);
  const flags = takesNoSize ? [...known, ...SIZE_FIELDS.map((field) => `--${field}`)] : known;
  const line = [...args];
  let first: string | undefined;
  for (const at of wrongOptions(command.options, args)) {
    const [typed = '', ...value] = args[at]!.split('=');
    const flag = flags.includes(`-${typed}`) ? `-${typed}` : meantBy(typed, flags);
    if (flag === undefined || line.some((one) => one.split('=')[0] === flag)) return undefined;
    line[at] = [flag, ...value].join('=');
    first ??= flag;
  }
  if (first === undefined) return undefined;
  const size = takesNoSize
    ? SIZE_FIELDS.find((field) => line.some((one) => one.split('=')[0] === `--${field}`))
    : undefined;
  return { flag: first, line: (size && meantFlag(command, line, `--${size}`)) ?? { command: line } };
}

/**
 * The line with the quotes that were forgotten: `--name Ana Silva phone 912` → `--name 'Ana Silva' --phone 912`. undefined where
 * a word too many stands elsewhere or may be a type, or where the line may hold a secret.
 */
export function quotedValues(command: Command, args: readonly string[]): Advice | undefined {
  if (args.some(mayBeSecret)) return undefined;
  const words = withFlags(args);
  const line: string[] = [];
  const joined: string[] = [];
  for (let at = 0; at < words.length; at++) {
    line.push(words[at]!);
    const option = command.options.find(({ long, short }) => [long, short].includes(words[at]));
    if (option?.required !== true || at + 1 === words.length) continue;
    const end = words.findIndex((one, index) => index > at + 1 && one.startsWith('-'));
    const [value = '', ...more] = words.slice(at + 1, end === -1 ? undefined : end);
    line.push([value, ...more].join(' '));
    joined.push(...more);
    at += 1 + more.length;
  }
  const extra = command.args.slice(command.registeredArguments.length);
  const isFieldAt = (at: number) => at < extra.length - 1 && isField(extra[at] ?? '');
  const left = extra.filter((_, at) => !isFieldAt(at) && !isFieldAt(at - 1));
  const isAll = joined.length === left.length && joined.every((word, at) => word === left[at]);
  return isAll && !left.some(isType) ? { command: line } : undefined;
}

/** Of a patient who stands behind the command without a flag. */
const PATIENT_FLAGS = ['--id', '--name', '--patient'];

/** `update --id 1 --phone 5` → `update 1 --phone 5`. */
function withoutFlag(command: Command, args: readonly string[], flag: string): Advice | undefined {
  const isNamed = /^[^-]/.test(command.args[0] ?? '');
  if (command.registeredArguments[0]?.name() !== 'patient' || isNamed) return undefined;
  const at = args.findIndex((one) => one.split('=')[0] === flag);
  const [, value] = args[at]!.split(/=(.*)/s);
  const patient = value ?? args[at + 1] ?? '';
  if (!/^[^-]/.test(patient)) return undefined;
  const rest = args.toSpliced(at, value === undefined ? 2 : 1);
  return { command: rest.toSpliced(rest.indexOf(command.name()) + 1, 0, patient) };
}

/** What people type for the place of a file. */
const PLACES = ['--to', '--out', '--file', '--dest'];

/** The form of the answer, as people type it. */
const FORMAT_FLAGS: Readonly<Record<string, string>> = { '--excel': 'xlsx', '--xlsx': 'xlsx', '--csv': 'csv' };
const TO_FILE = 'with > FILE behind it, for a file';

/** Parts of a name, which the interface has as one. */
const NAME_PARTS = [
  ['--first-name', '--firstname', '--given-name', '--forename'],
  ['--surname', '--last-name', '--lastname', '--family-name'],
] as const;

/** `--first-name Ana --surname Silva` → `--name 'Ana Silva'`; one part alone leaves the whole name to be typed. */
function wholeNameLine(args: readonly string[]): Advice {
  const line: string[] = [];
  const parts: (string | undefined)[] = [undefined, undefined];
  for (let at = 0; at < args.length; at++) {
    const [flag, value] = args[at]!.split(/=(.*)/s);
    const part = NAME_PARTS.findIndex((flags) => flags.some((one) => one === flag));
    if (part === -1) line.push(args[at]!);
    else parts[part] = value ?? args[++at];
  }
  const isWhole = parts.every((part) => part !== undefined && !part.startsWith('-'));
  return isWhole
    ? { command: [...line, '--name', parts.join(' ')] }
    : { command: [...line, '--name', 'NAME'], because: 'where NAME is the whole name' };
}

/**
 * What does the work of an option that a command does not have: `--name` that of `--surname`, in a list `> FILE` that of
 * `--to FILE`, `--label` that of `--token`, whose value may be a secret and is not repeated.
 */
export function insteadOf(command: Command, args: readonly string[], typed: string): Advice | undefined {
  const flag = typed.split('=')[0]!;
  if (commandPath(command).endsWith(' audit list') && flag === '--token')
    return { command: ['audit', 'list', '--label', 'LABEL'], because: 'where LABEL is the label of the token' };
  if (args.some(mayBeSecret)) return undefined;
  const has = (long: string) => command.options.some((one) => one.long === long);
  if (isTime(flag.slice(2)) && has('--since') && !args.some((one) => /^--since(=|$)/.test(one)))
    return { command: args.flatMap((one) => (one === flag ? ['--since', flag.slice(2)] : [one])) };
  if (PATIENT_FLAGS.includes(flag)) return withoutFlag(command, args, flag);
  if (has('--name') && command.name() !== 'list' && NAME_PARTS.flat().some((one) => one === flag))
    return wholeNameLine(args);
  if (command.name() !== 'list') return undefined;
  if (FORMAT_FLAGS[flag] !== undefined) {
    return { command: args.flatMap((one) => (one === flag ? ['-o', FORMAT_FLAGS[flag]!] : [one])), because: TO_FILE };
  }
  if (!PLACES.includes(flag)) return undefined;
  const at = args.findIndex((one) => one.split('=')[0] === flag);
  const [, value] = args[at]!.split(/=(.*)/s);
  const path = value ?? args[at + 1] ?? '';
  const line = args.toSpliced(at, value === undefined && !path.startsWith('-') ? 2 : 1);
  const format = /\.(xlsx|csv|json|ndjson)$/i.exec(path)?.[1]?.toLowerCase();
  const isGiven = line.some((one) => /^(-o|--output|--json)/.test(one));
  return {
    command: [...line, ...(format === undefined || isGiven ? [] : ['-o', format])],
    because: `with > ${/^[^-]/.test(path) ? shellLine(path) : 'FILE'} behind it`,
  };
}

/** Places of the options that the command does not have. */
function wrongOptions(options: readonly Option[], args: readonly string[]): number[] {
  const wrong: number[] = [];
  for (let at = 0; at < args.length && args[at] !== '--'; at++) {
    const flag = args[at]!.split('=')[0]!;
    const option = options.find(({ long, short }) => [long, short].includes(flag));
    if (option?.required === true && args[at] === flag) at++;
    // `-status`, with one dash, and not `-ojson`, nor a value such as `-name` behind --sort.
    else if (option === undefined && (/^--./.test(flag) || options.some(({ long }) => long === `-${flag}`)))
      wrong.push(at);
  }
  return wrong;
}

/** By a usual name of the field, as above a column of a list: `--telephone`, `--zip`; or by the one flag that is nearest. */
function meantBy(typed: string, flags: readonly string[]): string | undefined {
  const name = typed.slice(2);
  const field = usualTitles().known.get(foldedTitle(name));
  const ofField = `--${field?.replaceAll('_', '-')}`;
  if (flags.includes(ofField)) return ofField;
  const names = flags.map((flag) => flag.slice(2));
  const near = nearest(name, names).filter((one) => isSlip(name, one));
  const [only, ...others] = near.length > 0 ? near : names.filter((one) => one.startsWith(name));
  return only === undefined || others.length > 0 ? undefined : `--${only}`;
}

/** A flag for a secret, an address with a password, or one long word of letters and digits, as a token is. */
const mayBeSecret = (arg: string): boolean =>
  /^--?[\w-]*(token|pass|pwd|secret|auth|key)/i.test(arg) ||
  /:\/\/[^/]*@/.test(arg) ||
  /(^|=)(?=[^=]*\d)(?=[^=]*[a-z])[\w-]{20,}(\.[\w-]+)*$/i.test(arg);
