import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { PATIENT_FIELDS } from '../contract/patient.ts';
import { LINK_OUT } from '../contract/reconstruction.ts';
import { togetherAsPhone } from '../core/phone.ts';
import type { Advice } from '../errors.ts';
import { isSlip, nearest } from '../system/nearest.ts';
import { SETTING_KEYS, SURGEON } from '../system/setting-keys.ts';
import { commandPath } from './declare-command.ts';
import { accountFlag, accountsLine, accountWords, loginLine, tokensWords } from './meant-accounts.ts';
import { createLine, createWords, folderOfPhotos } from './meant-create.ts';
import {
  afterStays,
  auditLine,
  compareLine,
  isOfAfter,
  isPassword,
  isUndo,
  NO_PASSWORDS,
  NOT_UNDONE,
  OTHERWISE,
  PHOTO_WORDS,
  PHOTOS_OF,
  PLACE_WORDS,
  SETTINGS_FILE,
  UNDONE,
  WHOLE_ACCOUNT,
} from './meant-otherwise.ts';
import { exportLine, folderLine, isExport, NO_PLACE, PLACE_FLAGS, placeLine, placeWords } from './meant-place.ts';
import {
  commandMeantBy,
  isId,
  isPartOfName,
  isType,
  LEAST_PHONE_DIGITS,
  lineMeantBy,
  looksLikeName,
  MEANT_WORDS,
  WANTED,
  withoutNoun,
} from './meant-words.ts';

/** Where only one thing can be meant by a word too many, the flag that says it. */
const FLAG_OF: Readonly<Record<string, string>> = {
  create: '--name',
  'patients create': '--name',
  'patients accept': '--type',
  'after create': '--photos',
  download: '--to',
  invite: '--type',
};

/** The line that was meant by a word that is no command; undefined where nobody can know. */
export function meantLine(parent: Command, args: readonly string[], word: string): Advice | undefined {
  if (parent.name() === 'photos' && (/[/\\.~]/.test(word) || (looksLikeName(word) && existsSync(`${word}/`)))) {
    return { command: ['photos', 'check', ...args.slice(args.indexOf(word))] };
  }
  if (parent.name() === 'photos' && (isId(word) || looksLikeName(word) || PHOTO_WORDS.includes(word)))
    return ofPatientNamed(PHOTOS_OF['patients update']!, args.slice(args.indexOf(word)));
  if (commandPath(parent) === 'recon config' && PLACE_WORDS.includes(word)) return SETTINGS_FILE;
  if (commandPath(parent) === 'recon after') {
    if (commandMeantBy(word) === 'patients delete') return afterStays(args.slice(args.indexOf(word) + 1));
    return { command: ['after', 'create', ...args.slice(args.indexOf(word))] };
  }
  if (commandPath(parent) === 'recon accounts') return accountsLine(args.slice(args.indexOf(word)));
  if (!['recon', 'recon patients'].includes(commandPath(parent))) return undefined;
  const ofAccount = accountWords(args.slice(args.indexOf(word)));
  if (ofAccount !== undefined)
    return accountsLine(ofAccount) ?? { command: ['accounts', 'list', ...ofAccount.filter((one) => one === '--help')] };
  if (UNDONE.includes(word)) return NOT_UNDONE;
  if (args.slice(args.indexOf(word)).some(isPassword)) return NO_PASSWORDS;
  if (OTHERWISE[word] !== undefined) return ofPatientNamed(OTHERWISE[word], args.slice(args.indexOf(word) + 1));
  if (/^tokens?$/.test(word))
    return { command: ['accounts', 'tokens', ...tokensWords(args.slice(args.indexOf(word) + 1))] };
  const meant = lineMeantBy(word) ?? slippedLine(parent, word);
  if (meant === undefined) return showLine(parent, args.slice(args.indexOf(word)));
  // Nothing else of the line is needed for that.
  if (!meant.startsWith('help ') && args.some((one) => ['--help', '-h'].includes(one)))
    return { command: [...commandMeantBy(word)!.split(' '), '--help'] };
  if (meant === 'patients delete' && args.some(isUndo)) return NOT_UNDONE;
  if (meant === 'patients delete' && args.some(isOfAfter)) return afterStays(args.slice(args.indexOf(word) + 1));
  const ofPhotos = PHOTOS_OF[meant];
  if (ofPhotos !== undefined && /^photos?$/.test(args[args.indexOf(word) + 1] ?? ''))
    return ofPatientNamed(ofPhotos, args.slice(args.indexOf(word) + 2));
  const command = meant.split(' ');
  // Behind `login` may stand a token.
  const rest = /^(login|help )/.test(meant) ? [] : withoutNoun(args.slice(args.indexOf(word) + 1));
  if (word === 'set' && isSettingKey(rest[0])) return { command: ['config', 'set', ...rest] };
  if (word === 'set') return { command: [...command, ...rest], because: 'or config set KEY VALUE for a setting' };
  if (meant === 'list -o xlsx') return { command: [...command, ...rest], because: 'with > FILE.xlsx behind it' };
  if (word === 'compare') return compareLine(rest);
  if (meant === 'audit list') return auditLine(rest, word === 'history');
  if (meant === 'patients export') return exportAdvice([...command, ...rest]);
  if (meant === 'patients create') return { command: [...command, ...withName(rest)] };
  if (meant !== 'list --name') return { command: [...command, ...withFlags(rest)] };
  const name = rest.filter((one) => !one.startsWith('-')).join(' ');
  if (isId(name)) return { command: [name.length < LEAST_PHONE_DIGITS ? 'show' : 'list', name] };
  return { command: [...command, name === '' ? 'NAME' : name] };
}

