import type { Received } from '../../contract/answers.ts';
import {
  answerKeyOf,
  PATIENT_FIELDS,
  type Patient,
  type PatientField,
  type PatientInput,
} from '../../contract/patient.ts';
import type { Advice } from '../../errors.ts';
import { listed } from '../draft.ts';
import { phoneLikeness } from '../phone.ts';
import { isSameText } from '../same-person.ts';
import { fieldName } from './columns.ts';

type Listed = Received<Patient>;

/** The fields that a row has, and its patient has not or has otherwise. What the row has empty is no difference. */
export interface Differences {
  lacked: PatientField[];
  other: PatientField[];
}

/** A service may tidy up capitals, spaces and the signs in a number. Of a field that it leaves out, nobody knows. */
export const differencesOf = (there: Listed, patient: PatientInput): Differences => compared(there, patient, isOther);

const isOther = (field: PatientField, kept: string, sent: string) =>
  !isSameText(kept, sent) && (field !== 'phone' || phoneLikeness(sent)(kept) === 'other');

const isOtherText = (_: PatientField, kept: string, sent: string) =>
  kept.normalize('NFC').trim() !== sent.normalize('NFC').trim();

function compared(there: Listed, patient: PatientInput, differs: typeof isOther): Differences {
  const differences: Differences = { lacked: [], other: [] };
  for (const field of PATIENT_FIELDS) {
    const [kept, sent = ''] = [there?.[answerKeyOf(field)], patient[field]];
    if (sent.trim() === '') continue;
    if (kept === null || kept === '') differences.lacked.push(field);
    else if (typeof kept === 'string' && differs(field, kept, sent)) differences.other.push(field);
  }
  return differences;
}

export const fieldsOf = ({ lacked, other }: Differences): PatientField[] =>
  PATIENT_FIELDS.filter((field) => lacked.includes(field) || other.includes(field));

/** `phone and postal code` */
export const fieldsText = (fields: readonly PatientField[]): string =>
  listed(fields.map((field) => field.replaceAll('_', ' ')));

/** The flags of an update. Values are in the row; the line is also for a screen, and for what keeps a script's stderr. */
export const typedFields = (fields: readonly PatientField[]): string[] =>
  fields.flatMap((field) => [`--${fieldName(field)}`, fieldName(field).toUpperCase()]);

/** What is told of a row that was changed after it had become patient `id`; undefined where the record is like it. */
export function changedSince(id: string, there: Listed, patient: PatientInput): Advice | undefined {
  const fields = fieldsOf(differencesOf(there, patient));
  // Nothing but capitals, spaces or signs was corrected.
  if (fields.length === 0) fields.push(...fieldsOf(compared(there, patient, isOtherText)));
  if (fields.length === 0) return undefined;
  const were = fields.length === 1 ? 'was' : 'were';
  return {
    before: `was imported as patient ${id} and differs from that record in ${fieldsText(fields)}, which ${were} not sent; to change the patient`,
    command: ['patients', 'update', id, ...typedFields(fields)],
  };
}
