import { SIZE_FIELDS, type SizeField } from '../../contract/patient.ts';
import { ReconError } from '../../errors.ts';
import type { Changes } from '../changes/changes.ts';
import { settable } from '../own-routes.ts';
import type { PatientsById } from './check-reported.ts';
import type { CheckedRow } from './checked-row.ts';
import { fieldsText, typedFields } from './differences.ts';
import type { RowOutcome } from './outcomes.ts';
import { type RecordSize, sentence } from './send-row.ts';

export interface SizeParts {
  changes: Pick<Changes, 'updatePatient'>;
  /** The import's id. */
  batch: string;
  /** Rows of imports that are done. */
  doneRows: ReadonlyMap<string, string>;
  patientsById: PatientsById;
}

/** The name under which the journal keeps that the size of a row is recorded. */
const sizeRow = ({ name }: Pick<CheckedRow, 'name'>, batch: string) => `${batch}:${name}:size`;

/** Whether an earlier run has made the row's patient, and not recorded the size. */
export function lacksSize(
  row: Pick<CheckedRow, 'name' | 'request'>,
  { batch, doneRows }: Pick<SizeParts, 'batch' | 'doneRows'>,
): boolean {
  if (row.request.size === undefined) return false;
  return doneRows.has(`${batch}:${row.name}`) && !doneRows.has(sizeRow(row, batch));
}

/**
 * A create has no height and weight, so they follow as an update of our own service. Only what the record lacks is sent:
 * a later run must not undo what a person has changed since.
 */
export const sizeRecorder =
  ({ changes, patientsById, ...known }: SizeParts): RecordSize =>
  async (row, { id, how, reply }, place) => {
    const { size } = row.request;
    if (size === undefined || (how === 'earlier' && !lacksSize(row, known))) return {};
    const fields = SIZE_FIELDS.filter((field) => size[field] !== undefined);
    try {
      const there = reply === undefined ? (await patientsById([id]))[0] : settable(reply.body?.patient, reply);
      if (fields.some((field) => there?.[field] === undefined)) return { error: noWay(fields) };
      const lacked = fields.filter((field) => there?.[field] === null);
      if (lacked.length === 0) return {};
      const sent = Object.fromEntries(lacked.map((field) => [field, size[field]]));
      await changes.updatePatient(id, { patient: {}, size: sent }, { ...place, row: sizeRow(row, known.batch) });
      return {};
    } catch (error) {
      if (!(error instanceof ReconError)) throw error;
      return notRecorded(id, fields, error);
    }
  };

const noWay = (fields: readonly SizeField[]) =>
  `the ${fieldsText(fields)} of this row ${are(fields)} not recorded: this service has no way to do it`;

const are = ({ length }: readonly SizeField[]) => (length === 1 ? 'is' : 'are');

/** What was kept for later is not to be typed again. */
function notRecorded(id: string, fields: readonly SizeField[], error: ReconError): Partial<RowOutcome> {
  const { hint } = error;
  const isKept = typeof hint === 'object' && hint.command[0] === 'resume';
  return {
    lacksSize: true,
    error: {
      before: `created as patient ${id}, but the ${fieldsText(fields)} ${are(fields)} not recorded: ${sentence(error)}; to record`,
      command: isKept ? ['resume'] : ['patients', 'update', id, ...typedFields(fields)],
    },
  };
}
