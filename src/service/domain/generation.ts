import { type Certainty, TWO_PEOPLE } from '../../contract/certainty.ts';
import {
  LOST_FILE,
  type MeasureName,
  PROCESSING_STATUS,
  type ReconstructionType,
} from '../../contract/reconstruction.ts';
import { belongingTo, insertFiles, type KeptFile, type RecordKey, type StagedPhoto } from './files.ts';
import type { Db } from './store.ts';

export type ProviderNumber = 4 | 5 | 6 | 7;

/** Measures in cm. In the database they are a JSON object. */
export type Measures = Partial<Record<MeasureName, number>>;

/** A generation to start: complete by the rules, its photos checked. */
export interface NewGeneration {
  type: ReconstructionType;
  provider: ProviderNumber;
  photos: readonly StagedPhoto[];
  measures: Measures;
}

/** A generation whose photos are in their final place. */
export type KeptGeneration = Omit<NewGeneration, 'photos'> & { files: readonly KeptFile[] };

/** The columns of a record whose generation has not begun. */
export function newRecordColumns({ type, provider, measures }: Omit<NewGeneration, 'photos'>, now: number) {
  const text = JSON.stringify(measures);
  const times = { created_at: now, updated_at: now };
  return {
    type,
    provider,
    accepted: 0,
    status: PROCESSING_STATUS,
    given_measures: text,
    measures: text,
    certainty: null,
    ...times,
  };
}

/** Call this in the transaction that inserts the record, so that no record is without its files and its job. */
export async function insertWork(
  db: Db,
  record: RecordKey,
  { patientId, files, now }: { patientId: number; files: readonly KeptFile[]; now: number },
): Promise<void> {
  await insertFiles(db, record, files, now);
  await db
    .insertInto('jobs')
    .values((all) => ({
      ...belongingTo(record),
      account_id: all.selectFrom('patients').select('owner_id').where('id', '=', patientId).$asScalar().$notNull(),
      state: 'queued',
      attempt: 0,
      lease_until: 0,
      created_at: now,
    }))
    .execute();
}

export function measuresFromText(text: string): Record<string, number> {
  const entries = Object.entries<unknown>(JSON.parse(text));
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}

export function certaintyFromText(text: string): Certainty {
  const { expected = {}, warnings = [] }: Partial<Certainty> = JSON.parse(text);
  return { expected, warnings };
}

/** Of a model's stored certainty: whether it warns that the photos may show two people. */
export const isOfTwoPeople = (text: string): boolean =>
  certaintyFromText(text).warnings.some((one) => one.toLowerCase().startsWith(TWO_PEOPLE));

export const FAILED_STATUS = 'failed';

const LOST = `${LOST_FILE}; its operator puts it back from a backup; where none has it, new photos are needed`;
/** Of a generation that has not begun: here new photos help, too. */
const PHOTO_LOST =
  'a photo of it is missing or damaged at the service; its operator can put it back, or all photos can be sent again';

export interface ShownStatus {
  status: string;
  /** The reason of a failure, in words for a person. */
  reason: string | null;
}

/**
 * The status that a client sees: `failed` while a file of the record is lost, so that reading it is no 500. What failed
 * before that keeps its own reason.
 */
export function shownOf({ status, reason, is_incomplete }: ShownStatus & { is_incomplete: number }): ShownStatus {
  if (is_incomplete === 0 || status === FAILED_STATUS) return { status, reason };
  return { status: FAILED_STATUS, reason: status === PROCESSING_STATUS ? PHOTO_LOST : LOST };
}
