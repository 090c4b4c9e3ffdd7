import type { Reconstruction } from './reconstruction.ts';

/** A patient as the service returns it (docs/interface.md §2), with the interface's spelling. */
export interface Patient {
  id: number;
  player_id: string;
  name: string | null;
  email: string | null;
  /** Unit not stated by the interface; our service stores cm. */
  height: number | null;
  /** Unit not stated by the interface; our service stores kg. */
  weight: number | null;
  phone: string | null;
  gender: string | null;
  address: string | null;
  city: string | null;
  postal_code: string | null;
  state: string | null;
  /** On input the same value is named `patient[country]`. */
  country_iso: string | null;
  /** ISO 8601 with offset and milliseconds, `2026-01-02T03:04:05.678+00:00`. */
  updated_at: string;
  reconstructions: Reconstruction[];
}

/** `patient[...]` form fields, by their inner name, in the interface's order. */
export const PATIENT_FIELDS = [
  'name',
  'email',
  'gender',
  'phone',
  'country',
  'address',
  'city',
  'postal_code',
  'state',
] as const;

export type PatientField = (typeof PATIENT_FIELDS)[number];
export type PatientInput = Partial<Record<PatientField, string>>;

/** The size of a patient's body: in every answer, and set by a route of our own service alone. */
export const SIZE_FIELDS = ['height', 'weight'] as const;
export type SizeField = (typeof SIZE_FIELDS)[number];
export type SizeInput = Partial<Record<SizeField, string>>;

/** Whoever gives one with a new patient is told. */
export const NO_SIZE_AT_FIRST =
  'a new patient has no height or weight; an update sets them, with --height and --weight';

/** The units of our own service. */
export const SIZE_UNITS: Record<SizeField, string> = { height: 'cm', weight: 'kg' };

/** The name of an input field in the patient that the service returns. */
export function answerKeyOf(
  field: PatientField | SizeField,
): Exclude<PatientField, 'country'> | SizeField | 'country_iso' {
  return field === 'country' ? 'country_iso' : field;
}
