import type { Received } from '../../contract/answers.ts';
import type { Patient } from '../../contract/patient.ts';
import { idText } from '../answer.ts';
import { hostDoubt, isHostWarning } from '../mail-domain.ts';
import { ASKED_PER_PAGE } from '../patient-list.ts';
import type { CheckedRow } from './checked-row.ts';
import { differencesOf, fieldsOf } from './differences.ts';
import { PHOTOS_NOT_SENT } from './send-row.ts';
import type { ListedRow } from './spool.ts';

/** Whether what a report tells of a row that is done was put right in the record since. */
export function isMended({ done, request }: Pick<CheckedRow, 'done' | 'request'>, patient: Received<Patient>): boolean {
  if (done?.error === undefined || !hasGoodAddress(patient)) return false;
  if (isHostWarning(done.error)) return true;
  if (done.status !== 'already_there' || done.error.includes(PHOTOS_NOT_SENT)) return false;
  return fieldsOf(differencesOf(patient, request)).length === 0;
}

/** Takes the warning of a mistyped address from rows that an earlier run has made and whose record has another one now. */
export async function dropMendedSlips(
  rows: readonly ListedRow[],
  idOf: (row: ListedRow) => string | undefined,
  patientsById: (ids: string[]) => Promise<Received<Patient>[]>,
): Promise<void> {
  const slips = rows.filter((row) => row.warnings.some(isHostWarning) && idOf(row) !== undefined);
  for (let at = 0; at < slips.length; at += ASKED_PER_PAGE) {
    const some = slips.slice(at, at + ASKED_PER_PAGE);
    const patients = await patientsById([...new Set(some.map((row) => idOf(row)!))]);
    const mended = new Set(patients.filter(hasGoodAddress).map((patient) => idText(patient?.id)));
    for (const row of some) {
      if (mended.has(idOf(row))) row.warnings = row.warnings.filter((warning) => !isHostWarning(warning));
    }
  }
}

/** Of an address that a service leaves out, nobody knows. */
const hasGoodAddress = (patient: Received<Patient>): boolean =>
  patient?.email !== undefined && hostDoubt(patient.email ?? '') === undefined;
