import type { Received } from '../contract/answers.ts';
import type { Patient, PatientInput } from '../contract/patient.ts';
import { slips } from '../system/nearest.ts';
import { folded } from './folded.ts';
import { givenFirst, withoutTitles } from './name-order.ts';
import { LEAST_PHONE_DIGITS, LOCAL_NUMBER_DIGITS } from './phone.ts';
import { hasSpellings, spellingsOf } from './spellings.ts';

// Whether a patient on the list is the person who was sent, roughly from strict to loose: isSamePerson (what naturalKeyOf
// keeps), agreesInNameAndContact, agreesInAll, agreesUnopposed, isAlike, agreesInOne. The looser do not include the
// stricter: isAlike always wants the same name, agreesUnopposed does not.

type Listed = Received<Patient>;

/**
 * The key of a person without an id: name, email and phone. Capitals, spaces, the two ways to encode the same letter and
 * `Surname, First name` make no difference, and a missing field equals an empty one. Undefined if all are missing.
 */
export const naturalKeyOf = (patient: Listed | PatientInput): string | undefined => keyOf(patient, ordered);

/** The same key with the name as it is written, by which version 0.18 and earlier knew a person. */
export const writtenKeyOf = (patient: Listed | PatientInput): string | undefined => keyOf(patient, (name) => name);

function keyOf(patient: Listed | PatientInput, nameOf: (name: unknown) => unknown): string | undefined {
  const parts = [
    withAccents(nameOf(patient?.name)),
    withAccents(patient?.email),
    withAccents(patient?.phone).replaceAll(/[\s()./-]/g, ''),
  ];
  return parts.every((part) => part === '') ? undefined : JSON.stringify(parts);
}

/** The same name, email and phone, also where one phone number is written with its country and the other without. */
export function isSamePerson(one: Listed, other: PatientInput): boolean {
  if (naturalKeyOf(other) === undefined) return false;
  if (naturalKeyOf(one) === naturalKeyOf(other)) return true;
  const names = isSameOrdered(one?.name, other.name) && withAccents(one?.email) === withAccents(other.email);
  return names && isSameNumber(one?.phone, other.phone, LOCAL_NUMBER_DIGITS);
}

/** Each of the three that was given is there, but for letters and signs that a service may tidy up. */
export function agreesInAll(listed: Listed, patient: PatientInput): boolean {
  return KEY_FIELDS.every((field) => {
    const [there, sent] = [listed?.[field], patient[field]].map((value) => (field === 'name' ? ordered(value) : value));
    return (
      withoutAccents(sent) === '' ||
      withoutAccents(there) === withoutAccents(sent) ||
      (field === 'phone' && isSameNumber(there, sent))
    );
  });
}

/**
 * True if the e-mail address or the phone number is the same; then nothing else is compared. Else true if the name is the
 * same but for order and length, and neither address nor number is there and different.
 */
export function agreesUnopposed(listed: Listed, patient: PatientInput): boolean {
  const email = withoutAccents(patient.email);
  if (email !== '' && withoutAccents(listed?.email) === email) return true;
  if (isSameNumber(listed?.phone, patient.phone)) return true;
  const isOtherEmail = email !== '' && withoutAccents(listed?.email) !== '';
  const isOtherPhone = digits(patient.phone) !== '' && digits(listed?.phone) !== '';
  return !isOtherEmail && !isOtherPhone && isSameName(listed?.name, patient.name);
}

/** The same name, in any order, with the same address or the same number; the other one of these may differ. */
export const agreesInNameAndContact = (listed: Listed, patient: PatientInput): boolean =>
  isNamesake(listed, patient) && sharedContact(listed, patient) !== undefined;

/**
 * May be the same person, typed in twice: the same name in any order, with the same number or address, or with nothing
 * against it. Another number is against it; another address beside the same number is not.
 */
export function isAlike(listed: Listed, patient: PatientInput): boolean {
  return (
    (isSameName(listed?.name, patient.name) || isNamesake(listed, patient)) &&
    (agreesUnopposed(listed, patient) ||
      isUnopposedNamesake(listed, patient) ||
      isSameNumber(listed?.phone, patient.phone, LOCAL_NUMBER_DIGITS))
  );
}

/** Without an address or a number that is against it. */
const isUnopposedNamesake = (listed: Listed, patient: PatientInput): boolean =>
  isNamesake(listed, patient) && agreesUnopposed({ ...listed, name: patient.name }, patient);

/** What somebody shares with a person who is not stopped for: a namesake, or one of a family with one telephone. */
export type Shared = 'name' | 'phone number' | 'e-mail address';

/** undefined where nothing is the same, and for somebody who may be this person. */
export function sharedWith(listed: Listed, patient: PatientInput): Shared | undefined {
  if (isAlike(listed, patient) || agreesInNameAndContact(listed, patient)) return undefined;
  return isNamesake(listed, patient) ? 'name' : sharedContact(listed, patient);
}

/** The same words in the name, in any order, whatever the accents and titles, and with `ue` for `ü`. */
export function isNamesake(listed: Listed, patient: PatientInput): boolean {
  const [there, sent] = [listed?.name, patient.name].map(nameWords);
  return sent !== '' && (there === sent || isSpelledSame(textOf(listed?.name), textOf(patient.name)));
}

