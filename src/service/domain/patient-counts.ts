import { compiledQuery } from '../storage/compiled-query.ts';
import type { Db } from '../storage/database.ts';

/** Patients of one account whose ids follow each other: those from `firstId` to before the next stretch's. */
export interface Stretch {
  firstId: number;
  entries: number;
  /** Another number, if anything has changed that a list could tell. */
  changes: number;
}

/** All patients of the account; the list has not changed as long as `changes` is the same. */
export async function countPatients(db: Db, ownerId: number): Promise<{ entries: number; changes: number }> {
  const [total] = await totalOf(db, { ownerId });
  return { entries: total?.entries ?? 0, changes: total?.changes ?? 0 };
}

/** The number of all patients of the account, as a value of another query. */
export const entriesOf = (db: Db, ownerId: number) =>
  db
    .selectFrom('patient_counts')
    .where('owner_id', '=', ownerId)
    .select(({ fn }) => fn.sum<number>('entries').as('entries'));

const totalOf = compiledQuery((db, { ownerId }: { ownerId: number }) =>
  db
    .selectFrom('patient_counts')
    .where('owner_id', '=', ownerId)
    .select(({ fn }) => [
      fn.sum<number | null>('entries').as('entries'),
      fn.sum<number | null>('changes').as('changes'),
    ]),
);

export async function stretchesOf(db: Db, ownerId: number): Promise<Stretch[]> {
  return db
    .selectFrom('patient_counts')
    .where('owner_id', '=', ownerId)
    .select(({ fn }) => [
      'first_id as firstId',
      fn.sum<number>('entries').as('entries'),
      fn.sum<number>('changes').as('changes'),
    ])
    .groupBy('first_id')
    .orderBy('first_id')
    .execute();
}