/** The line with the patient, where one was named. */
function ofPatientNamed(advice: Advice, words: readonly string[]): Advice {
  const named = words.filter((word) => isId(word) || (isPartOfName(word) && !BESIDE_NAMES.includes(word)));
  const who = named.every(isPartOfName) ? named.join(' ') : named[0];
  return who ? { ...advice, command: advice.command.map((one) => (one === 'PATIENT' ? who : one)) } : advice;
}

/** `recon Maria Lopez`, written as a name, and no slip of a command. */
function showLine({ commands }: Command, words: readonly string[]): Advice | undefined {
  const [first = ''] = words;
  const known = [...commands.map((one) => one.name()), ...MEANT_WORDS];
  const isCommand = known.some((one) => isSlip(first.toLowerCase(), one));
  if (!looksLikeName(first) || isCommand || words.some((word) => word.startsWith('-'))) return undefined;
  return ofPatientNamed({ command: ['show', 'PATIENT'] }, words);
}

/** `recon maria` is a name in small letters, or a command that is not there. */
export function perhapsPatient(parent: Command, words: readonly string[]): Advice[] {
  if (!['recon', 'recon patients'].includes(commandPath(parent)) || !words.every(isPartOfName)) return [];
  return [{ before: 'a patient of that name is shown by', command: ['show', words.join(' ')] }];
}

const BESIDE_NAMES = [...WANTED, ...PHOTO_WORDS, 'to', 'of', 'for'];

/** Of a slip that is nearer to one of the words than to a command, such as `serch` to search, and not to serve. */
function slippedLine(parent: Command, word: string): string | undefined {
  const names = parent.commands.map((one) => one.name());
  const like = nearest(word, [...names, ...MEANT_WORDS]);
  // Another word, and no slip: `sheet` is not `set`.
  return like.length === 1 && isSlip(word, like[0]!) && !names.includes(like[0]!) ? lineMeantBy(like[0]!) : undefined;
}

const isOfPatients = (command: Command) => ['recon', 'patients'].includes(command.parent?.name() ?? '');

const SIZE_FLAGS = ['--height', '--weight'];

/** States of a model, each of which is a value of `--status`. */
const STATE_FLAGS = ['--ready', '--generating', '--failed', '--accepted', '--no-photos', `--${LINK_OUT}`];

/** What people call a link that is out. */
const LINK_FLAGS = ['--invited', '--invites', '--invitation', '--invitations', '--link', '--links'];

/** What other programs call the choice of columns. */
const COLUMN_FLAGS = ['--wide', '--columns', '--cols', '--long', '--full'];
const SOME_COLUMNS = 'id,name,phone,email,city,country,updated_at';

