import { RECONSTRUCTION_TYPES, type ReconstructionType, VIEWS, type View } from '../../contract/reconstruction.ts';
import type { Account } from './accounts.ts';
import { numberedAfters } from './afters.ts';
import { FAILED_STATUS, shownOf } from './generation.ts';
import { askOfPatient } from './reconstructions.ts';
import type { Db } from './store.ts';

/** The SHA-256 of photos, by view. */
type Sums = ReadonlyMap<View, string>;

const photoRows = askOfPatient((own) =>
  own
    .innerJoin('files', 'files.reconstruction_id', 'reconstructions.id')
    .where('files.name', 'in', VIEWS)
    .select(['reconstructions.type', 'slot', 'reconstructions.status', 'reconstructions.reason'])
    .select(['reconstructions.is_incomplete', 'files.name', 'files.sha256']),
);

/** The photos of the reconstructions of a patient of this account. */
export async function photosOf(db: Db, owner: Account, patientId: number) {
  const rows = await photoRows(db, owner, patientId);
  const slotOf = (type: ReconstructionType, slot: 'current' | 'next') => {
    const found = rows.filter((row) => row.type === type && row.slot === slot);
    const [first] = found;
    return first && { status: shownOf(first).status, sums: sumsOf(found) };
  };
  const slots = RECONSTRUCTION_TYPES.map((type) => ({
    type,
    current: slotOf(type, 'current'),
    next: slotOf(type, 'next'),
  }));
  return {
    /** Of each model that can be read, and of one that there is not yet; of one that is replaced, its own. */
    models: slots.flatMap(({ type, current }) => (current === undefined ? [] : [{ type, sums: current.sums }])),
    /** Of each type whose newest generation failed, those that it was given. */
    failed: slots.flatMap(({ type, current, next = current }) =>
      next?.status === FAILED_STATUS ? [{ type, sums: next.sums }] : [],
    ),
  };
}

/** Every after-record of a patient of this account. `isOfModelPhotos`: each of its photos is the model's own. */
export async function comparedAfters(
  db: Db,
  owner: Account,
  patientId: number,
  models: readonly { type: ReconstructionType; sums: Sums }[],
) {
  const afters = await numberedAfters(db, owner, patientId);
  if (afters.length === 0) return [];
  const rows = await db
    .selectFrom('files')
    .where(
      'after_id',
      'in',
      afters.map(({ id }) => id),
    )
    .where('name', 'in', VIEWS)
    .select(['after_id', 'name', 'sha256'])
    .execute();
  return afters.map(({ id, ...after }) => {
    const own = sumsOf(rows.filter((row) => row.after_id === id));
    const before = models.find(({ type }) => type === after.type)?.sums;
    const isOfModelPhotos = own.size > 0 && [...own].every(([view, sum]) => before?.get(view) === sum);
    return { ...after, sums: own, isOfModelPhotos };
  });
}

const sumsOf = (rows: readonly { name: string; sha256: string }[]): Sums =>
  new Map(
    VIEWS.flatMap((view) => {
      const sum = rows.find(({ name }) => name === view)?.sha256;
      return sum === undefined ? [] : [[view, sum]];
    }),
  );
