import { closeSync, createReadStream, openSync } from 'node:fs';
import { Readable } from 'node:stream';
import { patientFormField, reconstructionFormField } from '../contract/fields.ts';
import { PATIENT_FIELDS, type PatientInput, SIZE_FIELDS, type SizeField } from '../contract/patient.ts';
import { MEASURES, type MeasureName, type ReconstructionType } from '../contract/reconstruction.ts';
import type { FormPart } from '../http/transport.ts';
import type { PreparedPhoto } from './photos.ts';
import { READ_AT_ONCE_BYTES, readAtOnce } from './read-at-once.ts';

export interface ReconstructionInput {
  type?: ReconstructionType;
  /** A provider's number as text. */
  provider?: string;
  photos: PreparedPhoto[];
  /** In cm, as text. */
  measures: Partial<Record<MeasureName, string>>;
}

export const patientParts = (patient: PatientInput & Partial<Record<SizeField, string>>): FormPart[] =>
  [...PATIENT_FIELDS, ...SIZE_FIELDS].flatMap((field) => textPart(patientFormField(field), patient[field]));

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

export const textPart = (name: string, value: string | undefined): FormPart[] =>
  value === undefined ? [] : [{ name, value }];

function photoPart({ view, copyPath, offsetBytes, sizeBytes, fileName, mime }: PreparedPhoto): FormPart {
  const open = () =>
    sizeBytes <= READ_AT_ONCE_BYTES
      ? Readable.from(inOnePiece(copyPath, offsetBytes, sizeBytes), { objectMode: false })
      : createReadStream(copyPath, {
          start: offsetBytes,
          end: offsetBytes + sizeBytes - 1,
          // On a line of 20 kB/s one of these still tells within the 30 s after which an upload counts as stuck.
          highWaterMark: READ_AT_ONCE_BYTES,
        });
  return { name: reconstructionFormField(view), file: { open, sizeBytes, fileName, contentType: mime } };
}

/** Opened, read and closed in one go: a stream would ask another thread four times for a small photo. */
function* inOnePiece(path: string, offsetBytes: number, sizeBytes: number) {
  const piece = Buffer.allocUnsafe(sizeBytes);
  const file = openSync(path, 'r');
  let filled: number;
  try {
    filled = readAtOnce(file, piece, offsetBytes);
  } finally {
    closeSync(file);
  }
  // Shorter if the file ends before.
  yield piece.subarray(0, filled);
}