/** Each word is one of the other name, in one of its spellings. */
function isSpelledSame(one: string, other: string): boolean {
  const [own, theirs] = [one, other].map((name) =>
    withoutTitles(name)
      .split(/[\s,]+/)
      .filter(Boolean),
  );
  if (own!.length !== theirs!.length || ![...own!, ...theirs!].some(hasSpellings)) return false;
  const left = theirs!.map(spellingsOf);
  return own!.every((word) => {
    const spelled = spellingsOf(word);
    const at = left.findIndex((all) => all.some((text) => spelled.includes(text)));
    return at !== -1 && left.splice(at, 1).length === 1;
  });
}

/** Another name by one letter, with the same number or address: most likely a slip. */
export const isSlip = (listed: Listed, patient: PatientInput): boolean =>
  sharedContact(listed, patient) !== undefined && slips(nameWords(listed?.name), nameWords(patient.name)) === 1;

function sharedContact(listed: Listed, patient: PatientInput): Shared | undefined {
  if (isSameNumber(listed?.phone, patient.phone, LOCAL_NUMBER_DIGITS)) return 'phone number';
  const email = withoutAccents(patient.email);
  return email !== '' && withoutAccents(listed?.email) === email ? 'e-mail address' : undefined;
}

/** One of the three that were given is there, or none was given. */
export function agreesInOne(listed: Listed, patient: PatientInput): boolean {
  const given = KEY_FIELDS.filter((field) => withoutAccents(patient[field]) !== '');
  return (
    given.length === 0 ||
    given.some((field) => withoutAccents(listed?.[field]) === withoutAccents(patient[field])) ||
    isSameNumber(listed?.phone, patient.phone, LOCAL_NUMBER_DIGITS) ||
    isSameName(listed?.name, patient.name)
  );
}

/** What the `naturalKeyOf` of a person was made of. */
export function patientOfKey(key: string): PatientInput {
  const [name = '', email = '', phone = ''] = JSON.parse(key) as string[];
  return { name, email, phone };
}

/** Two who may agree in a name and a contact have one of these in common. */
export function contactKeys(patient: PatientInput): string[] {
  const name = nameWords(patient.name);
  const contacts = likenessKeys(patient).filter((key) => !key.startsWith('name '));
  return name === '' ? [] : contacts.map((contact) => `${name} ${contact}`);
}

/**
 * The contacts that two rows of one list have in common, where their names are the same in any order, whatever the
 * accents and titles: most likely one person who was typed twice. Empty for anybody else.
 */
export function sharedContacts(one: PatientInput, other: PatientInput): ('email' | 'phone')[] {
  const [name, same] = [one, other].map((patient) => nameWords(patient.name));
  if (name === '' || name !== same) return [];
  const email = withoutAccents(one.email);
  return [
    ...(email !== '' && email === withoutAccents(other.email) ? (['email'] as const) : []),
    ...(isSameNumber(one.phone, other.phone, LOCAL_NUMBER_DIGITS) ? (['phone'] as const) : []),
  ];
}

/** The same text but for capitals, spaces and the two ways to encode a letter. */
export const isSameText = (one: unknown, other: unknown): boolean => withAccents(one) === withAccents(other);

/** The same name but for these, and for `Surname, First name`. */
export const isSameOrdered = (one: unknown, other: unknown): boolean => isSameText(ordered(one), ordered(other));

/** Two who agree in a name, an address or a number have one of these in common. */
export function likenessKeys(patient: Listed | PatientInput): string[] {
  const parts = {
    name: nameWords(patient?.name),
    email: withoutAccents(patient?.email),
    phone: digits(patient?.phone).replace(/^0+/, '').slice(-LOCAL_NUMBER_DIGITS),
  };
  return Object.entries(parts).flatMap(([field, part]) => (part === '' ? [] : [`${field} ${part}`]));
}

function isSameName(one: unknown, other: unknown): boolean {
  const [short = '', long = ''] = [withoutAccents(one), withoutAccents(other)].sort((a, b) => a.length - b.length);
  if (short === '') return false;
  return sortedWords(short) === sortedWords(long) || (short.length >= CUT_NAME_CHARACTERS && long.startsWith(short));
}

/** Nothing but the words by which people are told apart. */
const nameWords = (name: unknown): string => sortedWords(withoutTitles(withoutAccents(name)));

const sortedWords = (name: string) => name.split(/[ ,]+/).filter(Boolean).sort().join(' ');

/** No service cuts names shorter than this. */
const CUT_NAME_CHARACTERS = 8;

/** One with a country's code before it, or without the nought that it replaces. */
function isSameNumber(one: unknown, other: unknown, leastDigits = LEAST_PHONE_DIGITS): boolean {
  const [short = '', long = ''] = [one, other]
    .map((value) => digits(value).replace(/^0+/, ''))
    .sort((a, b) => a.length - b.length);
  return short !== '' && (short === long || (short.length >= leastDigits && long.endsWith(short)));
}

const KEY_FIELDS = ['name', 'email', 'phone'] as const;

/** A name with the first name in front, as most services have it. */
const ordered = (name: unknown) => (typeof name === 'string' ? (givenFirst(name) ?? name) : name);
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const lowerCased = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
const withAccents = (value: unknown) => lowerCased(textOf(value).normalize('NFC'));
const withoutAccents = (value: unknown) => lowerCased(folded(value));
const digits = (value: unknown) => textOf(value).replaceAll(/\D/g, '');
