import type { Account } from '../domain/accounts.ts';
import { keepPhotos, owning } from '../domain/files.ts';
import { insertPatient } from '../domain/patients.ts';
import { insertReconstruction } from '../domain/reconstructions.ts';
import type { Db, Store } from '../domain/store.ts';
import { syntheticSimulations } from './implants.ts';
import { type SyntheticPatient, syntheticPatients } from './people.ts';
import { type PlannedReconstruction, plannedReconstructions } from './reconstructions.ts';
import { stageSample } from './sample-photos.ts';

/** Every service is filled with the same people, so a script written for one works with another. */
const SEED = 1;
const PATIENTS_PER_COMMIT = 200;

export interface SeedOptions {
  /** Number of patients. */
  count: number;
  /** The package's `samples/`; without it no patient gets a reconstruction. */
  samplesFolder?: string;
  /** Ends the filling with the signal's reason; patients already added stay. */
  signal?: AbortSignal;
}

/** The numbers of added records. */
export interface Seeded {
  patients: number;
  reconstructionIds: number[];
}

/**
 * Fills an account that has no patient yet with synthetic ones. A few get reconstructions of the sample photos, as
 * normal jobs: their models are really generated. A caller who wants to see every field of the interface waits for the
 * first of them.
 */
export async function seedService(
  store: Store,
  owner: Account,
  { count, samplesFolder, signal }: SeedOptions,
): Promise<Seeded> {
  if (await hasPatients(store, owner)) return { patients: 0, reconstructionIds: [] };
  const people = syntheticPatients(count, SEED);
  const plan = samplesFolder === undefined ? [] : plannedReconstructions(count);
  const reconstructionIds: number[] = [];
  for (const [index, planned] of plan.entries()) {
    signal?.throwIfAborted();
    const id = await seedWithReconstruction(store, owner, people[index]!, { planned, samplesFolder: samplesFolder! });
    reconstructionIds.push(id);
  }
  for (let start = plan.length; start < people.length; start += PATIENTS_PER_COMMIT) {
    signal?.throwIfAborted();
    const some = people.slice(start, start + PATIENTS_PER_COMMIT);
    await store.db.transaction().execute(async (db) => {
      for (const person of some) await insertPerson(store, db, owner, person);
    });
  }
  return { patients: people.length, reconstructionIds };
}

async function hasPatients(store: Store, owner: Account): Promise<boolean> {
  const first = await store.db
    .selectFrom('patients')
    .select('id')
    .where('owner_id', '=', owner.id)
    .limit(1)
    .executeTakeFirst();
  return first !== undefined;
}

const insertPerson = (store: Store, db: Db, owner: Account, { patient, height, weight }: SyntheticPatient) =>
  insertPatient(db, owner, {
    patient,
    ...(height === undefined ? {} : { height }),
    ...(weight === undefined ? {} : { weight }),
    isAsync: true,
    now: store.clock.now(),
  });

async function seedWithReconstruction(
  store: Store,
  owner: Account,
  person: SyntheticPatient,
  { planned, samplesFolder }: { planned: PlannedReconstruction; samplesFolder: string },
): Promise<number> {
  const { type, provider, isAccepted, simulationSeed } = planned;
  const sample = await stageSample(store.blobs, samplesFolder, planned);
  const files = await keepPhotos(store, sample.photos);
  return owning(store, files, async (db) => {
    const now = store.clock.now();
    const patientId = await insertPerson(store, db, owner, person);
    const { id } = await insertReconstruction(db, patientId, { type, provider, files, measures: sample.measures }, now);
    if (isAccepted) await db.updateTable('reconstructions').set({ accepted: 1 }).where('id', '=', id).execute();
    if (simulationSeed !== undefined) await insertSimulations(db, id, { simulationSeed, now });
    return id;
  });
}

async function insertSimulations(
  db: Db,
  reconstructionId: number,
  { simulationSeed, now }: { simulationSeed: number; now: number },
): Promise<void> {
  const rows = syntheticSimulations(simulationSeed).map(({ name, description, left_implant, right_implant }) => ({
    reconstruction_id: reconstructionId,
    name,
    description,
    left_implant: JSON.stringify(left_implant),
    right_implant: JSON.stringify(right_implant),
    updated_at: now,
  }));
  await db.insertInto('simulations').values(rows).execute();
}
