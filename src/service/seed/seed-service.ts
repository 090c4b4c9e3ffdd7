import type { Account } from '../domain/accounts.ts';
import { keepPhotos, owning } from '../domain/files.ts';
import { insertPatient } from '../domain/patients.ts';
import { insertReconstruction } from '../domain/reconstructions.ts';
import type { Db, Store } from '../domain/store.ts';
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
  /** Ends the filling with the signal's reason; patients already added stay. */
  signal?: AbortSignal | undefined;
}

/**
 * Fills an account that has no patient yet with synthetic ones. A few get reconstructions of the sample photos, as
 * normal jobs: their models are really generated. A caller who wants to see every field of the interface waits for the
 * first of them. Returns the ids of these reconstructions.
 */
export async function seedService(
  store: Store,
  owner: Account,
  { count, samplesFolder, signal }: SeedOptions,
): Promise<number[]> {
  if (await hasPatients(store, owner)) return [];
  const people = syntheticPatients(count, SEED);
  const plan = samplesFolder === undefined ? [] : PLANNED_RECONSTRUCTIONS.slice(0, count);
  const reconstructionIds: number[] = [];
  for (const [index, planned] of plan.entries()) {
    signal?.throwIfAborted();
    const id = await seedWithReconstruction(store, owner, people[index]!, { planned, samplesFolder: samplesFolder! });
    reconstructionIds.push(id);
  }
  for (let start = plan.length; start < people.length; start += PATIENTS_PER_COMMIT) {
    signal?.throwIfAborted();
    const some = people.slice(start, start + PATIENTS_PER_COMMIT);
    await store.database.transact(async (db) => {
      for (const person of some) await insertPerson(db, owner, person, store.clock.now());
    });
  }
  return reconstructionIds;
}

async function hasPatients({ db }: Store, owner: Account): Promise<boolean> {
  const own = db.selectFrom('patients').select('id').where('owner_id', '=', owner.id);
  return (await own.limit(1).executeTakeFirst()) !== undefined;
}

const insertPerson = (db: Db, owner: Account, { patient, ...size }: SyntheticPatient, now: number) =>
  insertPatient(db, owner, { patient, size, isAsync: true, now });

async function seedWithReconstruction(
  store: Store,
  owner: Account,
  person: SyntheticPatient,
  { planned, samplesFolder }: { planned: PlannedReconstruction; samplesFolder: string },
): Promise<number> {
  const { isAccepted, simulationSeed } = planned;
  const request = await stageSample(store.incoming, samplesFolder, planned);
  const files = await keepPhotos(store, owner.id, request.photos);
  return owning(store, files, async (db) => {
    const now = store.clock.now();
    const patientId = await insertPerson(db, owner, person, now);
    const { id } = await insertReconstruction(db, patientId, { ...request, files }, now);
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
  const rows = syntheticSimulations(simulationSeed).map(({ left_implant, right_implant, ...words }) => ({
    reconstruction_id: reconstructionId,
    ...words,
    left_implant: JSON.stringify(left_implant),
    right_implant: JSON.stringify(right_implant),
    updated_at: now,
  }));
  await db.insertInto('simulations').values(rows).execute();
}
