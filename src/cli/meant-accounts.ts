import type { Advice } from '../errors.ts';
import { commandMeantBy, withoutNoun } from './meant-words.ts';

/** What people call an account. */
const ACCOUNT_NOUNS = ['user', 'users', 'account', 'accounts', 'staff'];

/** `useradd`, `add-user`, `deluser`: a verb and who it is for, as one word. */
const ACCOUNT_WORD =
  /^(?:users?-?(add|new|create|del|delete|remove|rm|list)|(add|new|create|del|delete|remove|rm|list)-?users?)$/;

/** The words behind `accounts` that were meant by `user add bob`, `add user bob` or `useradd bob`; undefined for others. */
export function accountWords([word = '', ...rest]: readonly string[]): string[] | undefined {
  const [, behind, before] = ACCOUNT_WORD.exec(word) ?? [];
  const verb = behind ?? before;
  if (verb !== undefined) return [verb, ...rest];
  if (ACCOUNT_NOUNS.includes(word) && !isNearAccounts(word, rest[0])) return rest;
  const [noun = '', ...name] = withoutNoun(rest);
  const isVerb = ['patients create', 'patients delete'].includes(commandMeantBy(word) ?? '') || word === 'create';
  return isVerb && ACCOUNT_NOUNS.includes(noun) ? [word, ...name] : undefined;
}

/** `account add bob` is told as `accounts add bob`, with its own words. */
const isNearAccounts = (word: string, next = '--help') =>
  word === 'account' && ['add', ...ACCOUNT_COMMANDS].includes(next);

/** `create dr silva` behind `accounts`; and `delete dr-silva`, as an account can be closed, and stays. */
export function accountsLine([word = '', ...rest]: readonly string[]): Advice | undefined {
  if (['add', 'create'].includes(word) || commandMeantBy(word) === 'patients create') {
    const words = ACCOUNT_NOUNS.includes(rest[0] ?? '') ? rest.slice(1) : rest;
    const flags = words.findIndex((one) => one.startsWith('-'));
    const name = words.slice(0, flags === -1 ? undefined : flags);
    const typed = name.length > 0 ? [name.join(' ')] : words.includes('--help') ? [] : ['NAME'];
    return { command: ['accounts', 'add', ...typed, ...words.slice(name.length)] };
  }
  if (ACCOUNT_COMMANDS.includes(word)) return { command: ['accounts', word, ...rest] };
  if (word !== 'close' && commandMeantBy(word) !== 'patients delete') return undefined;
  return {
    command: ['accounts', 'disable', ...(rest.length === 0 ? ['NAME'] : rest)],
    because: 'an account is never deleted, as the audit tells by its name who did what; its help says how to close one',
  };
}

/** Beside `add`. */
const ACCOUNT_COMMANDS = ['list', 'update', 'disable', 'enable', 'token', 'tokens', '--help'];

/** As typed behind `accounts tokens`; without a command the list. */
export const tokensWords = (words: readonly string[]) =>
  ['list', 'add', 'revoke', '--help'].includes(words[0] ?? '') ? words : ['list'];

/** What people call the time for which a token works. */
const TERM_FLAGS = ['--days', '--valid', '--valid-for', '--validity', '--until', '--ttl', '--duration', '--for'];

/** `typed` may hold the value, too. */
const isTermFlag = (typed: string): boolean => TERM_FLAGS.includes(typed.split('=')[0]!);

/** `tokens add desk --days 30` with its own flag. */
function termLine(args: readonly string[], typed: string): string[] {
  const [flag = '', value] = typed.split('=');
  const at = args.findIndex((one) => one.split('=')[0] === flag);
  const term = value ?? args[at + 1] ?? '';
  const rest = args.slice(value === undefined && !term.startsWith('-') ? at + 2 : at + 1);
  const expires = /^\d+$/.test(term) ? `${term}d` : /^\d+[mhd]$/.test(term) ? term : '30d';
  return [...args.slice(0, at), '--expires', expires, ...rest];
}

/** `login https://recon.clinic.example`; another word, or a part of one, may be a token, and is not said again. */
export function loginLine(args: readonly string[], extra: readonly string[]): Advice | undefined {
  const [word = ''] = extra;
  if (extra.length !== 1 || args.includes('--base-url') || !/^https?:\/\/[^@?#]+$/i.test(word)) return undefined;
  return { command: args.flatMap((one) => (one === word ? ['--base-url', one] : [one])) };
}

/** A flag of another program behind `tokens add`, and one that `accounts update` does not have. */
export function accountFlag(path: string, args: readonly string[], typed: string): Advice | undefined {
  if (path.endsWith(' tokens add') && isTermFlag(typed)) return { command: termLine(args, typed) };
  if (!path.endsWith(' accounts update') || typed.split('=')[0] !== '--under') return undefined;
  return {
    before: 'an account stays where it was made; add another one there, under another name, and disable this one',
    command: ['accounts', 'add', 'NAME', ...args.slice(args.findIndex((one) => one.startsWith('--under')))],
  };
}
