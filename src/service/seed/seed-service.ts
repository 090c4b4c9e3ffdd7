import { READY_STATUS } from '../../contract/reconstruction.ts';
import type { Account } from '../domain/accounts.ts';
import { filesOf, insertFiles, keepPhotos, owning } from '../domain/files.ts';
import { insertPatient } from '../domain/patients.ts';
import { insertReconstruction } from '../domain/reconstructions.ts';
import type { Db, Store } from '../domain/store.ts';
import { waitForAll } from '../storage/wait-for-all.ts';
import { syntheticSimulations } from './implants.ts';
import { type SyntheticPatient, syntheticPatients } from './people.ts';
import { PLANNED_RECONSTRUCTIONS, type PlannedReconstruction, stageSample } from './samples.ts';

/** Every service is filled with the same people, so a script written for one works with another. */
const SEED = 1;
const PATIENTS_PER_COMMIT = 200;

export interface SeedOptions {
  /** Number of patients. */
  count: number;
  /** The package's `samples/`; without it no patient gets a reconstruction. */
  samplesFolder?: string | undefined;
  /** Gets the id of each reconstruction before its job can be taken. */
  onReconstruction?: ((id: number) => void) | undefined;
  /** Ends the filling with the signal's reason; patients already added stay. */
  signal?: AbortSignal | undefined;
}

export interface Seeded {
  /** The reconstructions to wait for, so that every state can be seen. */
  awaited: number[];
  /** Adds what is made of a ready model: call it once those have ended. */
  addAccepted(): Promise<void>;
}

/**
 * Fills an account that has no patient yet with synthetic ones. A few get reconstructions of the sample photos, as
 * normal jobs: their models are really generated, and one really fails. Undefined where nobody was added.
 */
export async function seedService(
  store: Store,
  owner: Account,
  { count, samplesFolder, onReconstruction, signal }: SeedOptions,
): Promise<Seeded | undefined> {
  if (await hasPatients(store, owner)) return undefined;
  const people = syntheticPatients(count, SEED);
  const patientIds: number[] = [];
  for (let start = 0; start < people.length; start += PATIENTS_PER_COMMIT) {
    signal?.throwIfAborted();
    const some = people.slice(start, start + PATIENTS_PER_COMMIT);
    await store.database.transact(async (db) => {
      for (const person of some) patientIds.push(await insertPerson(db, owner, person, store.clock.now()));
    });
  }
  const plan = samplesFolder === undefined ? [] : PLANNED_RECONSTRUCTIONS.slice(0, count);
  const add = (planned: PlannedReconstruction) => {
    signal?.throwIfAborted();
    const patientId = patientIds[plan.indexOf(planned)]!;
    return addReconstruction(store, owner, { patientId, planned, samplesFolder: samplesFolder!, onReconstruction });
  };
  const awaited: number[] = [];
  // In the order in which they are made.
  for (const planned of plan.filter((one) => one.isAwaited === true)) awaited.push(await add(planned));
  for (const planned of plan.filter((one) => one.isAwaited !== true && one.isAccepted !== true)) await add(planned);
  return {
    awaited,
    async addAccepted() {
      for (const planned of plan.filter((one) => one.isAccepted === true)) {
        const patientId = patientIds[plan.indexOf(planned)]!;
        const isCopied = await copyReady(store, awaited[0]!, { patientId, planned });
        if (!isCopied) await add(planned);
      }
    },
  };
}

async function hasPatients({ db }: Store, owner: Account): Promise<boolean> {
  const own = db.selectFrom('patients').select('id').where('owner_id', '=', owner.id);
  return (await own.limit(1).executeTakeFirst()) !== undefined;
}

const insertPerson = (db: Db, owner: Account, { patient, ...size }: SyntheticPatient, now: number) =>
  insertPatient(db, owner, { patient, size, isAsync: true, now });

interface Addition {
  patientId: number;
  planned: PlannedReconstruction;
}

/** With a job that makes its model. */
async function addReconstruction(
  store: Store,
  owner: Account,
  {
    patientId,
    planned,
    samplesFolder,
    onReconstruction,
  }: Addition & { samplesFolder: string } & Pick<SeedOptions, 'onReconstruction'>,
): Promise<number> {
  const request = await stageSample(store.incoming, samplesFolder, planned);
  const files = await keepPhotos(store, owner.id, request.photos);
  return owning(store, files, async (db) => {
    const now = store.clock.now();
    const { id } = await insertReconstruction(db, patientId, { ...request, files }, now);
    onReconstruction?.(id);
    await complete(db, id, planned, now);
    return id;
  });
}

/** The same model for another patient, without making it again. False if it is not ready. */
async function copyReady(store: Store, fromId: number, { patientId, planned }: Addition): Promise<boolean> {
  const from = await store.db.selectFrom('reconstructions').selectAll().where('id', '=', fromId).executeTakeFirst();
  if (from?.status !== READY_STATUS) return false;
  const { id: _, ...columns } = from;
  const stored = await filesOf(store.db, { table: 'reconstructions', id: fromId });
  const ids = await store.newFileIds(stored.length);
  const files = stored.map((file, at) => ({ ...file, id: ids[at]! }));
  await waitForAll(stored.map((file, at) => store.blobs.copy(ids[at]!, file.id)));
  await owning(store, files, async (db) => {
    const now = store.clock.now();
    const { id } = await db
      .insertInto('reconstructions')
      .values({ ...columns, patient_id: patientId, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await insertFiles(db, { table: 'reconstructions', id }, files, now);
    await complete(db, id, planned, now);
  });
  return true;
}

async function complete(
  db: Db,
  id: number,
  { isAccepted, simulationSeed }: PlannedReconstruction,
  now: number,
): Promise<void> {
  if (isAccepted) await db.updateTable('reconstructions').set({ accepted: 1 }).where('id', '=', id).execute();
  if (simulationSeed !== undefined) await insertSimulations(db, id, { simulationSeed, now });
}

async function insertSimulations(
  db: Db,
  reconstructionId: number,
  { simulationSeed, now }: { simulationSeed: number; now: number },
): Promise<void> {
  const rows = syntheticSimulations(simulationSeed).map(({ left_implant, right_implant, ...words }) => ({
    reconstruction_id: reconstructionId,
    ...words,
    left_implant: JSON.stringify(left_implant),
    right_implant: JSON.stringify(right_implant),
    updated_at: now,
  }));
  await db.insertInto('simulations').values(rows).execute();
}
