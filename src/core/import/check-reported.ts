import type { Received } from '../../contract/answers.ts';
import type { Patient } from '../../contract/patient.ts';
import { idText } from '../answer.ts';
import { agreesInOne } from '../same-person.ts';
import type { CheckedRow } from './checked-row.ts';

/** Patients of the service in use with these ids, as far as they are there. */
export type PatientsById = (ids: string[]) => Promise<Received<Patient>[]>;

const IDS_AT_ONCE = 100;

/**
 * Finds rows that a report names as done, and whose patients are not there: it may be the report of another service,
 * where the same ids are other people. Tells them to `onFault`.
 */
export async function checkReported(
  rows: AsyncIterable<CheckedRow>,
  patientsById: PatientsById,
  onFault: (row: number, problem: string) => void,
): Promise<void> {
  let some: { row: CheckedRow; id: string }[] = [];
  const look = async () => {
    const there = new Map<string | undefined, Received<Patient>>();
    for (const patient of await patientsById([...new Set(some.map(({ id }) => id))]))
      there.set(idText(patient?.id), patient);
    for (const { row, id } of some) {
      const patient = there.get(id);
      if (patient === undefined || !agreesInOne(patient, row.request.patient)) onFault(row.number, problemOf(id));
    }
    some = [];
  };
  for await (const row of rows) {
    if (row.done === undefined) continue;
    const id = BigInt(row.done.id);
    // Nobody can be asked for by such a number.
    if (id > BigInt(Number.MAX_SAFE_INTEGER)) continue;
    some.push({ row, id: String(id) });
    if (some.length === IDS_AT_ONCE) await look();
  }
  if (some.length > 0) await look();
}

const problemOf = (id: string) =>
  `patient ${id} of the report is not on this service, or is somebody else; empty its recon_id to send the row, or leave the row out`;
