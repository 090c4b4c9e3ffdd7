import { READY_STATUS } from '../../contract/reconstruction.ts';
import type { Simulation } from '../../contract/simulation.ts';
import type { SimulationLines } from '../../contract/simulation-lines.ts';
import type { Account } from './accounts.ts';
import { shownOf } from './generation.ts';
import { type Beside, insertKey } from './idempotency.ts';
import { changePatient, lockPatient } from './patients.ts';
import { newestOf, slotsOf } from './reconstructions.ts';
import { Refusal } from './refusal.ts';
import type { Db, Store } from './store.ts';

/** Implants are planned for breasts alone. */
const TYPE = 'mammo';
/** Of one reconstruction: each answer about the patient holds all of them. */
const MOST_SIMULATIONS = 100;

export interface NewSimulation extends Pick<Simulation, 'name' | 'description' | 'left_implant' | 'right_implant'> {
  /** When the reconstruction was last changed, as its maker saw it; undefined where that is not said. */
  modelUpdatedAt: number | undefined;
  /** Those that it was made with, where they are sent. */
  lines: SimulationLines | undefined;
}

/**
 * Adds a simulation to the reconstruction that can be read; the reconstruction keeps its time.
 * @throws Refusal 404 where there is none; 409 where it has no model, another one than was seen, or that name already
 */
export async function saveSimulation(
  store: Store,
  owner: Account,
  patientId: number,
  { modelUpdatedAt, name, description, lines, ...implants }: NewSimulation,
  { key, note }: Beside = {},
): Promise<void> {
  await store.database.transact(async (db) => {
    const now = store.clock.now();
    await lockPatient(db, owner, patientId);
    const slots = await slotsOf(db, patientId, TYPE);
    const { current } = slots;
    if (current === undefined) throw new Refusal(404, 'not_found', `the patient has no ${TYPE} reconstruction`);
    if (modelUpdatedAt !== undefined && newestOf(slots)?.updated_at !== modelUpdatedAt) {
      throw new Refusal(409, 'refused', `the ${TYPE} reconstruction was changed since it was read`);
    }
    if (shownOf(current).status !== READY_STATUS) {
      throw new Refusal(409, 'refused', `the ${TYPE} reconstruction has no 3D model, so there is nothing to simulate`);
    }
    await requireFree(db, current.id, name);
    const texts = {
      left_implant: JSON.stringify(implants.left_implant),
      right_implant: JSON.stringify(implants.right_implant),
      lines: lines === undefined ? null : JSON.stringify(lines),
    };
    const row = { reconstruction_id: current.id, name, description, ...texts, updated_at: now };
    await db.insertInto('simulations').values(row).execute();
    await changePatient(db, owner.id, patientId, { updated_at: now });
    await insertKey(db, owner, key, { patientId, now });
    await note?.(db, { patient: patientId });
  });
}

async function requireFree(db: Db, reconstructionId: number, name: string): Promise<void> {
  const rows = await simulationsOf(db, reconstructionId).execute();
  if (rows.some((row) => row.name === name)) {
    throw new Refusal(409, 'refused', 'a simulation of this name is there already', { hint: 'Choose another name' });
  }
  if (rows.length < MOST_SIMULATIONS) return;
  throw new Refusal(409, 'refused', `there are ${rows.length} simulations already`, { hint: 'Delete one first' });
}

const simulationsOf = (db: Db, reconstructionId: number) =>
  db.selectFrom('simulations').select('name').where('reconstruction_id', '=', reconstructionId);

/** @throws Refusal 404 where the patient has no such simulation */
export async function deleteSimulation(
  store: Store,
  owner: Account,
  { patientId, id }: { patientId: number; id: number | undefined },
  { key, note }: Beside = {},
): Promise<void> {
  await store.database.transact(async (db) => {
    const now = store.clock.now();
    await lockPatient(db, owner, patientId);
    const own = db.selectFrom('reconstructions').select('id').where('patient_id', '=', patientId);
    const gone = await db
      .deleteFrom('simulations')
      .where('id', '=', id ?? -1)
      .where('reconstruction_id', 'in', own)
      .returning('id')
      .execute();
    if (gone.length === 0) throw new Refusal(404, 'not_found', 'the patient has no such simulation');
    await changePatient(db, owner.id, patientId, { updated_at: now });
    await insertKey(db, owner, key, { patientId, now });
    await note?.(db, { patient: patientId });
  });
}

/** Of the simulations of a patient those with lines; a new model has taken over lines that fit the one before it alone. */
export async function linesOfSimulations(
  { db }: Store,
  owner: Account,
  patientId: number,
): Promise<({ id: number } & SimulationLines)[]> {
  const rows = await db
    .selectFrom('simulations')
    .innerJoin('reconstructions', 'reconstructions.id', 'simulations.reconstruction_id')
    .innerJoin('patients', 'patients.id', 'reconstructions.patient_id')
    .where('patients.owner_id', '=', owner.id)
    .where('patients.id', '=', patientId)
    .select(['simulations.id', 'simulations.lines'])
    .orderBy('simulations.id')
    .execute();
  return rows.flatMap(({ id, lines }) => (lines === null ? [] : [{ id, ...(JSON.parse(lines) as SimulationLines) }]));
}

/** A new model takes over the plans that were made on the one before it. */
export const moveSimulations = (db: Db, from: number, to: number) =>
  db.updateTable('simulations').set({ reconstruction_id: to }).where('reconstruction_id', '=', from).execute();
