import { idText } from '../answer.ts';
import { ASKED_PER_PAGE } from '../patient-list.ts';
import type { PatientsById } from './check-reported.ts';
import type { CheckedRow } from './checked-row.ts';
import type { RowOutcome } from './outcomes.ts';
import { modelOf, notSent } from './send-row.ts';

/**
 * Finds rows of a list that this service has given, whatever was corrected in them: a name or a number that was would
 * make a second patient. One whose `player_id` is another one's is of another service, and is left as it is.
 */
export async function findOwnRows(
  rows: AsyncIterable<CheckedRow>,
  patientsById: PatientsById,
  onFound: (row: number, outcome: RowOutcome) => void,
): Promise<void> {
  let some: (CheckedRow & Required<Pick<CheckedRow, 'own'>>)[] = [];
  const look = async () => {
    const patients = await patientsById([...new Set(some.map(({ own }) => own!.id))]);
    const there = new Map(patients.map((patient) => [idText(patient?.id), patient]));
    for (const row of some) {
      const { id, playerId } = row.own!;
      const patient = there.get(id);
      if (patient?.player_id !== playerId) continue;
      const head = `is patient ${id}`;
      onFound(row.number, { id, status: 'already_there', ...notSent(row, id, patient, head), ...modelOf(row) });
    }
    some = [];
  };
  for await (const row of rows) {
    if (row.own === undefined || row.problems.length > 0) continue;
    some.push({ ...row, own: row.own });
    if (some.length === ASKED_PER_PAGE) await look();
  }
  if (some.length > 0) await look();
}
