import { UPDATE_VIEWS } from '../../contract/fields.ts';
import { usualSecondsOf } from '../../contract/providers.ts';
import { isReconstructionType } from '../../contract/reconstruction.ts';
import { ReconError } from '../../errors.ts';
import { hasNoRoom, hasNoSpace } from '../../http/errors.ts';
import { lineText } from '../../system/line-text.ts';
import type { Changes, Created } from '../changes/changes.ts';
import type { Call } from '../changes/run.ts';
import type { CreateInput } from '../patients.ts';
import type { PreparedPhoto } from '../photos.ts';
import type { CheckedRow } from './checked-row.ts';
import { differencesOf, fieldsOf, fieldsText, typedFields } from './differences.ts';
import type { RowOutcome, WaitsFor } from './outcomes.ts';

/** Records the height and weight of a row whose patient this import has made; resolves with what is to be told. */
export type RecordSize = (row: CheckedRow, created: Created, place: RowPlace) => Promise<Partial<RowOutcome>>;

export interface RowSender {
  changes: Pick<Changes, 'createPatient'>;
  /** The import's id, so that another run of it recognises its rows. */
  batch: string;
  allowSame: boolean | 'own';
  recordSize?: RecordSize | undefined;
}

/** The row's place in the queue: `turn` waits for it, `pause` leaves it for a while, `answered` leaves it for good. */
export type RowPlace = Pick<Call, 'turn' | 'answered' | 'pause'>;

/** The outcome of a row, and the error behind it if there was one. */
export interface Sent {
  outcome: RowOutcome;
  error?: ReconError;
}

/** Sends one row. A failure becomes its outcome; only a bug is thrown. */
export async function sendRow(
  row: CheckedRow,
  photos: PreparedPhoto[],
  { changes, recordSize, ...parts }: RowSender,
  place: RowPlace,
): Promise<Sent> {
  let created: Created;
  let isLost = false;
  let namesakes: Namesakes;
  const onNamesakes = (ids: Namesakes) => {
    namesakes = ids;
  };
  const pause: RowPlace['pause'] = async (ms) => {
    isLost = true;
    await place.pause(ms);
    isLost = false;
  };
  try {
    created = await (row.done === undefined
      ? changes.createPatient(inputOf(row, photos), { ...wishesOf(row, parts), ...place, pause, onNamesakes })
      : madeBefore(row.done));
  } catch (error) {
    return failed(error, isLost);
  }
  const outcome = withNamesakes(outcomeOf(row, created), namesakes);
  if (outcome.status !== 'created' || recordSize === undefined) return { outcome };
  return { outcome: { ...outcome, ...(await recordSize(row, created, place)) } };
}

const madeBefore = ({ id }: NonNullable<CheckedRow['done']>): Created => ({ id, how: 'earlier' });

/** What would become of the row; nothing is sent. */
export async function foreseeRow(
  row: CheckedRow,
  { changes, ...parts }: Omit<RowSender, 'changes'> & { changes: Pick<Changes, 'foreseeCreate'> },
): Promise<Sent> {
  try {
    let namesakes: Namesakes;
    const onNamesakes = (ids: Namesakes) => {
      namesakes = ids;
    };
    const there = await changes.foreseeCreate(row.request.patient, { ...wishesOf(row, parts), onNamesakes });
    const outcome: RowOutcome = there === undefined ? { status: 'created' } : outcomeOf(row, there);
    return { outcome: withNamesakes(outcome, namesakes) };
  } catch (error) {
    return failed(error);
  }
}

type Namesakes = readonly string[] | undefined;

/** Of somebody new alone. */
const withNamesakes = (outcome: RowOutcome, namesakes: Namesakes): RowOutcome =>
  outcome.status !== 'created' || outcome.earlier === true || namesakes === undefined
    ? outcome
    : { ...outcome, namesakes };

const wishesOf = (row: CheckedRow, { batch, allowSame }: Omit<RowSender, 'changes'>) =>
  ({
    allowSame,
    stopsFor: 'same name and contact',
    row: `${batch}:${row.name}`,
    alsoNamed: row.alsoNamed,
  }) as const;

