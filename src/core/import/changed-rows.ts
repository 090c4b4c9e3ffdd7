import type { Received } from '../../contract/answers.ts';
import type { Patient } from '../../contract/patient.ts';
import { idText } from '../answer.ts';
import { ASKED_PER_PAGE } from '../patient-list.ts';
import { agreesInOne, isAlike, isSamePerson, likenessKeys } from '../same-person.ts';
import type { PatientsById } from './check-reported.ts';
import type { CheckedRow } from './checked-row.ts';
import { changedSince, differencesOf, fieldsOf, fieldsText, type RowFacts, typedFields } from './differences.ts';
import type { RowOutcome } from './outcomes.ts';

type NewRow = Pick<CheckedRow, 'number' | 'request'>;

/**
 * Finds rows that were corrected in the list after an earlier run had made their patients: `left` are the patients of
 * rows that this import has done and that are not in the list any more, `rows` those that it has not done. A corrected
 * row would make a second patient. Where it is less certain, the row fails, so that nobody is lost.
 */
export async function findChangedRows(
  rows: AsyncIterable<NewRow>,
  left: readonly string[],
  patientsById: PatientsById,
  onChanged: (row: number, outcome: RowOutcome) => void,
): Promise<void> {
  const rowsBy = new Map<string, NewRow[]>();
  for await (const row of rows) {
    for (const key of likenessKeys(row.request.patient)) {
      const there = rowsBy.get(key);
      if (there === undefined) rowsBy.set(key, [row]);
      else there.push(row);
    }
  }
  if (rowsBy.size === 0) return;
  const outcomes = new Map<number, RowOutcome>();
  for (let at = 0; at < left.length; at += ASKED_PER_PAGE) {
    const ids = left.slice(at, at + ASKED_PER_PAGE);
    for (const record of await patientsById(ids)) {
      const id = idText(record?.id);
      if (id === undefined || !ids.includes(id)) continue;
      const near = new Set(likenessKeys(record).flatMap((key) => rowsBy.get(key) ?? []));
      const alike = [...near].filter(({ request }) => agreesInOne(record, request.patient));
      // Such a row finds its patient when it is sent.
      if (alike.some(({ request }) => isSamePerson(record, request.patient))) continue;
      const sure = alike.filter(({ request }) => isAlike(record, request.patient));
      for (const { number, request } of sure) outcomes.set(number, sureOutcome(id, record, request));
      if (sure.length > 0) continue;
      for (const { number, request } of alike) {
        if (!outcomes.has(number)) outcomes.set(number, perhapsOutcome(id, record, request));
      }
    }
  }
  for (const [number, outcome] of outcomes) onChanged(number, outcome);
}

/** The row is its patient's. */
const sureOutcome = (id: string, record: Received<Patient>, facts: RowFacts): RowOutcome => ({
  ...{ id, status: 'already_there', differs: true },
  error: changedSince(id, record, facts) ?? {
    before: `was imported as patient ${id}, who has more than the row now; nothing was sent; to compare`,
    command: ['patients', 'get', id],
  },
});

const perhapsOutcome = (id: string, record: Received<Patient>, facts: RowFacts): RowOutcome => {
  const fields = fieldsOf(differencesOf(record, facts));
  const whom = `is perhaps patient ${id}, made of a row that is not in the list any more`;
  return {
    ...{ status: 'failed', heldBack: true },
    error: {
      before: `${whom}, and differs from that record in ${fieldsText(fields)}; the row was not sent; to change the patient`,
      command: ['patients', 'update', id, ...typedFields(fields)],
    },
  };
};
