import type { Argument, Command, Option } from 'commander';
import { PROVIDERS, providersOf } from '../../contract/providers.ts';
import { RECONSTRUCTION_TYPES } from '../../contract/reconstruction.ts';
import { LANGUAGES } from '../../system/languages.ts';
import { PATIENT_COLUMN_NAMES, SORT_FIELDS } from '../output/patient-columns.ts';
import type { KnownKind } from './places.ts';

/** The values that a place of the command line takes; `list` is words with commas, `provider` depends on the typed type. */
export type Takes =
  | { kind: 'words' | 'list'; words: readonly string[] }
  | { kind: 'known'; what: KnownKind }
  | { kind: 'file' | 'folder' | 'text' | 'provider' | 'topic' };

export type OptionShape = ReturnType<typeof optionShape>;
export type ArgumentShape = ReturnType<typeof argumentShape>;

/** One command, as every shell's script is made from it. */
export interface CommandShape {
  /** Without the program's own name: `['patients', 'list']`; empty for the program. */
  path: readonly string[];
  about: string;
  options: readonly OptionShape[];
  arguments: readonly ArgumentShape[];
  commands: readonly CommandShape[];
}

export function shapeOf(command: Command, path: readonly string[] = []): CommandShape {
  const help = command.createHelp();
  return {
    path,
    about: firstSentence(command.description()),
    // Also those that the program's own help leaves to its commands.
    options: [...new Set([...help.visibleOptions(command), ...command.options])].map((one) => optionShape(one, path)),
    arguments: command.registeredArguments.map((one) => argumentShape(one, path)),
    commands: help
      .visibleCommands(command)
      .filter((child) => command.commands.includes(child))
      .map((child) => shapeOf(child, [...path, child.name()])),
  };
}

/** The command itself and all below it. */
export function everyCommand(shape: CommandShape): CommandShape[] {
  return [shape, ...shape.commands.flatMap(everyCommand)];
}

/** Options that take words which their own declaration cannot list: each accepts more than one spelling. */
const WORDS_OF_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  '--type': RECONSTRUCTION_TYPES,
  '--status': ['failed', 'generating', 'ready', 'no-photos'],
  '--since': ['today', 'yesterday', '12h', '7d', '30d'],
  '--sort': SORT_FIELDS,
  '--language': LANGUAGES,
};

/** Options whose values only this machine knows. */
const KNOWN_BY_OPTION: Readonly<Record<string, KnownKind>> = {
  '--profile': 'profile',
  ...{ '--id': 'patient', '--patient': 'patient-id', '--adopt': 'patient' },
  ...{ '--account': 'account', '--under': 'account' },
};

/** The same of arguments, and of option values with such a name. */
const KNOWN_BY_NAME: Readonly<Record<string, KnownKind>> = {
  ...{ patient: 'patient', entry: 'change', account: 'account', surgeon: 'surgeon' },
};

/** The group, and the short ways to its commands. */
const PATIENT_COMMANDS = ['patients', 'list', 'show', 'create'];

/** Topics of `recon help` that are no commands. */
export const TOPICS = ['exit-codes', 'environment'];

/** For each type, and for none (''), the providers as they may be typed. */
export const PROVIDER_WORDS: readonly { type: string; words: readonly string[] }[] = [
  ...RECONSTRUCTION_TYPES.map((type) => ({ type, words: providerWords(providersOf(type)) })),
  { type: '', words: providerWords(PROVIDERS) },
];

function providerWords(providers: typeof PROVIDERS): string[] {
  return [...new Set(providers.flatMap(({ number, name }) => [name, String(number)]))].sort();
}

function optionShape({ short, long, ...option }: Option, path: readonly string[]) {
  const value = /[<[](.+?)[>\]]/.exec(option.flags)?.[1];
  const words = option.argChoices ?? WORDS_OF_OPTIONS[long ?? ''];
  return {
    /** `-o`, `--output`; at least one of them. */
    names: [short, long].filter((name) => typeof name === 'string'),
    about: firstSentence(option.description),
    /** undefined: the option stands alone. */
    takes: value === undefined ? undefined : optionTakes(long ?? '', value, words, path),
    /** It may be given several times. */
    repeats: option.parseArg !== undefined || option.variadic,
  };
}

function optionTakes(
  long: string,
  value: string,
  words: readonly string[] | undefined,
  path: readonly string[],
): Takes {
  if (long === '--provider') return { kind: 'provider' };
  // Other commands show other things, or nothing that has fields.
  if (long === '--fields' && PATIENT_COMMANDS.includes(path[0] ?? ''))
    return { kind: 'list', words: PATIENT_COLUMN_NAMES };
  const what = KNOWN_BY_OPTION[long];
  return what === undefined ? takesOf(value, words) : { kind: 'known', what };
}

function argumentShape(argument: Argument, path: readonly string[]) {
  const isAccount = path[0] === 'accounts' && path[1] !== 'add' && argument.name() === 'name';
  return {
    name: argument.name(),
    takes: takesOf(isAccount ? 'account' : argument.name(), argument.argChoices),
    isOptional: !argument.required,
    repeats: argument.variadic,
  };
}

function takesOf(name: string, words: readonly string[] | undefined): Takes {
  if (words !== undefined) return { kind: 'words', words };
  if (name === 'topic') return { kind: 'topic' };
  const what = KNOWN_BY_NAME[name];
  if (what !== undefined) return { kind: 'known', what };
  if (/file/i.test(name)) return { kind: 'file' };
  return { kind: /dir|folder/i.test(name) ? 'folder' : 'text' };
}

const firstSentence = (text: string) => text.split(/[;.(\n]/)[0]!.trim();
