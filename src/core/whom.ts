import type { Received } from '../contract/answers.ts';
import type { Patient } from '../contract/patient.ts';
import { ReconError } from '../errors.ts';
import { slips } from '../system/nearest.ts';
import { idText } from './answer.ts';
import type { Client } from './client.ts';
import { readCountry } from './country.ts';
import { folded } from './folded.ts';
import { readId } from './ids.ts';
import { withoutTitles } from './name-order.ts';
import { isDialled, LEAST_PHONE_DIGITS, phoneLikeness, withoutExtension } from './phone.ts';
import { hasSpellings, spellingsOf, typedSpellings } from './spellings.ts';
import { readWholeList } from './whole-list.ts';

// Whom a person means who types an id, a name, an e-mail address, a phone number or `last`.

type Listed = Received<Patient>;

/** What was typed for one patient. */
export type Whom = { by: 'id'; id: string } | { by: 'last' } | { by: 'name' | 'email' | 'phone'; typed: string };

/** A patient who may be meant. */
export interface Candidate {
  id: string;
  patient: Listed;
  /** Every word of the name, or the address or number to its last sign; else only parts of it. */
  isWhole: boolean;
  /** Only with `ue` for `ü` and the like; whoever has what was typed, letter by letter, goes before. */
  isSpelled: boolean;
}

/** @throws ReconError `usage` for what can be none of them */
export function readWhom(text: string): Whom {
  const typed = text.normalize('NFKC').trim();
  if (isDialled(typed)) return { by: 'phone', typed };
  if (/^\d+$/.test(text)) return { by: 'id', id: readId(text) };
  if (typed === 'last') return { by: 'last' };
  const number = withoutExtension(typed);
  const isNumber = /^\+?[\d\s()./-]+$/.test(number) && !/^\d+$/.test(typed);
  if (isNumber && number.replaceAll(/\D/g, '').length >= LEAST_PHONE_DIGITS) return { by: 'phone', typed };
  if (/\p{L}/u.test(typed)) return { by: typed.includes('@') ? 'email' : 'name', typed };
  throw new ReconError('usage', `${JSON.stringify(text.slice(0, 60))} is no id, name, e-mail or phone of a patient`, {
    details: ['an id is a whole number; a phone number has a + or a separator, such as 021-000-0000'],
    hint: { command: ['patients', 'list'], because: 'which shows ids' },
  });
}

/** How often a list that does not hold as many patients as the service counts is read. */
const MOST_READINGS = 3;

/**
 * All patients with an id and a name, address or number: only who has seen them all knows that somebody is the only one.
 * No filter is asked for: what a service finds by one is its own choice.
 * @throws ReconError `unavailable` if patients were missing in each reading
 */
export async function readEverybody(
  client: Pick<Client, 'eachPage'>,
  onProgress?: (read: number, total: number) => void,
): Promise<Listed[]> {
  let counts = '';
  for (let reading = 1; reading <= MOST_READINGS; reading += 1) {
    const { listed, total } = await readWholeList(client, {}, onProgress);
    if (listed.length >= total) return listed;
    counts = `it counts ${total} and listed ${listed.length}`;
  }
  throw new ReconError(
    'unavailable',
    `the service did not list all its patients, so the right one may be missing: ${counts}`,
    {
      hint: 'the same command with the id of the patient',
    },
  );
}

/**
 * Who may be meant, the likeliest first. Of a name each typed word must be in it, in any order, whatever the accents and
 * capitals; where nobody has such a name, some of the words may be of the place. Then come those of whom this is true with
 * `ue` for `ü`. Where it is nobody, a title such as `Frau Dr.` is left out. An address must be the same, and a number too, but for its country.
 * @throws ReconError `protocol` if one of them has no id that can be read: nobody could tell that one from others
 */
export function candidatesFor(everybody: readonly Listed[], whom: Extract<Whom, { typed: string }>): Candidate[] {
  const { by, typed } = whom;
  if (by !== 'name') return rated(everybody, { email: emailLikeness, phone: phoneRank }[by](typed));
  const found = candidatesNamed(everybody, typed);
  const bare = withoutTitles(typed);
  if (found.length > 0 || bare === typed) return found;
  // Not the whole name as it was typed: a change by it asks.
  return candidatesNamed(everybody, bare).map((one) => ({ ...one, isWhole: false }));
}

