import { createReadStream, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
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
  const open = () =>
    sizeBytes <= READ_AT_ONCE_BYTES
      ? wholeFile(copyPath)
      : createReadStream(copyPath, { highWaterMark: READ_AT_ONCE_BYTES });
  return { name: reconstructionFormField(view), file: { open, sizeBytes, fileName, contentType: mime } };
}

/** Opened, read and closed in one go: by a stream, a small file is four errands of another thread. */
function wholeFile(path: string): Readable {
  return new Readable({
    read() {
      try {
        this.push(readFileSync(path));
        this.push(null);
      } catch (error) {
        this.destroy(error as Error);
      }
    },
  });
}
