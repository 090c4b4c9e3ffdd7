import { sha256Of } from '../../system/sha256.ts';
import type { AuditLine, ChainEnd } from '../domain/audit-lines.ts';
import type { Db } from '../storage/database.ts';

/** The hash of a line at its place. It covers all lines before it by the hash of the last of them. */
export const hashOf = ({ number, hash }: ChainEnd, line: string): string => sha256Of(`${hash} ${number + 1} ${line}`);

/** The place before the first line that is kept; nobody else can change the chain until the transaction ends. */
export const lockStart = (db: Db): Promise<ChainEnd> =>
  db.selectFrom('audit_start').select(['number', 'hash']).forUpdate().executeTakeFirstOrThrow();

export const chainStart = (db: Db): Promise<ChainEnd> =>
  db.selectFrom('audit_start').select(['number', 'hash']).executeTakeFirstOrThrow();

export async function chainEnd(db: Db): Promise<ChainEnd> {
  const last = await db
    .selectFrom('audit_lines')
    .select(['number', 'hash'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last ?? chainStart(db);
}

/** Puts lines at the end of the chain and returns the new end. Call it after `lockStart`. */
export async function append(db: Db, end: ChainEnd, lines: readonly string[]): Promise<ChainEnd> {
  let last = end;
  const rows = lines.map((line) => {
    last = { number: last.number + 1, hash: hashOf(last, line) };
    return { ...last, line, written_at: timeOf(line) };
  });
  if (rows.length > 0) await db.insertInto('audit_lines').values(rows).execute();
  return last;
}

/** A line, read; undefined for a text that is none. */
export function readLine(text: string): AuditLine | undefined {
  try {
    const line = JSON.parse(text) as AuditLine;
    return Number.isNaN(Date.parse(line.time)) ? undefined : line;
  } catch {
    return undefined;
  }
}

/** The time of a line, in ms since the epoch; 0 if it cannot be read. */
export function timeOf(text: string): number {
  const line = readLine(text);
  return line === undefined ? 0 : Date.parse(line.time);
}
