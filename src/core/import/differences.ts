import type { Received } from '../../contract/answers.ts';
import {
  answerKeyOf,
  PATIENT_FIELDS,
  type Patient,
  type PatientField,
  type PatientInput,
  SIZE_FIELDS,
  type SizeField,
  type SizeInput,
} from '../../contract/patient.ts';
import type { Advice } from '../../errors.ts';
import { listed } from '../draft.ts';
import { phoneLikeness } from '../phone.ts';
import { isSameOrdered, isSameText } from '../same-person.ts';
import { fieldName } from './columns.ts';

type Listed = Received<Patient>;

/** The fields that a row has, and its patient has not or has otherwise. What the row has empty is no difference. */
export interface Differences {
  lacked: Field[];
  other: Field[];
}

type Field = PatientField | SizeField;
const FIELDS: readonly Field[] = [...PATIENT_FIELDS, ...SIZE_FIELDS];

/** The facts of a row that a record is compared with. */
export interface RowFacts {
  patient: PatientInput;
  size?: SizeInput | undefined;
}

/** A service may tidy up capitals, spaces and the signs in a number. Of a field that it leaves out, nobody knows. */
export const differencesOf = (there: Listed, facts: RowFacts): Differences => compared(there, facts, isOther);

const isOther = (field: Field, kept: string, sent: string) =>
  !(field === 'name' ? isSameOrdered : isSameText)(kept, sent) &&
  (field !== 'phone' || phoneLikeness(sent)(kept) === 'other');

const isOtherText = (_: Field, kept: string, sent: string) =>
  kept.normalize('NFC').trim() !== sent.normalize('NFC').trim();

function compared(there: Listed, { patient, size }: RowFacts, differs: typeof isOther): Differences {
  const differences: Differences = { lacked: [], other: [] };
  const facts: Partial<Record<Field, string>> = { ...patient, ...size };
  for (const field of FIELDS) {
    const [kept, sent = ''] = [there?.[answerKeyOf(field)], facts[field]];
    if (sent.trim() === '') continue;
    if (kept === null || kept === '') differences.lacked.push(field);
    else if (typeof kept === 'number') {
      if (kept !== Number(sent)) differences.other.push(field);
    } else if (typeof kept === 'string' && differs(field, kept, sent)) differences.other.push(field);
  }
  return differences;
}

export const fieldsOf = ({ lacked, other }: Differences): Field[] =>
  FIELDS.filter((field) => lacked.includes(field) || other.includes(field));

/** `phone and postal code` */
export const fieldsText = (fields: readonly Field[]): string =>
  listed(fields.map((field) => field.replaceAll('_', ' ')));

/** The flags of an update. Values are in the row; the line is also for a screen, and for what keeps a script's stderr. */
export const typedFields = (fields: readonly Field[]): string[] =>
  fields.flatMap((field) => [`--${fieldName(field)}`, fieldName(field).toUpperCase()]);

/** What is told of a row that was changed after it had become patient `id`; undefined where the record is like it. */
export function changedSince(id: string, there: Listed, facts: RowFacts): Advice | undefined {
  const fields = fieldsOf(differencesOf(there, facts));
  // Nothing but capitals, spaces or signs was corrected.
  if (fields.length === 0) fields.push(...fieldsOf(compared(there, facts, isOtherText)));
  if (fields.length === 0) return undefined;
  const were = fields.length === 1 ? 'was' : 'were';
  return {
    before: `was imported as patient ${id} and differs from that record in ${fieldsText(fields)}, which ${were} not sent; to change the patient`,
    command: ['patients', 'update', id, ...typedFields(fields)],
  };
}
