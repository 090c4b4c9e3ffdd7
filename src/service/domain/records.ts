import type { Selectable } from 'kysely';
import type { SimulationRow } from '../storage/schema.ts';
import type { Account } from './accounts.ts';
import type { StoredReconstruction } from './reconstructions.ts';
import type { Store } from './store.ts';

export interface ReconstructionRecord extends StoredReconstruction {
  /** File id by name, which is a view, `frames`, … */
  files: ReadonlyMap<string, string>;
  simulations: Selectable<SimulationRow>[];
}

/** The reconstructions of the given patients, as far as these belong to this account. */
export async function reconstructionsOf(
  { db }: Store,
  owner: Account,
  patientIds: readonly number[],
): Promise<ReconstructionRecord[]> {
  if (patientIds.length === 0) return [];
  const rows = await db
    .selectFrom('reconstructions')
    .innerJoin('patients', 'patients.id', 'reconstructions.patient_id')
    .where('patients.owner_id', '=', owner.id)
    .where('patients.id', 'in', patientIds)
    .selectAll('reconstructions')
    .orderBy('reconstructions.id')
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const files = await db
    .selectFrom('files')
    .select(['id', 'name', 'reconstruction_id'])
    .where('reconstruction_id', 'in', ids)
    .execute();
  const simulations = await db
    .selectFrom('simulations')
    .selectAll()
    .where('reconstruction_id', 'in', ids)
    .orderBy('id')
    .execute();
  const isOf = (id: number) => (row: { reconstruction_id: number | null }) => row.reconstruction_id === id;
  return rows.map((row) => ({
    ...row,
    files: new Map(files.filter(isOf(row.id)).map(({ id, name }) => [name, id])),
    simulations: simulations.filter(isOf(row.id)),
  }));
}
