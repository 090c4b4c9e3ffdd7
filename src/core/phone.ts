import { shown } from './shown.ts';

/** An extension within a house has so many; fewer are a slip. Where these end another number, a person has to look. */
export const LEAST_PHONE_DIGITS = 4;
/** So many are looked for at the end of numbers. */
export const LEAST_END_DIGITS = 3;
/** A number with its country's code has no more, by E.164; a longer one is mostly two in one cell. */
const MOST_PHONE_DIGITS = 15;
/** So many that end another number make it the same; fewer end too many numbers. */
export const LOCAL_NUMBER_DIGITS = 7;

/** `+1 202 555 0101 ext. 12` is a number with letters: a telephone behind that of a house. */
const EXTENSION = /[\s,;]*(?:ext(?:ension)?\.?|x|#)\s*(\d{1,6})$/i;
/** `+44 (0)20 …`: the nought is dialled within the country only. */
const NOUGHT_WITHIN_COUNTRY = /^((?:\+|00)[^(]*)\(0\)/;
/** Before the code of a country; `0017` alone is the end of a number. */
const ABROAD = /^(\+|00(?=(\P{Nd}*\p{Nd}){7}))/u;

/** What keeps a text from being a phone number, behind the field's name in a sentence; undefined for one that is. */
export function phoneProblem(text: string, leastDigits = LEAST_PHONE_DIGITS): string | undefined {
  const number = withoutExtension(text);
  const isNone = `is no phone number: ${shown(text)}`;
  if (/\p{L}/u.test(number)) return `${isNone} has letters; it takes digits, such as +351 21 000 0000`;
  if (digitsOf(number).length < leastDigits) return `${isNone} has fewer than ${leastDigits} digits`;
  const count = readNumber(text).digits.length;
  if (count <= MOST_PHONE_DIGITS) return undefined;
  return `${isNone} has ${count} digits; a phone number has at most ${MOST_PHONE_DIGITS}`;
}

/** Whether digits alone are a phone number, or the beginning of one, and no id: `00351912000203`, `0701741615`, `021`. */
export const isDialled = (text: string): boolean => /^0\d+$/.test(text);

/** The parts of a number that a shell took apart at its blanks, as one; undefined where they may be something else. */
export function togetherAsPhone(parts: readonly string[]): string | undefined {
  const [first = ''] = parts;
  if (!parts.every((part) => /^[+\d()./-]+$/.test(part)) || /^[1-9]\d*$/.test(first)) return undefined;
  // Only the first part of a number names a country.
  if (parts.slice(1).some((part) => part.includes('+'))) return undefined;
  const together = parts.join(' ');
  return phoneProblem(together) === undefined ? together : undefined;
}

/** How sure it is that two texts are one number. */
export type PhoneLikeness = 'same' | 'likely' | 'other';

/**
 * Whether a kept number is the typed one, whatever separates the digits. `+` and `00` are the same. One that names its
 * country and one that does not are likely the same where all digits of the shorter one end the longer one; two that
 * both name it are compared as a whole. With another extension, or with one alone, a number is at most likely the same:
 * in one house there are several people.
 */
export function phoneLikeness(typed: string): (kept: unknown) => PhoneLikeness {
  const wanted = readNumber(typed);
  return (kept) => {
    const number = readNumber(kept);
    if (number.digits === '' || wanted.digits === '') return 'other';
    if (number.digits === wanted.digits) return number.extension === wanted.extension ? 'same' : 'likely';
    if (number.namesCountry && wanted.namesCountry) return 'other';
    const [short, long] = [number, wanted].sort((a, b) => a.local.length - b.local.length) as [
      PhoneNumber,
      PhoneNumber,
    ];
    const isEnd = !short.namesCountry && short.local.length >= LOCAL_NUMBER_DIGITS && long.local.endsWith(short.local);
    return isEnd ? 'likely' : 'other';
  };
}

/** So many digits in a row are looked for anywhere in a number. */
export const LEAST_PART_DIGITS = 6;

/** Whether a kept number is the typed one, ends with it, or holds it, if that is long enough. */
export function hasPhone(typed: string): (kept: unknown) => boolean {
  const likeness = phoneLikeness(typed);
  const { digits, namesCountry } = readNumber(typed);
  const isPart = (number: string) =>
    digits.length >= LEAST_PART_DIGITS ? number.includes(digits) : number.endsWith(digits);
  return (kept) => likeness(kept) !== 'other' || (!namesCountry && isPart(readNumber(kept).digits));
}

interface PhoneNumber {
  digits: string;
  /** Without the noughts that stand in the place of a country. */
  local: string;
  namesCountry: boolean;
  /** Its digits; empty where there is none. */
  extension: string;
}

function readNumber(value: unknown): PhoneNumber {
  const whole = typeof value === 'string' ? value : '';
  const text = withoutExtension(whole).replace(NOUGHT_WITHIN_COUNTRY, '$1');
  const digits = digitsOf(text.replace(ABROAD, ''));
  return { digits, local: digits.replace(/^0+/, ''), namesCountry: ABROAD.test(text), extension: extensionOf(whole) };
}

/** Its digits without the sign of a call abroad, and whether they begin with a country. */
export const phoneDigits = (text: string): Pick<PhoneNumber, 'digits' | 'namesCountry'> => readNumber(text);

/** Without its extension. */
export const withoutExtension = (text: string) => text.normalize('NFKC').trim().replace(EXTENSION, '');
const extensionOf = (text: string) => EXTENSION.exec(text.normalize('NFKC').trim())?.[1] ?? '';
/** Whether a text may be of use to somebody who looks: it has digits enough, or some beside a note (`ext. 12`). */
export const mayHoldPhone = (text: string): boolean =>
  hasDigits(text) && (/\p{L}/u.test(text) || digitsOf(text).length >= LEAST_PHONE_DIGITS);
/** How many digits a number has, without its extension. */
export const digitsIn = (text: string): number => digitsOf(withoutExtension(text)).length;
/** Whether anything in a text is part of a number. */
export const hasDigits = (text: string): boolean => digitsOf(text) !== '';
const digitsOf = (text: string) => text.replaceAll(/\P{Nd}/gu, '');
