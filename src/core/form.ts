import { createReadStream } from 'node:fs';
import { patientFormField, reconstructionFormField } from '../contract/fields.ts';
import { PATIENT_FIELDS, type PatientInput } from '../contract/patient.ts';
import { MEASURES, type MeasureName, type ReconstructionType } from '../contract/reconstruction.ts';
import type { FormPart } from '../http/transport.ts';
import type { PreparedPhoto } from './photos.ts';

export interface ReconstructionInput {
  type?: ReconstructionType;
  /** A provider's number as text. */
  provider?: string;
  photos: PreparedPhoto[];
  /** In cm, as text. */
  measures: Partial<Record<MeasureName, string>>;
}

/**
 * Pieces of a photo read at once. Fewer, larger pieces make an upload fast; on a line of 20 kB/s one of these still
 * tells within the 30 s after which an upload counts as stuck.
 */
const READ_AT_ONCE_BYTES = 512 * 1024;

export function patientParts(patient: PatientInput): FormPart[] {
  return PATIENT_FIELDS.flatMap((field) => textPart(patientFormField(field), patient[field]));
}

export function reconstructionParts(reconstruction: ReconstructionInput | undefined): FormPart[] {
  if (reconstruction === undefined) return [];
  const { type, provider, photos, measures } = reconstruction;
  return [
    ...textPart(reconstructionFormField('type'), type),
    ...textPart(reconstructionFormField('provider'), provider),
    ...MEASURES.flatMap((name) => textPart(reconstructionFormField(name), measures[name])),
    ...photos.map(photoPart),
  ];
}

export function textPart(name: string, value: string | undefined): FormPart[] {
  return value === undefined ? [] : [{ name, value }];
}

function photoPart({ view, copyPath, sizeBytes, fileName, mime }: PreparedPhoto): FormPart {
  const open = () => createReadStream(copyPath, { highWaterMark: Math.min(READ_AT_ONCE_BYTES, sizeBytes + 1) });
  return { name: reconstructionFormField(view), file: { open, sizeBytes, fileName, contentType: mime } };
}
