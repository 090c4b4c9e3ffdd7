import type { PatientInput } from '../../contract/patient.ts';
import type { MeasureName, View } from '../../contract/reconstruction.ts';
import type { Source } from './row.ts';
import type { NamedRow } from './row-names.ts';

/** A photo that was read, decoded to its end and found good; its bytes are not kept. */
export interface SoundPhoto {
  view: View;
  path: string;
  /** Of the bytes that are sent. */
  sha256: string;
  mime: string;
  /** `front.jpg`. */
  fileName: string;
  /** Equal where the pixels are equal; undefined where an earlier run has looked at them. */
  pictureHash?: string;
}

/** A row with everything that can be known before it is sent. Plain data, to be written down and read again. */
export interface CheckedRow {
  number: number;
  place: string;
  source: Source;
  /** Whole sentences without the place. Empty: the row may be sent. */
  problems: string[];
  warnings: string[];
  /** How many of its photos are sent without their private data. */
  stripped: number;
  /** The id that a report which is fed back gives the row, in order or not. */
  reportedId?: string;
  /** Done by an earlier run, as such a report says. */
  done?: { id: string; status: 'created' | 'already_there'; error?: string };
  /** Name, email and phone as one text; absent where none is given. */
  key?: string;
  /** Of the fields and the photos: the same row in another run has the same. */
  hash: string;
  /** `<hash>:<count>`; see `row-names.ts`. */
  name: string;
  /** The name that a report which is fed back gives the row; its content may be another by now. */
  reportName?: NamedRow;
  request: {
    patient: PatientInput;
    type?: string;
    provider?: string;
    measures: Partial<Record<MeasureName, string>>;
    photos: SoundPhoto[];
  };
}
