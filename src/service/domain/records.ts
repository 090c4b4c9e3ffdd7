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

/** What an answer is made of. */
const SHOWN_COLUMNS = [
  ...(['id', 'patient_id', 'type', 'slot', 'accepted', 'status', 'reason', 'is_incomplete'] as const),
  ...(['measures', 'certainty', 'updated_at'] as const),
] as const;

export interface ReconstructionRecord extends Pick<StoredReconstruction, (typeof SHOWN_COLUMNS)[number]> {
  /** File id by name. */
  files: ReadonlyMap<ShownFile, string>;
  simulations: Omit<Selectable<SimulationRow>, 'lines'>[];
  /** A file of it, perhaps a photo, is kept once more. */
  hasTwin: boolean;
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
    hasTwin: Boolean(row.has_twin),
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
    .select(SHOWN_COLUMNS.map((name) => `reconstructions.${name}` as const))
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
      // Nearly none has one: a list then needs no question of its own for whose it is.
      all
        .exists(
          all
            .selectFrom('files as one')
            .innerJoin('files as same', (join) =>
              join.onRef('same.sha256', '=', 'one.sha256').onRef('same.id', '<>', 'one.id'),
            )
            .select('one.id')
            .whereRef('one.reconstruction_id', '=', 'reconstructions.id'),
        )
        .as('has_twin'),
    ])
    .orderBy('reconstructions.id'),
);
