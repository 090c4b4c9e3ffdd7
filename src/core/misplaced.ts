import type { PatientField } from '../contract/patient.ts';
import { shown } from './shown.ts';

const EMAIL = /[^\s@]@[^\s@]+\.[^\s@]/u;
const EMAIL_ALONE = /^[^\s@]+@[^\s@]+$/u;
/** With the sign before a country's code: no name and no place has one before seven digits. */
const PHONE = /\+(?:[\s()./-]*\p{Nd}){7}/u;
/** Digits in groups, as a telephone shows them. A name may be a number of the clinic's own, which has no blanks. */
const PHONE_ALONE = /^\(?\p{Nd}[\p{Nd}()./-]*(?:\s+[\p{Nd}()./-]+)+$/u;
const SEVEN_DIGITS = /^(?:\P{Nd}*\p{Nd}){7}/u;

/** The fields that hold words. */
const WORDS: readonly PatientField[] = ['name', 'city', 'state'];
const PLACES: readonly PatientField[] = ['city', 'state'];

/**
 * What tells that a value belongs to another field, behind the field's name in a sentence; undefined where nothing does. The
 * fields that have a form of their own are checked by that.
 */
export function misplaced(field: PatientField, text: string): string | undefined {
  const isWords = WORDS.includes(field);
  const what = text.normalize('NFKC').trim();
  if (isWords ? EMAIL.test(what) : field === 'phone' && EMAIL_ALONE.test(what)) {
    return holds('an e-mail address', text);
  }
  if (!isWords) return undefined;
  if (PHONE.test(what)) return holds('a phone number', text);
  if (/\p{L}/u.test(what) || !SEVEN_DIGITS.test(what)) return undefined;
  if (PHONE_ALONE.test(what)) return holds('a phone number', text);
  return PLACES.includes(field) ? `is no place: ${shown(text)} has no letters` : undefined;
}

const holds = (what: string, text: string) => `holds ${what}: ${shown(text)}`;
