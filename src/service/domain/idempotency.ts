import type { Selectable } from 'kysely';
import type { IdempotencyRow } from '../storage/schema.ts';
import type { Account } from './accounts.ts';
import type { NoteChange } from './audit-lines.ts';
import type { Db, Store } from './store.ts';

/** How long an `Idempotency-Key` is remembered. */
export const KEY_HOURS = 24;
const KEY_MS = KEY_HOURS * 3_600_000;

/** The `Idempotency-Key` of a change: the same request sent again is not carried out again. */
export interface IdempotencyKey {
  text: string;
  /** SHA-256 of operation and parsed parts, hex. */
  requestHash: string;
  /** The answer, if it is known before the change is committed. */
  answer?: StoredAnswer | undefined;
}

/** What is written in the commit of a change beside the change itself. */
export interface Beside {
  key?: IdempotencyKey | undefined;
  note?: NoteChange;
}

export type StoredKey = Selectable<IdempotencyRow>;

export interface StoredAnswer {
  status: number;
  body: string;
}

/** Call this in the transaction of the change itself, so that neither exists without the other. */
export async function insertKey(
  db: Db,
  account: Account,
  key: IdempotencyKey | undefined,
  { patientId, afterId = null, now }: { patientId: number | null; afterId?: number | null; now: number },
): Promise<void> {
  if (key === undefined) return;
  const { text, requestHash, answer } = key;
  const about = { patient_id: patientId, after_id: afterId, created_at: now };
  await db
    .insertInto('idempotency')
    .values({ account_id: account.id, key: text, request_hash: requestHash, ...about, ...answer })
    .execute();
}

/** Undefined for a key that was never used. An expired key counts as unused and is removed. */
export async function findKey(store: Store, account: Account, key: string): Promise<StoredKey | undefined> {
  const found = await store.db
    .selectFrom('idempotency')
    .where('account_id', '=', account.id)
    .where('key', '=', key)
    .selectAll()
    .executeTakeFirst();
  if (found === undefined || found.created_at > expiry(store)) return found;
  await store.db
    .deleteFrom('idempotency')
    .where('account_id', '=', account.id)
    .where('key', '=', key)
    .where('created_at', '<=', expiry(store))
    .execute();
  return undefined;
}

/**
 * Stores the answer and does not wait for the disk: the change is already stored, and an answer lost in a power cut is
 * made again from the change.
 */
export async function storeAnswer(store: Store, account: Account, key: string, answer: StoredAnswer): Promise<void> {
  const change = store.db
    .updateTable('idempotency')
    .set(answer)
    .where('account_id', '=', account.id)
    .where('key', '=', key)
    .where('status', 'is', null);
  await store.database.changeUnsynced(change);
}

/** Removes the patient's data from stored answers; the keys stay used. */
export async function forgetAnswers(db: Db, patientId: number): Promise<void> {
  await db.updateTable('idempotency').set({ body: null, status: 410 }).where('patient_id', '=', patientId).execute();
}

/** Drops expired keys, so many in one statement. */
export async function dropOldKeys(store: Store, atOnce: number): Promise<void> {
  for (let dropped = atOnce; dropped === atOnce; ) {
    const { numDeletedRows } = await store.db
      .deleteFrom('idempotency')
      .where((row) =>
        row(
          row.refTuple('account_id', 'key'),
          'in',
          row
            .selectFrom('idempotency')
            .where('created_at', '<=', expiry(store))
            .select(['account_id', 'key'])
            .limit(atOnce)
            .$asTuple('account_id', 'key'),
        ),
      )
      .executeTakeFirstOrThrow();
    dropped = Number(numDeletedRows);
  }
}

/** Keys of this time and earlier ones have expired. */
const expiry = ({ clock }: Store) => clock.now() - KEY_MS;
