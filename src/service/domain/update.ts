import type { PatientInput } from '../../contract/patient.ts';
import { DEFAULT_PROVIDER } from '../../contract/providers.ts';
import { systemErrorCode } from '../../errors.ts';
import { DamagedFile, isAsStored } from '../storage/verified-file.ts';
import type { Account } from './accounts.ts';
import { bytesOf, type KeptFile, keepPhotos, replacing, type StagedPhoto } from './files.ts';
import { type KeptGeneration, measuresFromText, type NewGeneration, type ProviderNumber } from './generation.ts';
import { type Beside, insertKey } from './idempotency.ts';
import { type BodySize, changePatient, findPatient, lockPatient, markGenerated } from './patients.ts';
import { requireRoom } from './quotas.ts';
import {
  copyStoredPhotos,
  insertReconstruction,
  mayBeReplaced,
  newestOf,
  type StoredReconstruction,
  slotsOf,
} from './reconstructions.ts';
import { Refusal } from './refusal.ts';
import type { Db, Store } from './store.ts';

export interface PatientUpdate {
  patient: PatientInput & BodySize;
  /** A stored reconstruction keeps its provider. */
  reconstruction?: Omit<NewGeneration, 'provider'>;
}

/**
 * Applies an update in one commit. `applied` is false if the stored reconstruction is accepted or in progress: then
 * only the patient's fields were changed.
 */
export async function updatePatient(
  store: Store,
  owner: Account,
  id: number,
  { patient, reconstruction }: PatientUpdate,
  { key, note }: Beside = {},
): Promise<{ applied: boolean }> {
  const replacement = reconstruction && (await prepare(store, owner, id, reconstruction));
  const applied = await replacing(store, replacement?.files ?? [], async (db) => {
    const now = store.clock.now();
    await lockPatient(db, owner, id);
    if (Object.keys(patient).length > 0) await changePatient(db, owner.id, id, { ...patient, updated_at: now });
    await insertKey(db, owner, key, { patientId: id, now });
    await note?.(db, { patient: id });
    if (reconstruction === undefined) return [];
    if (replacement === undefined || !(await isStillBase(db, id, replacement))) return undefined;
    await requireRoom(db, owner.id, { bytes: bytesOf(replacement.files) });
    const { dropped } = await insertReconstruction(db, id, replacement, now);
    await markGenerated(db, owner.id, id, now);
    return dropped;
  });
  return { applied };
}

/** The new generation with the photos it takes from the one it is based on. */
type Replacement = KeptGeneration & { baseId: number | undefined };

/** Undefined if nothing may be replaced now. */
async function prepare(
  store: Store,
  owner: Account,
  patientId: number,
  { type, photos, measures }: NonNullable<PatientUpdate['reconstruction']>,
): Promise<Replacement | undefined> {
  await findPatient(store.db, owner, patientId);
  const slots = await slotsOf(store.db, patientId, type);
  if (!mayBeReplaced(slots)) return undefined;
  const base = newestOf(slots);
  return {
    type,
    provider: (base?.provider ?? DEFAULT_PROVIDER) as ProviderNumber,
    measures: { ...(base && measuresFromText(base.given_measures)), ...measures },
    files: await gather(store, owner.id, { photos, base }),
    baseId: base?.id,
  };
}

/** False if another update came in between: then the gathered photos are out of date. */
async function isStillBase(db: Db, patientId: number, { type, baseId }: Replacement): Promise<boolean> {
  const slots = await slotsOf(db, patientId, type);
  return mayBeReplaced(slots) && newestOf(slots)?.id === baseId;
}

/** Gathers the photos of the new generation: those that were sent, and the stored ones for the other views. */
async function gather(
  store: Store,
  ownerId: number,
  { photos, base }: { photos: readonly StagedPhoto[]; base: StoredReconstruction | undefined },
): Promise<KeptFile[]> {
  const sent = await keepPhotos(store, ownerId, photos);
  if (base === undefined) return sent;
  const kept = [...sent];
  try {
    const copies = await copyStoredPhotos(store, base.id, { except: sent.map((file) => file.name) });
    kept.push(...copies);
    // A damaged photo would fail again, and under the new id nobody would put it back.
    for (const copy of base.is_incomplete === 1 ? copies : []) {
      if (!(await isAsStored(store.blobs, copy))) throw new DamagedFile(copy.id);
    }
    return kept;
  } catch (error) {
    await store.blobs.remove(kept.map((file) => file.id));
    if (systemErrorCode(error) !== 'ENOENT' && !(error instanceof DamagedFile)) throw error;
    throw new Refusal(409, 'refused', 'a stored photo is missing or damaged', {
      hint: 'Send all photos again, by a link where an update does not take one of them',
    });
  }
}