/** `recon list --wide`, and `--columns name,city` with its own columns. */
function columnsLine(args: readonly string[], typed: string): Advice {
  const command = args.flatMap((one, at) => {
    const [flag, value] = one.split('=');
    if (flag !== typed.split('=')[0]) return [one];
    const isGiven = value === undefined && /^[a-z][^.]*$/.test(args[at + 1] ?? '');
    return ['--fields', ...(isGiven ? [] : [value ?? SOME_COLUMNS])];
  });
  return { before: 'the table shows the columns that fit; --fields chooses them', command };
}

/** A flag that a command does not have, while another one does. */
export function meantFlag(command: Command, args: readonly string[], typed: string): Advice | undefined {
  const state = LINK_FLAGS.includes(typed) ? LINK_OUT : STATE_FLAGS.includes(typed) ? typed.slice(2) : undefined;
  if (command.name() === 'list' && isOfPatients(command) && state !== undefined) {
    return { command: args.flatMap((one) => (one === typed ? ['--status', state] : [one])) };
  }
  if (command.name() === 'list' && isOfPatients(command) && COLUMN_FLAGS.includes(typed.split('=')[0]!))
    return columnsLine(args, typed);
  if (command.name() === 'delete' && isOfPatients(command)) {
    if (isUndo(typed)) return NOT_UNDONE;
    if (args.some(isOfAfter)) return afterStays(args.slice(args.indexOf('delete') + 1));
  }
  if (command.name() === 'transfer' && typed === '--all') return WHOLE_ACCOUNT;
  if (commandPath(command).endsWith(' backup remove') && /^--key(-file)?(=|$)/.test(typed)) return withoutKey(args);
  const ofCreate = command.name() === 'create' && isOfPatients(command) ? createLine(args, typed) : undefined;
  if (ofCreate !== undefined) return ofCreate;
  const ofAccount = accountFlag(commandPath(command), args, typed);
  if (ofAccount !== undefined) return ofAccount;
  if (isExport(command) && PLACE_FLAGS.includes(typed.split('=')[0]!)) return { command: exportLine(args) };
  const place = PLACE_FLAGS.includes(typed.split('=')[0]!) ? placeLine(command, args, PLACE_FLAGS) : undefined;
  if (place !== undefined) return { command: place };
  if (!SIZE_FLAGS.includes(typed.split('=')[0]!) || command.name() !== 'create') return undefined;
  const sizes = args.flatMap((one, at) => {
    const [flag = '', value = args[at + 1] ?? 'NUMBER'] = one.split('=');
    return SIZE_FLAGS.includes(flag) ? [flag, value] : [];
  });
  if (command.parent?.name() === 'after') {
    const [, , id = 'PATIENT'] = args;
    const patient = id.startsWith('-') ? 'PATIENT' : id;
    return {
      before: 'an after-record has no height or weight, and the patient has',
      command: ['patients', 'update', patient, ...sizes],
    };
  }
  return {
    before: 'height and weight are added to a patient who is there; once this one is made',
    command: ['patients', 'update', 'last', ...sizes],
  };
}

/** The line with the flag, or the quotes, that were forgotten before the words too many. */
export function flaggedLine(command: Command, args: readonly string[]): Advice | undefined {
  const path = commandPath(command).split(' ').slice(1).join(' ');
  const taken = command.registeredArguments.length;
  const extra = command.args.slice(taken);
  if (isExport(command)) return exportAdvice(args);
  const words = args.slice(args.indexOf(command.name()));
  if (path === 'status') return { command: ['patients', 'get', extra.join(' ')] };
  if (path === 'accounts add') return accountsLine(words);
  // The only setting whose value has spaces.
  if (path === 'config set' && command.args[0] === 'clinic') {
    const name = command.args.slice(1);
    return { command: [...args.filter((one) => !name.includes(one)), name.join(' ')] };
  }
  const ofAccount = /^(patients )?create$/.test(path) ? accountWords(words) : undefined;
  if (ofAccount !== undefined) return accountsLine(ofAccount);
  if (extra.slice(0, -1).some(isField)) return { command: withFlags(args) };
  if (path === 'backup') return backupLine(args);
  if (path === 'login') return loginLine(args, extra);
  if (path === 'audit list') return auditLine(words.slice(1));
  const [first = '', second = ''] = command.args;
  const isOfPatient = command.registeredArguments[0]?.name() === 'patient';
  const phone = isOfPatient ? togetherAsPhone(command.args) : undefined;
  if (phone !== undefined) return { command: withPhone(command.args, phone, args) };
  if (isOfPatient && isPartOfName(first) && (isPartOfName(second) || isType(second))) {
    return quotedLine(command, args);
  }
  const folder = path === 'photos check' ? folderOfPhotos(command.args) : undefined;
  if (folder !== undefined) return { command: ['photos', 'check', folder] };
  const withPhotos = /^(patients )?create$/.test(path) ? createWords(args, extra) : undefined;
  if (withPhotos !== undefined) return { command: withPhotos };
  const flag = FLAG_OF[path];
  if (flag === undefined || extra.length === 0 || args.includes(flag)) return undefined;
  return { command: [...args.filter((one) => !extra.includes(one)), flag, extra.join(' ')] };
}

