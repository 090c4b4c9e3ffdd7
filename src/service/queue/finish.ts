import { READY_STATUS } from '../../contract/reconstruction.ts';
import { insertFiles, type KeptFile, removeFiles, replacing } from '../domain/files.ts';
import { FAILED_STATUS, type ShownStatus } from '../domain/generation.ts';
import { deleteReconstruction, keptOfEarlier } from '../domain/reconstructions.ts';
import { moveSimulations } from '../domain/simulations.ts';
import type { Db, Store } from '../domain/store.ts';
import { waitForAll } from '../storage/wait-for-all.ts';
import { type Model, PART_NAMES, type PartName } from '../worker/orders.ts';
import { endJob, type Lease } from './leases.ts';

const MIMES: Readonly<Record<PartName, string>> = {
  glb: 'model/gltf-binary',
  obj: 'model/obj',
  mtl: 'model/mtl',
  texture: 'image/jpeg',
  frames: 'image/jpeg',
  report: 'application/json',
};

/**
 * Stores a model of which the parts lie in temporary files: files first, then one commit that only the attempt that
 * holds the job can make. False where this attempt held it no longer.
 */
export async function finishJob(
  store: Store,
  lease: Lease,
  model: Model,
  partPaths: Readonly<Record<PartName, string>>,
): Promise<boolean> {
  const ids = await store.newFileIds(PART_NAMES.length);
  const files = await keepParts(store, ids, model, partPaths).catch(async (error: unknown) => {
    await removeFiles(store, ids);
    throw error;
  });
  return await replacing(store, files, async (db) => {
    const now = store.clock.now();
    await lockPatientOf(db, lease);
    if (!(await endJob(db, lease, 'done', now))) return undefined;
    await insertFiles(db, lease.record, files, now);
    const measures = JSON.stringify(model.measures);
    const certainty = model.certainty === undefined ? null : JSON.stringify(model.certainty);
    await setOutcome(db, lease, { status: READY_STATUS, reason: null, measures, certainty, updated_at: now });
    return lease.record.table === 'reconstructions' ? takePlace(db, lease.record.id) : [];
  });
}

/** A deletion meanwhile would miss the new files. */
const lockPatientOf = (db: Db, { record: { table, id } }: Lease) =>
  db
    .selectFrom('patients')
    .select('patients.id')
    .where('patients.id', '=', (all) => all.selectFrom(table).select('patient_id').where(`${table}.id`, '=', id))
    .forUpdate()
    .execute();

async function keepParts(
  { blobs }: Store,
  ids: readonly string[],
  { parts }: Model,
  partPaths: Readonly<Record<PartName, string>>,
): Promise<KeptFile[]> {
  await waitForAll(PART_NAMES.map((name, at) => blobs.keep(ids[at]!, partPaths[name])));
  return PART_NAMES.map((name, at) => ({ id: ids[at]!, name, mime: MIMES[name], ...parts[name] }));
}

/** Ends a job without a result. `reason` is for a person. False where this attempt held it no longer. */
export async function failJob(store: Store, lease: Lease, reason: string): Promise<boolean> {
  return await store.database.transact(async (db) => {
    const now = store.clock.now();
    if (!(await endJob(db, lease, 'failed', now))) return false;
    await setOutcome(db, lease, { status: FAILED_STATUS, reason, updated_at: now });
    return true;
  });
}

type JobOutcome = ShownStatus & { measures?: string; certainty?: string | null; updated_at: number };

const setOutcome = (db: Db, { record }: Lease, outcome: JobOutcome) =>
  db.updateTable(record.table).set(outcome).where('id', '=', record.id).execute();

/** Puts a ready reconstruction in the place of the one it replaces, and returns the files of that one. */
async function takePlace(db: Db, id: number): Promise<string[]> {
  const earlier = await db
    .selectFrom('reconstructions as earlier')
    .innerJoin('reconstructions as ready', (join) =>
      join.onRef('ready.patient_id', '=', 'earlier.patient_id').onRef('ready.type', '=', 'earlier.type'),
    )
    .where('ready.id', '=', id)
    .where('earlier.id', '<>', id)
    .select(['earlier.id', 'earlier.provider', 'earlier.given_measures', 'earlier.updated_at', 'earlier.earlier'])
    .executeTakeFirst();
  if (earlier !== undefined) await moveSimulations(db, earlier.id, id);
  const dropped = earlier === undefined ? [] : await deleteReconstruction(db, earlier.id);
  const kept = earlier === undefined ? {} : { earlier: keptOfEarlier(earlier) };
  await db
    .updateTable('reconstructions')
    .set({ slot: 'current', ...kept })
    .where('id', '=', id)
    .execute();
  return dropped;
}
