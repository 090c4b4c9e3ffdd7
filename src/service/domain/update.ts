import type { PatientInput } from '../../contract/patient.ts';
import { type MeasureName, type ReconstructionType, VIEWS } from '../../contract/reconstruction.ts';
import type { Account } from './accounts.ts';
import { type KeptFile, keepPhotos, owning, type StagedPhoto } from './files.ts';
import { measuresFromText } from './measures.ts';
import { findPatient, setPatientFields } from './patients.ts';
import { insertReceipt, type Receipt } from './receipts.ts';
import {
  copyPhotos,
  insertReconstruction,
  mayBeReplaced,
  type ProviderNumber,
  type Slots,
  slotsOf,
} from './reconstructions.ts';
import type { Store } from './store.ts';

export interface PatientUpdate {
  patient: PatientInput;
  reconstruction?: {
    type: ReconstructionType;
    photos: readonly StagedPhoto[];
    measures: Partial<Record<MeasureName, number>>;
  };
}

/**
 * Applies an update in one commit. `applied` is false where there was a reconstruction part and
 * the stored one is accepted or in progress: then only the patient's fields were changed.
 */
export async function updatePatient(
  store: Store,
  owner: Account,
  id: number,
  { patient, reconstruction }: PatientUpdate,
  receipt?: Receipt,
): Promise<{ applied: boolean }> {
  await findPatient(store.db, owner, id);
  const slots = reconstruction === undefined ? {} : await slotsOf(store.db, id, reconstruction.type);
  const base = slots.next ?? slots.current;
  const files =
    reconstruction === undefined || !mayBeReplaced(slots) ? [] : await gather(store, reconstruction.photos, slots);
  const dropped: string[] = [];
  const applied = await owning(store, files, async (db) => {
    const now = store.clock.now();
    await findPatient(db, owner, id);
    await setPatientFields(db, owner, id, { patient, now });
    await insertReceipt(db, owner, receipt, { patientId: id, now });
    if (reconstruction === undefined) return true;
    const now_ = await slotsOf(db, id, reconstruction.type);
    // Someone else's update may have come in between; then the files gathered above are of the past.
    if (!mayBeReplaced(now_) || (now_.next ?? now_.current)?.id !== base?.id) return false;
    const written = await insertReconstruction(
      db,
      id,
      {
        type: reconstruction.type,
        provider: (base?.provider ?? 4) as ProviderNumber,
        measures: { ...(base === undefined ? {} : measuresFromText(base.given_measures)), ...reconstruction.measures },
        files,
      },
      now,
    );
    dropped.push(...written.dropped);
    await db
      .updateTable('patients')
      .set({ last_async: 1, updated_at: now })
      .where('id', '=', id)
      .where('owner_id', '=', owner.id)
      .execute();
    return true;
  });
  await store.blobs.remove(applied ? dropped : files.map((file) => file.id));
  return { applied };
}

/** The photos of the new generation: those sent, and the stored ones for the other views. */
async function gather(store: Store, photos: readonly StagedPhoto[], slots: Slots): Promise<KeptFile[]> {
  const base = slots.next ?? slots.current;
  const sent = await keepPhotos(store, photos);
  if (base === undefined) return sent;
  return [
    ...sent,
    ...(await copyPhotos(
      store,
      base.id,
      sent.map((file) => file.name),
      VIEWS,
    )),
  ];
}
