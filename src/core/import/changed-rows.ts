import type { Received } from '../../contract/answers.ts';
import type { Patient, PatientField, PatientInput } from '../../contract/patient.ts';
import { idText } from '../answer.ts';
import { readPatientField } from '../check-patient-field.ts';
import { ASKED_PER_PAGE } from '../patient-list.ts';
import { agreesInOne, isAlike, isSamePerson, likenessKeys } from '../same-person.ts';
import type { PatientsById } from './check-reported.ts';
import type { CheckedRow } from './checked-row.ts';
import { changedSince, differencesOf, fieldsOf, fieldsText, type RowFacts, typedFields } from './differences.ts';
import type { RowOutcome } from './outcomes.ts';

type NewRow = Pick<CheckedRow, 'number' | 'request'> & Partial<Pick<CheckedRow, 'problems'>>;

/**
 * Finds rows that were corrected in the list after an earlier run had made their patients: `left` are the patients of
 * rows that this import has done and that are not in the list any more, `rows` those that it has not done. A corrected
 * row would make a second patient. Where it is less certain, the row fails, so that nobody is lost. A row with problems
 * may have been corrected in a report: it is its patient's where that is certain.
 */
export async function findChangedRows(
  rows: AsyncIterable<NewRow>,
  left: readonly string[],
  patientsById: PatientsById,
  onChanged: (row: number, outcome: RowOutcome) => void,
): Promise<void> {
  const rowsBy = new Map<string, NewRow[]>();
  for await (const { request, ...one } of rows) {
    const row = {
      ...one,
      request: { ...request, patient: isFaulty(one) ? withoutWrong(request.patient) : request.patient },
    };
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
      const good = alike.filter((row) => !isFaulty(row));
      if (good.some(({ request }) => isSamePerson(record, request.patient))) continue;
      const likely = alike.filter(({ request }) => isAlike(record, request.patient));
      // Of two such rows, nobody knows which one was put right.
      const sure = likely.length === 1 ? likely : likely.filter((row) => !isFaulty(row));
      for (const row of sure)
        outcomes.set(row.number, isFaulty(row) ? mendedOutcome(id, row) : sureOutcome(id, record, row.request));
      if (sure.length > 0) continue;
      for (const { number, request } of good) {
        if (!outcomes.has(number)) outcomes.set(number, perhapsOutcome(id, record, request));
      }
    }
  }
  for (const [number, outcome] of outcomes) onChanged(number, outcome);
}

const isFaulty = ({ problems = [] }: Pick<NewRow, 'problems'>) => problems.length > 0;

/** What is wrong with a row says nothing of whose it is. */
const withoutWrong = (patient: PatientInput): PatientInput =>
  Object.fromEntries(
    Object.entries(patient).filter(
      ([field, value]) => !('problem' in readPatientField(field as PatientField, value, 'list')),
    ),
  );

/** The row is wrong in this list, and was put right elsewhere, as in a report. */
const mendedOutcome = (id: string, { problems = [] }: NewRow): RowOutcome => ({
  ...{ id, status: 'already_there', differs: true },
  error: {
    before: `${problems.join('; ')}; the same row, put right, was imported as patient ${id}; to see it`,
    command: ['patients', 'get', id],
  },
});

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
