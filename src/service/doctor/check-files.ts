import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { hasCode, systemErrorCode } from '../../errors.ts';
import { listAccounts } from '../domain/accounts.ts';
import { patientFiles } from '../domain/files.ts';
import type { Db, Store } from '../domain/store.ts';
import { PORTION } from '../portions.ts';
import { OtherBytes } from '../storage/blob-store.ts';
import { PART_NAMES } from '../worker/orders.ts';

/** A file that is not as it was stored. */
export interface WrongFile {
  id: string;
  /** A view, or a part of a model. */
  name: string;
  patient: number;
  /** Of a patient's model; null of an after-record's, and of photos that wait. */
  type: string | null;
  /** Whose patient it is; undefined where there is one account alone. */
  account: string | undefined;
  why: 'missing' | 'damaged' | 'unreadable';
}

/** `left photo of patient 5 (face)`, `glb of the model of patient 5 (face)` */
export function nameOf({ name, patient, type, account }: WrongFile): string {
  const part = isPart(name) ? `${name} of ${type === null ? 'a' : 'the'} model` : `${name} photo`;
  const whose = account === undefined ? '' : ` of the account ${account}`;
  return `${part} of patient ${patient}${type === null ? '' : ` (${type})`}${whose}`;
}

/** Of a model; other files are photos. */
export const isPart = (name: string): boolean => PART_NAMES.some((part) => part === name);

export interface CheckedFiles {
  count: number;
  wrong: WrongFile[];
}

/** Reads every file of every patient to its end, also photos that wait to be sent, and compares it with what was stored. */
export async function checkFiles(
  store: Pick<Store, 'database' | 'db' | 'clock' | 'blobs'>,
  signal: AbortSignal,
): Promise<CheckedFiles> {
  const checked: CheckedFiles = { count: 0, wrong: [] };
  const isOneAlone = (await listAccounts(store)).length === 1;
  for (const rowsAfter of [filesAfter, waitingAfter]) {
    for (let last = ''; ; ) {
      const rows = await rowsAfter(store.db, last);
      for (const { sha256, ...row } of rows) {
        signal.throwIfAborted();
        const { id } = row;
        const why = await whatIsWrong(store, id, sha256);
        // It may have been deleted meanwhile.
        if (why !== undefined && (await isThere(store, id)))
          checked.wrong.push({ ...row, account: isOneAlone ? undefined : row.account, why });
        checked.count++;
      }
      if (rows.length < PORTION) break;
      last = rows.at(-1)!.id;
    }
  }
  return checked;
}

const filesAfter = (db: Db, last: string) =>
  patientFiles(db)
    .innerJoin('accounts', 'accounts.id', 'patients.owner_id')
    .select(['files.id', 'files.name', 'files.sha256', 'patients.id as patient', 'reconstructions.type'])
    .select('accounts.name as account')
    .where('files.id', '>', last)
    .orderBy('files.id')
    .limit(PORTION)
    .execute();

const waitingAfter = (db: Db, last: string) =>
  db
    .selectFrom('invited_photos')
    .innerJoin('invitations', 'invitations.id', 'invited_photos.invitation_id')
    .innerJoin('patients', 'patients.id', 'invitations.patient_id')
    .innerJoin('accounts', 'accounts.id', 'patients.owner_id')
    .select(['invited_photos.id', 'view as name', 'sha256', 'patient_id as patient', sql<null>`null`.as('type')])
    .select('accounts.name as account')
    .where('invited_photos.id', '>', last)
    .orderBy('invited_photos.id')
    .limit(PORTION)
    .execute();

async function whatIsWrong(
  { blobs }: Pick<Store, 'blobs'>,
  id: string,
  sha256: string,
): Promise<WrongFile['why'] | undefined> {
  const hash = createHash('sha256');
  try {
    for await (const piece of blobs.open(id)) hash.update(piece as Uint8Array);
  } catch (error) {
    if (hasCode(error, 'unavailable')) throw error;
    if (error instanceof OtherBytes) return 'damaged';
    return systemErrorCode(error) === 'ENOENT' ? 'missing' : 'unreadable';
  }
  return hash.digest('hex') === sha256 ? undefined : 'damaged';
}

const isThere = async ({ db }: Pick<Store, 'db'>, id: string): Promise<boolean> =>
  (await db
    .selectFrom('files')
    .select('id')
    .where('id', '=', id)
    .unionAll(db.selectFrom('invited_photos').select('id').where('id', '=', id))
    .executeTakeFirst()) !== undefined;
