import type { PatientAnswer } from '../../../contract/answers.ts';
import type { AppDeps } from '../../deps.ts';
import type { Account } from '../../domain/accounts.ts';
import { findPatient } from '../../domain/patients.ts';
import { presentPatients } from '../../present/patient.ts';

/** The body that get, create and update share; `async` tells if the last generation was asynchronous. */
export async function patientAnswer(
  { store, links }: AppDeps,
  owner: Account,
  id: number,
  { withSimulations }: { withSimulations: boolean },
): Promise<PatientAnswer> {
  const row = await findPatient(store.db, owner, id);
  const [patient] = await presentPatients(store, owner, [row], { links, withSimulations });
  return { patient: patient!, async: String(row.last_async === 1) };
}