function candidatesNamed(everybody: readonly Listed[], typed: string): Candidate[] {
  const named = rated(everybody, nameLikeness(wordsOf(typed), wordsOf));
  const mayBePlace = named.length === 0 && wordsOf(typed).length > 1;
  const countries = mayBePlace ? wordsOf(typed).map(codeOf) : [];
  const placed = (wanted: readonly Word[], words: WordsOf) =>
    mayBePlace ? rated(everybody, nameAndPlaceLikeness(wanted, words, countries)) : [];
  const asTyped = named.length > 0 ? named : placed(wordsOf(typed), wordsOf);
  if (!isSpellable(typed)) return asTyped;
  const places = placed(spelledTyped(typed), spelledWords);
  const spelled = [...rated(everybody, nameLikeness(spelledTyped(typed), spelledWords)), ...places];
  const known = new Set(asTyped.map(({ id }) => id));
  const others = spelled.filter(({ id }) => !known.has(id) && known.add(id));
  return [...asTyped, ...others.map((one) => ({ ...one, isSpelled: true }))];
}

function rated(everybody: readonly Listed[], likeness: (patient: Listed) => number): Candidate[] {
  return everybody
    .flatMap((patient) => {
      const rank = likeness(patient);
      return rank === NOT_ALIKE ? [] : [{ patient, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ patient, rank }) => {
      const id = idText(patient?.id);
      if (id !== undefined) return { id, patient, isWhole: rank === WHOLE, isSpelled: false };
      throw new ReconError('protocol', 'the service lists a patient like this one with an id that is no number', {
        hint: 'ask the people who run the service',
      });
    });
}

/** A name is near where all its words together differ by so many letters. */
const MOST_SLIPS = 2;
/** Letters of a word that may differ by one, and by two: a shorter one is another name then. */
const [SLIPS_ONCE, SLIPS_TWICE] = [3, 6];
const mostSlips = ({ length }: string) => (length < SLIPS_ONCE ? 0 : length < SLIPS_TWICE ? 1 : MOST_SLIPS);

/**
 * Whose name is nearest to one that nobody has: each typed word is a word of it but for a letter or two. Several where
 * they are as near; none where all are far.
 */
export function nearestNames(everybody: readonly Listed[], typed: string): Listed[] {
  const wanted = wordsOf(typed);
  const slipsOf = (part: string, word: string) => {
    const count = word.startsWith(part) ? 0 : slips(part, word);
    return count > mostSlips(part) ? NOT_ALIKE : count;
  };
  const rated = everybody.map((patient) => {
    const words = wordsOf(patient?.name);
    const counts = wanted.map((part) => Math.min(NOT_ALIKE, ...words.map((word) => slipsOf(part, word))));
    return { patient, count: counts.reduce((sum, count) => sum + count, 0) };
  });
  const fewest = Math.min(MOST_SLIPS, ...rated.map(({ count }) => count));
  return rated.filter(({ count }) => count === fewest).map(({ patient }) => patient);
}

/**
 * The one that is meant without a doubt: the only candidate, or the only one with this whole name. A phone number leaves
 * the country open, so of several none is the one. Of those found by another spelling one is meant only where nobody else
 * was found at all.
 */
export function onlyOne(candidates: readonly Candidate[], { by }: Whom): Candidate | undefined {
  const asTyped = candidates.filter(({ isSpelled }) => !isSpelled);
  const whole = asTyped.filter(({ isWhole }) => isWhole);
  const likely = asTyped.length > 0 ? asTyped : candidates;
  const meant = by !== 'phone' && whole.length > 0 ? whole : likely;
  return meant.length === 1 ? meant[0] : undefined;
}

/**
 * A name as a word of any shell: its words alone, which find the same patient as the name does. With its accents where
 * they were typed. undefined where that would be an id, `last` or nothing.
 */
export function typeableName(name: string, typed: string): string | undefined {
  const [own, plain] = [namePieces(name.normalize('NFC')), wordsOf(name)].map((words) => words.join(' '));
  const word = own!.toLowerCase().includes(typed.toLowerCase()) ? own! : plain!;
  if (!/\p{L}/u.test(word) || readWhom(word).by !== 'name') return undefined;
  return nameLikeness(wordsOf(word), wordsOf)({ name }) === WHOLE ? word : undefined;
}

const WHOLE = 0;
const NOT_ALIKE = Number.POSITIVE_INFINITY;

/** Whether each word that was typed is part of a name, in any order and with `ue` for `ü`, too. */
export function hasNameLike(typed: string): (patient: Listed) => boolean {
  const [wanted, words] = isSpellable(typed) ? [spelledTyped(typed), spelledWords] : [wordsOf(typed), wordsOf];
  const likeness = nameLikeness(wanted, words);
  return (patient) => likeness(patient) !== NOT_ALIKE;
}

/** Whether each word that was typed begins a word of the city, with `oe` for `ö`, too. */
export function hasCityLike(typed: string): (patient: Listed) => boolean {
  const [wanted, words] = isSpellable(typed) ? [spelledTyped(typed), spelledWords] : [wordsOf(typed), wordsOf];
  return (patient) => {
    const own = words(patient?.city);
    const begins = (word: string, part: string) => word.startsWith(part);
    return wanted.length > 0 && wanted.every((part) => own.some((word) => isOf(part, word, begins)));
  };
}

/** A word, or a word in each of its spellings. */
type Word = string | readonly string[];
type WordsOf = (value: unknown) => readonly Word[];

/** WHOLE, 1 where each typed word begins a word of the name, 2 where it stands anywhere, else NOT_ALIKE. */
function nameLikeness(wanted: readonly Word[], words: WordsOf) {
  return (patient: Listed): number => {
    const own = words(patient?.name);
    const isIn = (isPart: (word: string, part: string) => boolean) =>
      wanted.every((part) => own.some((word) => isOf(part, word, isPart)));
    if (isEachOne(wanted, own)) return WHOLE;
    if (isIn((word, part) => word.startsWith(part))) return 1;
    return isIn((word, part) => word.includes(part)) ? 2 : NOT_ALIKE;
  };
}

const isOf = (typed: Word, own: Word, isPart: (word: string, part: string) => boolean): boolean =>
  [typed].flat().some((part) => [own].flat().some((word) => isPart(word, part)));

/** Each word is one of the others, and none is left over. */
function isEachOne(wanted: readonly Word[], words: readonly Word[]): boolean {
  const left = [...words];
  for (const part of wanted) {
    const at = left.findIndex((word) => isOf(part, word, (one, other) => one === other));
    if (at === -1) return false;
    left.splice(at, 1);
  }
  return left.length === 0;
}

/**
 * `zoe akerman malmö`: 1 where each typed word begins a word of the name, the city or the state, or is the country by its
 * name or code, and one is the name's.
 */
function nameAndPlaceLikeness(typed: readonly Word[], words: WordsOf, countries: readonly (string | undefined)[]) {
  const wanted = typed.map((part, at) => ({ part, country: countries[at] }));
  return (patient: Listed): number => {
    const [name, place] = [words(patient?.name), [...words(patient?.city), ...words(patient?.state)]];
    const isIn = (part: Word, own: readonly Word[]) =>
      own.some((word) => isOf(part, word, (one, beginning) => one.startsWith(beginning)));
    const isThere = ({ part, country }: (typeof wanted)[number]) =>
      isIn(part, place) || (country !== undefined && country === textOf(patient?.country_iso).toUpperCase());
    const isMeant = wanted.every((one) => isIn(one.part, name) || isThere(one));
    return isMeant && wanted.some(({ part }) => isIn(part, name)) ? 1 : NOT_ALIKE;
  };
}

/** Whether one of the words that were typed has spellings. */
const isSpellable = (typed: string) => namePieces(typed).some(hasSpellings);

const spelledTyped = (typed: string): Word[] => namePieces(typed.normalize('NFKC')).map(typedSpellings);
const spelledWords = (value: unknown): Word[] => namePieces(textOf(value).normalize('NFKC')).map(spellingsOf);

/** Of a country. */
function codeOf(word: string): string | undefined {
  const country = readCountry(word);
  return 'code' in country ? country.code : undefined;
}

function emailLikeness(typed: string) {
  const wanted = addressOf(typed);
  return (patient: Listed): number => (addressOf(patient?.email) === wanted ? WHOLE : NOT_ALIKE);
}

/** The same number, or one of them with its country or area before it. */
function phoneRank(typed: string) {
  const likeness = phoneLikeness(typed);
  return (patient: Listed): number => ({ same: WHOLE, likely: 1, other: NOT_ALIKE })[likeness(patient?.phone)];
}

/** `O’Brien-Núñez, Ana` → obrien, nunez, ana. A name without letters is its own only word. */
function wordsOf(value: unknown): string[] {
  const text = folded(value);
  const words = namePieces(text);
  return words.length > 0 || text.trim() === '' ? words : [text.trim()];
}

const namePieces = (text: string) =>
  text
    .replaceAll(/['’ʼ`]/g, '')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean);

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const addressOf = (value: unknown) => textOf(value).normalize('NFKC').trim().toLowerCase();
