import { sql } from 'kysely';
import type { Account } from './accounts.ts';
import type { Db, Store } from './store.ts';

/** How long an `Idempotency-Key` is remembered. */
export const RECEIPT_HOURS = 24;
const RECEIPT_MS = RECEIPT_HOURS * 3_600_000;

/** Names a change, so that the same request sent again is not carried out again. */
export interface Receipt {
  key: string;
  /** SHA-256 over operation and parsed parts, hex. */
  requestHash: string;
}

export interface StoredReceipt {
  requestHash: string;
  patientId: number | null;
  /** The after that was made, where the request was for one. */
  afterId: number | null;
  /** Null where the service ended before it had answered. */
  status: number | null;
  /** Null then too, and once the patient it speaks of is deleted or transferred. */
  body: string | null;
}

export interface StoredAnswer {
  status: number;
  body: string;
}

interface ReceiptFacts {
  patientId: number | null;
  afterId?: number;
  now: number;
  answer?: StoredAnswer | undefined;
}

/** Written in the transaction of the change itself: there is never one without the other. */
export async function insertReceipt(
  db: Db,
  account: Account,
  receipt: Receipt | undefined,
  { patientId, afterId, now, answer }: ReceiptFacts,
): Promise<void> {
  if (receipt === undefined) return;
  await db
    .insertInto('idempotency')
    .values({
      account_id: account.id,
      key: receipt.key,
      request_hash: receipt.requestHash,
      patient_id: patientId,
      after_id: afterId ?? null,
      status: answer?.status ?? null,
      body: answer?.body ?? null,
      created_at: now,
    })
    .execute();
}

/** undefined for a key that was never used, or so long ago that it may be used again: then nothing is left of it. */
export async function findReceipt(store: Store, account: Account, key: string): Promise<StoredReceipt | undefined> {
  const found = await store.db
    .selectFrom('idempotency')
    .where('account_id', '=', account.id)
    .where('key', '=', key)
    .select([
      'request_hash as requestHash',
      'patient_id as patientId',
      'after_id as afterId',
      'status',
      'body',
      'created_at as createdAt',
    ])
    .executeTakeFirst();
  if (found === undefined || found.createdAt > store.clock.now() - RECEIPT_MS) return found;
  await oldReceipts(store).where('account_id', '=', account.id).where('key', '=', key).execute();
  return undefined;
}

/**
 * Keeps the answer, and does not wait for the disk: the change is there already, and what a power cut takes of this is
 * told anew from the change itself.
 */
export async function completeReceipt(
  store: Store,
  account: Account,
  key: string,
  answer: StoredAnswer,
): Promise<void> {
  await store.db.connection().execute(async (db) => {
    await sql`pragma synchronous = normal`.execute(db);
    try {
      await db
        .updateTable('idempotency')
        .set(answer)
        .where('account_id', '=', account.id)
        .where('key', '=', key)
        .where('status', 'is', null)
        .execute();
    } finally {
      await sql`pragma synchronous = full`.execute(db);
    }
  });
}

/** Takes the person's data out of stored answers; the keys stay used. */
export async function voidReceipts(db: Db, patientId: number): Promise<void> {
  await db.updateTable('idempotency').set({ body: null, status: 410 }).where('patient_id', '=', patientId).execute();
}

export async function dropOldReceipts(store: Store): Promise<void> {
  await oldReceipts(store).execute();
}

const oldReceipts = ({ db, clock }: Store) =>
  db.deleteFrom('idempotency').where('created_at', '<=', clock.now() - RECEIPT_MS);
