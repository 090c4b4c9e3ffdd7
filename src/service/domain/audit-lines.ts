import { sql } from 'kysely';
import { isNoRoom } from '../storage/disk-errors.ts';
import type { Db } from './store.ts';

/** What somebody did or saw, or tried to. Patients stand in it by number; no name of one, no photo. */
export interface AuditEntry {
  /** ISO. */
  time: string;
  /** Whose token the request carried, also one that does not work any more. */
  account: number | null;
  /** The name of that account; lines of 0.26.0 and before do not tell it. */
  name?: string;
  token: number | null;
  /** Of that token. */
  label: string | null;
  ip: string | null;
  /** Method and path pattern, such as `PUT /patients/:id`, or a command such as `accounts disable`. */
  operation: string;
  patient: number | null;
  /** The patients that a list showed. */
  patients?: readonly number[];
  /** The name of the picture that was shown, such as `front`. */
  picture?: string;
  /** The account that got the patient, or that the command changed. */
  target?: number;
  /** The label of the token that the command made or ended; several with commas between them. */
  changed?: string;
  /** The answer's HTTP status; of a command 200. */
  outcome: number;
  /**
   * Why it was refused, where the status does not tell. Lines of 0.24.0 and before do not tell it, those of 0.26.0 and
   * before only of a token that worked once, those of 0.37.0 and before of no download, those of 0.39.0 and before of no
   * photo link.
   */
  why?: RefusedFor;
}

/**
 * A request without a token, a token that never was one, one that does not work any more, an account's limit, a
 * download where there is no model, or a photo link whose model is accepted.
 */
export type RefusedFor =
  | 'absent'
  | 'unknown'
  | FormerReason
  | 'full: patients'
  | 'full: storage'
  | 'no model'
  | 'accepted';

/** Why nobody can act by a token that worked once: it has ended, or its account is disabled. */
export type FormerReason = 'revoked' | 'expired' | 'disabled';

/** Entries that could not be written: how many, and from when to when. */
export interface AuditGap {
  time: string;
  missing: number;
  since: string;
}

/** The lines before this one up to a place of the chain were dropped, because they are old enough. */
export interface AuditCheckpoint {
  time: string;
  dropped: ChainEnd;
}

/** The chain did not go as far as had been kept outside the database. */
export interface AuditBreak {
  time: string;
  /** Null if none was kept. */
  kept: ChainEnd | null;
  found: ChainEnd;
}

export type AuditLine = AuditEntry | AuditGap | AuditCheckpoint | AuditBreak;

/** A place in the chain. */
export interface ChainEnd {
  number: number;
  hash: string;
}

/** What a change is about, as its line tells it. */
export type ChangeFacts = Pick<AuditEntry, 'patient' | 'target' | 'changed'>;

/** Writes the line of a change. Call it in the transaction of the change itself. */
export type NoteChange = (db: Db, facts: ChangeFacts) => Promise<void>;

/** The line of a command that was typed on a machine of the service itself, where nobody needs a token. */
export const commandEntry = (now: number, operation: string, about: Omit<ChangeFacts, 'patient'>): AuditEntry => ({
  time: new Date(now).toISOString(),
  account: null,
  token: null,
  label: null,
  ip: null,
  operation,
  patient: null,
  ...about,
  outcome: 200,
});

/** Writes lines; the sealer gives them their place in the chain. */
export async function insertLines(db: Db, lines: readonly AuditLine[]): Promise<void> {
  await linesInsert(db, lines).execute();
}

export const linesInsert = (db: Db, lines: readonly AuditLine[]) =>
  db.insertInto('audit_inbox').values(lines.map((line) => ({ line: JSON.stringify(line) })));

/** The same, within a transaction that goes on without the lines if they cannot be written. Tells if they were. */
export async function insertLinesIfPossible(db: Db, lines: readonly AuditLine[]): Promise<boolean> {
  await sql`savepoint audit`.execute(db);
  try {
    await insertLines(db, lines);
    await sql`release savepoint audit`.execute(db);
    return true;
  } catch (error) {
    // A full disk undoes all of the transaction, which is tried again with the room that is kept for it.
    if (isNoRoom(error)) throw error;
    await sql`rollback to savepoint audit`.execute(db);
    return false;
  }
}
