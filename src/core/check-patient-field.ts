import type { PatientField } from '../contract/patient.ts';
import { readCountry } from './country.ts';
import { misplaced } from './misplaced.ts';
import { hasDigits, LEAST_PHONE_DIGITS, mayHoldPhone, phoneProblem } from './phone.ts';
import { shown } from './shown.ts';

/** A value as it is sent, with a warning; or what is wrong with it. Both stand behind the field's name in a sentence. */
export type FieldRead = { value: string; warning?: string } | { problem: string };

/** Typed by a person at the command line, of a data file, or of a list of patients. */
export type Origin = 'typed' | 'file' | 'list';

/** All control characters: C0, DEL and C1. Joiners and marks of direction are none: they belong to names. */
const CONTROL = /\p{Cc}/u;
/** Half of a character: UTF-8 has no way to write it. */
const HALF = /\p{Surrogate}/u;
/** Nothing that can be seen. */
const BLANK = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}]*$/u;
const EMAIL = /^[^@\s]+@[^@\s]+$/u;

/**
 * One field of a patient, by the same rules wherever it comes from: a flag, a prompt, a data file or a row of a list.
 * A control character that was typed is a slip of the keyboard or of the clipboard; of elsewhere it is sent as it is. So
 * is a text that is no phone number, since an office's list has notes in that column. In a list two things are problems:
 * a phone number with too few digits, which is a slip or belongs to another column, and a phone number or an e-mail
 * address in the place of a name or a city; a typed one is only warned of. An empty value is none, and empties the field in
 * an update.
 */
export function readPatientField(field: PatientField, text: string, from: Origin): FieldRead {
  if (text === '') return { value: '' };
  if (HALF.test(text)) return { problem: 'holds half of a character (an unpaired surrogate), which cannot be sent' };
  if (from === 'typed' && CONTROL.test(text)) return { problem: `holds a control character, ${firstControl(text)}` };
  const ofOther = from === 'file' ? undefined : misplaced(field, text);
  if (ofOther !== undefined && from === 'list') return { problem: `${ofOther}; move it to its own column` };
  if (from === 'list' && field === 'phone' && !mayHoldPhone(text)) {
    const has = hasDigits(text) ? `fewer than ${LEAST_PHONE_DIGITS} digits` : 'no digits';
    return { problem: `is no phone number: ${shown(text)} has ${has}; write the number, or leave it empty` };
  }
  const noPhone = field === 'phone' ? phoneProblem(text) : undefined;
  if (noPhone !== undefined)
    return from === 'typed' ? { problem: noPhone } : { value: text, warning: `${noPhone}; it is sent as it is` };
  const read = readBy(field, text);
  if (ofOther !== undefined && 'value' in read) return { ...read, warning: `${ofOther}; it is sent as it is` };
  if ('problem' in read || !CONTROL.test(read.value)) return read;
  return { ...read, warning: `holds a control character, ${firstControl(text)}, and is sent with it` };
}

function readBy(field: PatientField, text: string): FieldRead {
  if (field === 'name' && BLANK.test(text)) return { problem: 'is blank' };
  if (field === 'email' && !EMAIL.test(text)) {
    return {
      problem: `is no e-mail address: ${shown(text)}; an address has one @, something on both sides and no blanks`,
    };
  }
  if (field !== 'country') return { value: text };
  const country = readCountry(text);
  return 'code' in country ? { value: country.code } : country;
}

/** `U+0007 as character 5`: the character itself is not shown. */
function firstControl(text: string): string {
  const at = text.search(CONTROL);
  const code = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0');
  return `U+${code} as character ${[...text.slice(0, at)].length + 1}`;
}
