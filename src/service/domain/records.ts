import type { Selectable } from 'kysely';
import { compiledQuery } from '../storage/compiled-query.ts';
import { fromJsonRows, jsonRows } from '../storage/json-rows.ts';
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
  simulations: Omit<Selectable<SimulationRow>, 'lines'>[];
}

/** The reconstructions of the given patients, as far as these belong to this account. */
export async function reconstructionsOf(
  { db }: Store,
  owner: Account,
  patientIds: readonly number[],
): Promise<ReconstructionRecord[]> {
  if (patientIds.length === 0) return [];
  const rows = await recordsOf(db, { ownerId: owner.id, patientIds });
  return rows.map((row) => ({
    ...row,
    files: new Map(fromJsonRows(row.files).map(({ id, name }) => [name as ShownFile, id])),
    simulations: fromJsonRows(row.simulations),
  }));
}

const recordsOf = compiledQuery((db, { ownerId, patientIds }: { ownerId: number; patientIds: readonly number[] }) =>
  db
    .selectFrom('reconstructions')
    .innerJoin('patients', 'patients.id', 'reconstructions.patient_id')
    .where('patients.owner_id', '=', ownerId)
    .where('patients.id', 'in', patientIds)
    .selectAll('reconstructions')
    .select((all) => [
      jsonRows(
        db,
        all
          .selectFrom('files')
          .select(['files.id', 'files.name'])
          .whereRef('files.reconstruction_id', '=', 'reconstructions.id')
          .where('files.name', 'in', SHOWN_FILES),
      ).as('files'),
      jsonRows(
        db,
        all
          .selectFrom('simulations')
          .select([
            'simulations.id',
            'simulations.reconstruction_id',
            'simulations.name',
            'simulations.description',
            'simulations.left_implant',
            'simulations.right_implant',
            'simulations.updated_at',
          ])
          .whereRef('simulations.reconstruction_id', '=', 'reconstructions.id')
          .orderBy('simulations.id'),
      ).as('simulations'),
    ])
    .orderBy('reconstructions.id'),
);
