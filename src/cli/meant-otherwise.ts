import type { Advice } from '../errors.ts';
import { isId, isPartOfName, isTime, looksLikeName } from './meant-words.ts';

/** Deleting is for ever, and `undelete` is near to `delete`. */
export const UNDONE = ['undo', 'undelete', 'restore', 'recover'];
export const isUndo = (flag: string) => UNDONE.some((word) => flag === `--${word}`);
export const NOT_UNDONE: Advice = {
  before: 'no command undoes a delete; how a patient comes back from a backup of before is told by',
  command: ['restore', '--help'],
};

export const isOfAfter = (arg: string) => /^--after(=|$)/.test(arg);

/** Of the after-record of the patient who stands behind the word. */
export function afterStays([id = 'PATIENT']: readonly string[]): Advice {
  return {
    before: 'no command deletes an after-record alone, and it goes with its patient; to make another one beside it',
    command: ['after', 'create', id.startsWith('-') ? 'PATIENT' : id],
  };
}

/** Of programs that stay open until they are left. */
const NOTHING_TO_END: Advice = {
  before: 'each command ends by itself, so the window can be closed; to see what is left open',
  command: ['status'],
};

/** What people type behind `photos` to give new ones. */
export const PHOTO_WORDS = ['add', 'upload', 'send', 'attach', 'replace', 'new', 'update'];
const TO_THERE = ['patients', 'update', 'PATIENT', '--type', 'TYPE', '--photos', 'FOLDER'];
const PHOTOS_ADDED: Advice = {
  before: 'a new patient gets photos by create, and one who is there by',
  command: TO_THERE,
};

/** By the command that a word was taken for, where photos stand behind it. */
export const PHOTOS_OF: Readonly<Record<string, Advice>> = {
  'patients create': PHOTOS_ADDED,
  'patients update': PHOTOS_ADDED,
  'patients delete': { before: 'photos alone are not deleted; other ones take their place by', command: TO_THERE },
};

/** What people call a secret that they choose themselves. */
export const isPassword = (word: string) => /^(passwords?|passwd|passcode|passphrase)$/.test(word);
export const NO_PASSWORDS: Advice = {
  before: 'there are no passwords: an access token says who somebody is; to give it to recon',
  command: ['login'],
  because: 'accounts tokens add, on the machine of the service, makes a new one',
};

/** A transfer is of patients, and between a main account and its sub accounts alone. */
export const WHOLE_ACCOUNT: Advice = {
  before: 'a transfer is of the patients that are named; how to hand over a whole account is told by',
  command: ['accounts', '--help'],
};

/** Words for which there is no command, and what is done instead. */
export const OTHERWISE: Readonly<Record<string, Advice>> = {
  merge: {
    before: 'two records cannot be joined; to delete the one that is not needed',
    command: ['patients', 'delete', 'ID'],
  },
  ...Object.fromEntries(['exit', 'quit', 'bye', 'logoff'].map((word) => [word, NOTHING_TO_END])),
  ...Object.fromEntries(['upload', 'attach'].map((word) => [word, PHOTOS_ADDED])),
  restart: {
    before: 'a service stops at Ctrl-C in the window where it runs, and is started again by',
    command: ['serve'],
  },
  stop: {
    before: 'a service stops at Ctrl-C in the window where it runs; its process is named by',
    command: ['doctor'],
  },
};

/** Of a patient a model is compared with an after-record, of two archives with the other. */
export function compareLine(words: readonly string[]): Advice {
  const flags = words.findIndex((word) => word.startsWith('-'));
  const whom = words.slice(0, flags === -1 ? undefined : flags);
  const [first = '', ...others] = whom;
  const isOnePatient = others.length === 0 ? isId(first) || isPartOfName(first) : whom.every(isPartOfName);
  if (!isOnePatient) return { command: ['view', ...words] };
  const rest = words.slice(whom.length);
  const after = rest.some(isOfAfter) ? [] : ['--after', '1'];
  return { command: ['view', whom.join(' '), ...rest, ...after], because: 'before and after side by side' };
}

/** `history 7`, `audit list maria` */
export function auditLine(words: readonly string[], mayBeName = true): Advice {
  const flags = words.findIndex((word) => word.startsWith('-'));
  const whom = words.slice(0, flags === -1 ? undefined : flags);
  const rest = words.slice(whom.length);
  const [first = '', ...others] = whom;
  if (isId(first) && others.length === 0) return { command: ['audit', 'list', '--patient', first, ...rest] };
  if (isTime(first)) return { command: ['audit', 'list', '--since', first, ...rest] };
  const isName = whom.length > 0 && whom.every(isPartOfName) && (mayBeName || looksLikeName(first));
  if (!isName) return { command: ['audit', 'list', ...rest] };
  return { command: ['audit', 'list', '--patient', whom.join(' '), ...rest] };
}

/** What people type for the file of the settings. */
export const PLACE_WORDS = ['path', 'file', 'where', 'edit'];
export const SETTINGS_FILE: Advice = {
  before: 'config set changes settings; their file, and the folder of a service that runs here, are named by',
  command: ['doctor'],
};
