import type { Selectable } from 'kysely';
import type { FileRow, ReconstructionRow, SimulationRow } from '../storage/schema.ts';
import type { Account } from './accounts.ts';
import type { Store } from './store.ts';

export interface ReconstructionRecord extends Selectable<ReconstructionRow> {
  /** File id by name, which is a view, `frames`, … */
  files: Map<string, string>;
  simulations: (Omit<SimulationRow, 'id'> & { id: number })[];
}

/** The reconstructions of the given patients, as far as these belong to this account, by patient id. */
export async function reconstructionsOf(
  store: Store,
  owner: Account,
  patientIds: readonly number[],
): Promise<Map<number, ReconstructionRecord[]>> {
  const records = new Map<number, ReconstructionRecord[]>();
  if (patientIds.length === 0) return records;
  const rows = await store.db
    .selectFrom('reconstructions')
    .innerJoin('patients', 'patients.id', 'reconstructions.patient_id')
    .where('patients.owner_id', '=', owner.id)
    .where('patients.id', 'in', [...patientIds])
    .selectAll('reconstructions')
    .orderBy('reconstructions.id')
    .execute();
  const byId = new Map<number, ReconstructionRecord>();
  for (const row of rows) {
    const record = { ...row, files: new Map<string, string>(), simulations: [] };
    byId.set(row.id, record);
    records.set(row.patient_id, [...(records.get(row.patient_id) ?? []), record]);
  }
  await fillIn(store, byId);
  return records;
}

async function fillIn(store: Store, byId: Map<number, ReconstructionRecord>): Promise<void> {
  const ids = [...byId.keys()];
  if (ids.length === 0) return;
  for (const file of await filesIn(store, ids)) byId.get(file.reconstruction_id!)?.files.set(file.name, file.id);
  const simulations = await store.db
    .selectFrom('simulations')
    .selectAll()
    .where('reconstruction_id', 'in', ids)
    .orderBy('id')
    .execute();
  for (const simulation of simulations) byId.get(simulation.reconstruction_id)?.simulations.push(simulation);
}

const filesIn = (store: Store, ids: number[]): Promise<Pick<FileRow, 'id' | 'name' | 'reconstruction_id'>[]> =>
  store.db
    .selectFrom('files')
    .select(['id', 'name', 'reconstruction_id'])
    .where('reconstruction_id', 'in', ids)
    .execute();