/** What else may have been meant by names that were typed without a flag. */
function exportAdvice(args: readonly string[]): Advice {
  const command = exportLine(args);
  const name = args.includes('--id') ? undefined : command[command.indexOf('--id') + 1];
  if (name === undefined || !command.includes('--id') || !isPartOfName(name)) return { command };
  if (name.includes(' ')) return { command, because: 'where that is one name' };
  const isAlone = command.at(-1) === NO_PLACE;
  return { command, ...(isAlone && { because: 'or, for all patients, only --to and the folder' }) };
}

/** `invite 021 000 0000` → `invite '021 000 0000'`; the parts are typed side by side. */
function withPhone(words: readonly string[], phone: string, args: readonly string[]): string[] {
  const start = args.indexOf(words[0]!);
  return [...args.slice(0, start), phone, ...args.slice(start + words.length)];
}

/** `backup list /mnt/clinic` and the like: the commands of other programs for backups. */
function backupLine([, word = '', ...rest]: readonly string[]): Advice | undefined {
  if (['list', 'ls', 'show', 'status', 'info', 'check', 'snapshots'].includes(word)) {
    return { command: ['backup', 'verify', ...rest, '--all'], because: 'which lists the snapshots' };
  }
  if (['delete', 'rm', 'prune', 'forget'].includes(word)) return { command: ['backup', 'remove', ...rest] };
  return word === 'restore' ? { command: ['restore', ...rest] } : undefined;
}

/** A removal reads nothing. */
function withoutKey(args: readonly string[]): Advice {
  const at = args.findIndex((one) => /^--key(-file)?(=|$)/.test(one));
  const line = args.toSpliced(at, args[at]!.includes('=') ? 1 : 2);
  return { before: 'a removal needs no key', command: line };
}

/** `maria phone 123` → `maria --phone 123`. The first word is the patient. */
export const withFlags = (words: readonly string[]): string[] =>
  words.map((word, at) => (at > 0 && at < words.length - 1 && isField(word) ? `--${word}` : word));

/** `maria silva phone 123` → `--name 'maria silva' --phone 123`. */
function withName(words: readonly string[]): string[] {
  const end = words.findIndex((word) => word.startsWith('-') || isField(word));
  const name = end === -1 ? words : words.slice(0, end);
  const rest = withFlags(['', ...words.slice(name.length)]).slice(1);
  return name.length === 0 ? rest : ['--name', name.join(' '), ...rest];
}

export const isField = (word: string) => PATIENT_FIELDS.some((field) => field === word);

const isSettingKey = (word = '') => SETTING_KEYS.some((key) => key === word) || word.startsWith(SURGEON);

/** `download lukasz model` → `download lukasz`, `invite maria silva mammo` → `invite 'maria silva' --type mammo`. */
function quotedLine(command: Command, args: readonly string[]): Advice {
  const words = command.args;
  const inFolder = folderLine(command, args);
  if (inFolder !== undefined) return { command: inFolder };
  const parts = words.filter(isPartOfName);
  // What is wanted of the patient is no part of the name.
  const name = parts.filter((word, at) => at === 0 || !WANTED.includes(word));
  const type = words.find(isType);
  const line = args.flatMap((arg) => {
    if (arg === name[0]) return [name.join(' ')];
    return parts.includes(arg) || arg === type ? [] : [arg];
  });
  const typed = type === undefined || args.includes('--type') ? [] : ['--type', type];
  const isOneName = `where that is one name; for several patients, one line each${type === undefined ? placeWords(command) : ''}`;
  return { command: [...line, ...typed], ...(name.length > 1 && { because: isOneName }) };
}
