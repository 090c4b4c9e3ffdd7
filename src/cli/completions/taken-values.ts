import type { Argument, Option } from 'commander';
import { PROVIDERS, providersOf } from '../../contract/providers.ts';
import { RECONSTRUCTION_TYPES } from '../../contract/reconstruction.ts';
import { LANGUAGES } from '../../system/languages.ts';
import { PATIENT_COLUMN_NAMES, SORT_FIELDS } from '../output/patient-columns.ts';

/** What only this machine knows; the scripts ask `recon __complete` for it. */
export type KnownKind = 'patient' | 'patient-id' | 'profile' | 'account' | 'surgeon' | 'change' | 'setting';

/** The values of an option or argument; `list` is words with commas, `provider` depends on the typed type. */
export type Takes =
  | { kind: 'words' | 'list'; words: readonly string[] }
  | { kind: 'known'; what: KnownKind }
  | { kind: 'file' | 'folder' | 'text' | 'provider' | 'topic' };

/** Options that take words which their own declaration cannot list: each accepts more than one spelling. */
const WORDS_BY_OPTION: Readonly<Record<string, readonly string[]>> = {
  '--type': RECONSTRUCTION_TYPES,
  '--status': ['failed', 'generating', 'ready', 'accepted', 'no-photos', 'link-out'],
  '--since': ['today', 'yesterday', '12h', '7d', '30d'],
  '--sort': SORT_FIELDS,
  '--language': LANGUAGES,
  '--message': LANGUAGES,
};

/** Options whose values only this machine knows. */
const KNOWN_BY_OPTION: Readonly<Record<string, KnownKind>> = {
  '--profile': 'profile',
  ...{ '--id': 'patient', '--patient': 'patient-id', '--adopt': 'patient' },
  ...{ '--account': 'account', '--under': 'account' },
};

/** Arguments, and values of options, whose name tells that only this machine knows them. */
const KNOWN_BY_NAME: Readonly<Record<string, KnownKind>> = {
  ...{ patient: 'patient', entry: 'change', account: 'account', surgeon: 'surgeon' },
};

/** The group, and the short ways to its commands. */
const PATIENT_COMMANDS = ['patients', 'list', 'show', 'create', 'update'];

/** Topics of `recon help` that are no commands. */
export const TOPICS = [
  ...['commands', 'options', 'types', 'columns', 'systemd', 'upgrade', 'uninstall'],
  ...['privacy', 'exit-codes', 'environment', 'screen-reader'],
];

/** For each type, and for none (''), the providers as they may be typed. */
export const PROVIDER_WORDS: readonly { type: string; words: readonly string[] }[] = [
  ...RECONSTRUCTION_TYPES.map((type) => ({ type, words: providerWords(providersOf(type)) })),
  { type: '', words: providerWords(PROVIDERS) },
];

function providerWords(providers: typeof PROVIDERS): string[] {
  return [...new Set(providers.flatMap(({ number, name }) => [name, String(number)]))].sort();
}

/** The values of an option of the command at `path`; undefined for one that stands alone. */
export function optionTakes({ flags, long = '', argChoices }: Option, path: readonly string[]): Takes | undefined {
  const value = /[<[](.+?)[>\]]/.exec(flags)?.[1];
  if (value === undefined) return undefined;
  if (long === '--provider') return { kind: 'provider' };
  // Other commands show other things, or nothing that has fields.
  if (long === '--fields' && PATIENT_COMMANDS.includes(path[0] ?? ''))
    return { kind: 'list', words: PATIENT_COLUMN_NAMES };
  const what = KNOWN_BY_OPTION[long];
  return what === undefined ? takesOf(value, argChoices ?? WORDS_BY_OPTION[long]) : { kind: 'known', what };
}

/** The values of an argument of the command at `path`. */
export function argumentTakes(argument: Argument, path: readonly string[]): Takes {
  const isAccount = path[0] === 'accounts' && path[1] !== 'add' && argument.name() === 'name';
  // What fits depends on the key before it.
  if (path.join(' ') === 'config set' && argument.name() === 'value') return { kind: 'known', what: 'setting' };
  return takesOf(isAccount ? 'account' : argument.name(), argument.argChoices);
}

function takesOf(name: string, words: readonly string[] | undefined): Takes {
  if (words !== undefined) return { kind: 'words', words };
  if (name === 'topic') return { kind: 'topic' };
  const what = KNOWN_BY_NAME[name];
  if (what !== undefined) return { kind: 'known', what };
  if (/file/i.test(name)) return { kind: 'file' };
  return { kind: /dir|folder/i.test(name) ? 'folder' : 'text' };
}
