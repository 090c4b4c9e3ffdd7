import type { Received } from '../../contract/answers.ts';
import type { Patient } from '../../contract/patient.ts';
import { idText } from '../answer.ts';
import type { Client } from '../client.ts';
import { settable } from '../own-routes.ts';
import { ASKED_PER_PAGE } from '../patient-list.ts';
import { agreesInOne } from '../same-person.ts';
import type { CheckedRow } from './checked-row.ts';
import { changedSince } from './differences.ts';
import { isMended } from './mended-rows.ts';
import type { RowOutcome } from './outcomes.ts';
import { modelOf } from './send-row.ts';

/** Finds the patients with these ids in the service in use, as far as they exist. */
export type PatientsById = (ids: string[]) => Promise<Received<Patient>[]>;

/** They have no height and weight where the service has no way to set these. */
export const findsById =
  (client: () => Promise<Pick<Client, 'listPatients'>>): PatientsById =>
  async (ids) => {
    const reply = await (await client()).listPatients({ ids });
    return (reply.body?.patients ?? []).map((one) => settable(one, reply));
  };

export interface ReportedHooks {
  onFault(row: number, problem: string): void;
  onChanged(row: number, outcome: RowOutcome): void;
  /** What the report tells of the row holds no more. */
  onMended(row: number): void;
}

/**
 * Finds rows that a report marks as done, but whose patients do not exist: the report may be of another service, where
 * the same ids belong to other people. Passes them to `onFault`, and to `onChanged` those that were changed in the report
 * and are not like their patient, and to `onMended` those of which the report tells what the record has put right since.
 */
export async function checkReported(
  rows: AsyncIterable<CheckedRow>,
  patientsById: PatientsById,
  { onFault, onChanged, onMended }: ReportedHooks,
): Promise<void> {
  let some: { row: CheckedRow; id: string }[] = [];
  const look = async () => {
    const patients = await patientsById([...new Set(some.map(({ id }) => id))]);
    const there = new Map(patients.map((patient) => [idText(patient?.id), patient]));
    for (const { row, id } of some) {
      const patient = there.get(id);
      if (patient === undefined || !agreesInOne(patient, row.request.patient)) onFault(row.number, notOnService(id));
      else if (row.isChanged === true) onChanged(row.number, changedOutcome(id, patient, row));
      else if (isMended(row, patient)) onMended(row.number);
    }
    some = [];
  };
  for await (const row of rows) {
    if (row.done === undefined) continue;
    const id = BigInt(row.done.id);
    // No patient can have an id this large.
    if (id > BigInt(Number.MAX_SAFE_INTEGER)) continue;
    some.push({ row, id: String(id) });
    if (some.length === ASKED_PER_PAGE) await look();
  }
  if (some.length > 0) await look();
}

/** What the report told of it is of before the change. */
function changedOutcome(id: string, patient: Received<Patient>, row: CheckedRow): RowOutcome {
  const error = changedSince(id, patient, row.request);
  const { status } = row.done!;
  return { id, status, earlier: true, ...(error !== undefined && { differs: true, error }), ...modelOf(row) };
}

const notOnService = (id: string) =>
  `patient ${id} of the report is not on this service, or is somebody else; empty its recon_id to send the row, or leave the row out`;
