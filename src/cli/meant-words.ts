import { RECONSTRUCTION_TYPES } from '../contract/reconstruction.ts';

/** What people type → the command that does it. */
const MEANT: ReadonlyArray<readonly [command: string, words: string]> = [
  ['patients create', 'add new make register insert enrol enroll'],
  ['list --name', 'find search lookup look whois who'],
  ['list --status failed', 'failed failures'],
  ['list -o xlsx', 'excel xlsx spreadsheet'],
  ['show', 'show get open card phone email address report info details'],
  [
    'patients update',
    'update change edit rename correct modify fix set retry redo again remake regenerate swap replace',
  ],
  ['patients delete', 'delete remove erase rm del drop discard'],
  ['patients accept', 'accept approve confirm lock finalize finalise final mark'],
  ['patients accept --undo', 'unaccept unapprove unlock reopen reject'],
  ['patients import', 'import load'],
  ['patients export', 'export save store copy usb archive'],
  ['photos check', 'check'],
  [
    'view',
    'view result results picture pictures model compare before print simulate simulation simulations implant implants',
  ],
  ['invite', 'invite invitation link send qr'],
  ['invite --revoke', 'revoke cancel withdraw'],
  ['transfer', 'transfer give hand move refer'],
  ['download', 'download'],
  ['wait', 'wait'],
  ['status', 'today todo waiting overview whoami count'],
  ['login', 'signin connect setup'],
  ['list', 'ls all people'],
  ['resume', 'continue finish'],
  ['serve', 'start'],
  ['audit list', 'history log logs'],
  ['config list', 'settings configure'],
  ['config profiles', 'profile profiles'],
  ['config set clinic', 'clinic'],
  ['config set language', 'language'],
  ['help privacy', 'forget privacy'],
  ['help commands', 'commands'],
  ['help columns', 'columns column map mapping'],
  ['help screen-reader', 'screen screen-reader reader accessibility accessible a11y braille blind'],
  ['help systemd', 'systemd systemctl service-unit unit timer nginx daemon boot'],
  ['help upgrade', 'upgrade'],
  ['help uninstall', 'uninstall'],
];

export const MEANT_WORDS: readonly string[] = MEANT.flatMap(([, words]) => words.split(' '));

/** The command with the flag that it needs. */
export const lineMeantBy = (word: string): string | undefined =>
  MEANT.find(([, words]) => words.split(' ').includes(word))?.[0];

/** The command, without `recon`, that people mean by a word. */
export const commandMeantBy = (word: string): string | undefined => lineMeantBy(word)?.replace(/ --.*/, '');

const BEFORE_NAMES = ['a', 'an', 'the', 'new', 'patient', 'patients'];

/** What is wanted of a patient, and no part of the name. */
export const WANTED = ['model', 'models', '3d', 'photo', 'photos', 'archive', 'zip', 'link', 'record'];

/** `add a new patient maria` → `maria`, `send link maria` → `maria`. */
export function withoutNoun(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => ![...BEFORE_NAMES, ...WANTED].includes(word));
  return first === -1 ? [] : words.slice(first);
}

/** A longer number is a phone's. */
export const LEAST_PHONE_DIGITS = 7;

export const isId = (word: string) => /^\d+$/.test(word);

/** A letter first, and no type or path. */
export const isPartOfName = (word: string) => /^\p{L}[^/\\.]*$/u.test(word) && !isType(word);

/** Written as a name is. */
export const looksLikeName = (word: string) => isPartOfName(word) && /^\p{Lu}/u.test(word);

/** What `--since` takes in words. */
export const isTime = (word: string) => ['today', 'yesterday', 'week', 'month'].includes(word);

export const isType = (word: string) => RECONSTRUCTION_TYPES.some((type) => type === word);
