import type { Selectable } from 'kysely';
import { compiledQuery } from '../storage/compiled-query.ts';
import type { SimulationRow } from '../storage/schema.ts';
import type { Account } from './accounts.ts';
import type { StoredReconstruction } from './reconstructions.ts';
import type { Store } from './store.ts';

/** The pictures that an answer has the address of; a reconstruction has other files, too. */
const SHOWN_FILES = ['left', 'front', 'right', 'frames'] as const;
export type ShownFile = (typeof SHOWN_FILES)[number];

export interface ReconstructionRecord extends StoredReconstruction {
  /** File id by name. */
  files: ReadonlyMap<ShownFile, string>;
  simulations: Selectable<SimulationRow>[];
}

/** The reconstructions of the given patients, as far as these belong to this account. */
export async function reconstructionsOf(
  { db }: Store,
  owner: Account,
  patientIds: readonly number[],
): Promise<ReconstructionRecord[]> {
  if (patientIds.length === 0) return [];
  const rows = await recordsOf(db, { ownerId: owner.id, patientIds });
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const files = await picturesOf(db, { ids });
  const simulations = await simulationsOf(db, { ids });
  const isOf = (id: number) => (row: { reconstruction_id: number | null }) => row.reconstruction_id === id;
  return rows.map((row) => ({
    ...row,
    files: new Map(files.filter(isOf(row.id)).map(({ id, name }) => [name as ShownFile, id])),
    simulations: simulations.filter(isOf(row.id)),
  }));
}

const recordsOf = compiledQuery((db, { ownerId, patientIds }: { ownerId: number; patientIds: readonly number[] }) =>
  db
    .selectFrom('reconstructions')
    .innerJoin('patients', 'patients.id', 'reconstructions.patient_id')
    .where('patients.owner_id', '=', ownerId)
    .where('patients.id', 'in', patientIds)
    .selectAll('reconstructions')
    .orderBy('reconstructions.id'),
);

const picturesOf = compiledQuery((db, { ids }: { ids: readonly number[] }) =>
  db
    .selectFrom('files')
    .select(['id', 'name', 'reconstruction_id'])
    .where('reconstruction_id', 'in', ids)
    .where('name', 'in', SHOWN_FILES),
);

const simulationsOf = compiledQuery((db, { ids }: { ids: readonly number[] }) =>
  db.selectFrom('simulations').selectAll().where('reconstruction_id', 'in', ids).orderBy('id'),
);
