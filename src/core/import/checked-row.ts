import type { PatientInput, SizeInput } from '../../contract/patient.ts';
import type { MeasureName } from '../../contract/reconstruction.ts';
import type { PreparedPhoto } from '../photos.ts';
import type { RowOutcome } from './outcomes.ts';
import type { OwnRow, Source } from './row.ts';

/**
 * The name of a row, `<hash>:<count>`: the hash of its content, and a number that tells rows with equal content apart.
 * The journal stores it as `<import>:<hash>:<count>`, and so does `recon_row` in a report. So a report used as the list
 * names the same rows, even if other rows were added.
 */
export interface NamedRow {
  batch: string;
  hash: string;
  /** `<hash>:<count>`. */
  name: string;
}

/** A photo that was read, decoded to its end and found good; its bytes are not kept. */
export interface RowPhoto extends Pick<PreparedPhoto, 'view' | 'sourcePath' | 'sha256' | 'mime' | 'fileName'> {
  /** Equal if the pixels are equal; undefined if an earlier run has checked them. */
  pictureHash?: string;
}

/** A row with everything known before it is sent. Plain data, so that it can be written and read back. */
export interface CheckedRow {
  number: number;
  place: string;
  source: Source;
  /** Whole sentences without the place. If empty, the row may be sent. */
  problems: string[];
  warnings: string[];
  /** Number of its photos that are sent without their private data. */
  stripped: number;
  /** The row's id in a given report, valid or not. */
  reportedId?: string | undefined;
  /** The result of an earlier run, from a given report. */
  done?: { id: string; status: 'created' | 'already_there'; error?: string } | undefined;
  /** The report says it is done, and its content is not what was sent, or nobody can tell without its photos. */
  isChanged?: boolean;
  /** Its outcome, where it was changed since its patient was made: it is not sent. */
  changed?: RowOutcome | undefined;
  /** Name, email and phone as one text; absent if the row has none of them. */
  key?: string | undefined;
  /** Hash of the fields and photos: the same row has the same hash in another run. */
  hash: string;
  /** `<hash>:<count>`. */
  name: string;
  /** The row's name in a given report; its content may have changed since. */
  reportName?: NamedRow | undefined;
  /** Whose row it is, in a list that a service has given. */
  own?: OwnRow | undefined;
  /** The name as the list has it, where it is sent in another order. */
  alsoNamed?: string | undefined;
  request: {
    patient: PatientInput;
    /** Absent where the row has neither a height nor a weight; in cm and kg. */
    size?: SizeInput | undefined;
    type?: string | undefined;
    provider?: string | undefined;
    measures: Partial<Record<MeasureName, string>>;
    photos: RowPhoto[];
  };
}
