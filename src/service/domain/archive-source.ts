import { PROCESSING_STATUS, READY_STATUS, type ReconstructionType } from '../../contract/reconstruction.ts';
import type { Account } from './accounts.ts';
import { filesOf, type KeptFile } from './files.ts';
import { findPatient, type StoredPatient } from './patients.ts';
import { type ReconstructionRows, slotsOf } from './reconstructions.ts';
import { Refusal } from './refusal.ts';
import { type ShownStatus, shownOf } from './shown-status.ts';
import type { Store } from './store.ts';

export interface ArchiveSource {
  patient: StoredPatient;
  reconstruction: NonNullable<ReconstructionRows['current']>;
  files: KeptFile[];
}

/** Gathers the contents of a download of this type: the reconstruction that can be read, if there is one. */
export async function archiveSource(
  store: Store,
  owner: Account,
  patientId: number,
  type: ReconstructionType,
): Promise<ArchiveSource> {
  const patient = await findPatient(store.db, owner, patientId);
  const { current } = await slotsOf(store.db, patientId, type);
  if (current === undefined) throw new Refusal(404, 'not_found', `the patient has no ${type} reconstruction`);
  if (shownOf(current).status !== READY_STATUS) throw notReady(type, shownOf(current));
  return { patient, reconstruction: current, files: await filesOf(store.db, { reconstructionId: current.id }) };
}

/** Explains why a generation failed: the interface has no field for the reason. */
function notReady(type: ReconstructionType, { status, reason }: ShownStatus): Refusal {
  if (status === PROCESSING_STATUS) {
    return new Refusal(409, 'in_progress', `the ${type} reconstruction is still being generated`);
  }
  return new Refusal(409, 'generation_failed', reason ?? `the ${type} reconstruction has no 3D model`);
}