function outcomeOf(row: CheckedRow, { id, how, there }: Created): RowOutcome {
  if (how === 'alike_there') return { status: 'failed', heldBack: true, error: likelyThere(id) };
  if (how === 'already_there') return { id, status: how, ...notSent(row, id, there), ...modelOf(row) };
  return { id, status: 'created', ...(how === 'earlier' && { earlier: true }), ...modelOf(row) };
}

export const PHOTOS_NOT_SENT = 'the photos of this row were not sent';

/** Somebody who is likely the person of the row. */
const likelyThere = (id: string) => ({
  before: `patient ${id} has this name with this email or phone, so the row was not sent; to compare`,
  command: ['patients', 'get', id],
});

/** Tells what of the row is not in the record, and was not sent, and how to send it. */
export function notSent(
  { request: { patient, size, type = '', photos } }: CheckedRow,
  id: string,
  there: Created['there'],
  head = 'a patient with this name, email and phone is there',
): Partial<RowOutcome> {
  const differences = differencesOf(there, { patient, size });
  const { lacked, other } = differences;
  const fields = fieldsOf(differences);
  if (fields.length + photos.length === 0) return {};
  const without = lacked.length === 0 ? [] : [`without the ${fieldsText(lacked)} of this row`];
  const otherwise = other.length === 0 ? [] : [`with another ${fieldsText(other)}`];
  const differs = fields.length === 0 ? '' : `, but ${[...without, ...otherwise].join(' and ')}`;
  const unsent = photos.length === 0 ? '' : `; ${PHOTOS_NOT_SENT}`;
  const views = UPDATE_VIEWS.filter((view) => photos.some((photo) => photo.view === view));
  const typed = typedFields(fields);
  if (photos.length > 0) typed.push('--type', type, ...views.flatMap((view) => [`--${view}`, 'FILE']));
  return {
    ...(fields.length > 0 && { differs: true }),
    ...(photos.length > 0 && { photosNotSent: true }),
    error: {
      before: `${head}${differs}${unsent}`,
      command: ['patients', 'update', id, ...typed],
    },
  };
}

/** @throws what is a bug, and not a failure of the row */
export function failed(error: unknown, isLost = false): Sent {
  if (!(error instanceof ReconError)) throw error;
  const waitsFor: WaitsFor | undefined = error.isTemporary ? 'answer' : hasNoRoom(error) ? 'room' : undefined;
  const outcome = { status: statusOf(error, isLost), error: sentence(error), ...(waitsFor && { waitsFor }) };
  return { outcome, error };
}

function inputOf({ request }: CheckedRow, photos: PreparedPhoto[]): CreateInput {
  const { patient, type, provider, measures } = request;
  if (!isReconstructionType(type)) return { patient };
  // In a batch, the models are not waited for one by one.
  return {
    patient,
    reconstruction: { type, ...(provider !== undefined && { provider }), photos, measures },
    async: true,
  };
}

/** The model that the service makes of a row's photos. */
export function modelOf({ request: { type, provider } }: Pick<CheckedRow, 'request'>): Pick<RowOutcome, 'model'> {
  return isReconstructionType(type) ? { model: { type, usualSeconds: usualSecondsOf(type, provider) } } : {};
}

/**
 * The outcome of a row with nothing to send: done, by a report, changed since it was, or with a problem. An id from a
 * report is kept; without it the next run would send the row again.
 */
export function settledOutcome(row: CheckedRow): RowOutcome | undefined {
  const { reportedId: id, done, problems } = row;
  if (problems.length > 0) return { status: 'failed', error: problems.join('; '), ...(id !== undefined && { id }) };
  return row.changed ?? (done && { ...done, earlier: true, ...modelOf(row) });
}

function statusOf(error: ReconError, isLost: boolean): RowOutcome['status'] {
  if (error.code === 'outcome_unknown' || error.mayBeApplied || isLost) return 'unknown';
  // The row itself is not the cause, so it may be sent again unchanged when that is fixed.
  const isOfService = error.code === 'rate_limited' || hasNoSpace(error);
  return error.stopsAll || error.code === 'busy' || isOfService ? 'not_sent' : 'failed';
}

/** Joins an error to one line, for a cell of the report. */
export const sentence = ({ message, details }: ReconError) =>
  [message, ...details.slice(0, 1).map((line) => lineText(line))].join('; ').replaceAll(/\s+/g, ' ');
