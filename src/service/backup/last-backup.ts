import type { Db } from '../storage/database.ts';

/** How the last try to make a backup went, to whichever place. */
export interface LastTry {
  /** ISO, also the moment of its snapshot. */
  begun: string;
  /** `lacking`: the snapshot is there, without files that the service has lost. */
  result: 'running' | 'whole' | 'lacking' | 'failed';
  /** Of one that failed. */
  why?: string;
}

/** What a service knows of its backups: they are made beside it, and whoever makes one notes it in its database. */
export interface KnownBackups {
  last?: LastTry;
  /** The moment of the newest snapshot, ISO. */
  made?: string;
}

/** The rows of `settings`. A restored service begins without them: the backups are not its own. */
export const LAST_TRY = 'last_backup';
export const LAST_MADE = 'last_backup_made';

export async function knownBackups(db: Db): Promise<KnownBackups> {
  const rows = await db.selectFrom('settings').selectAll().where('key', 'in', [LAST_TRY, LAST_MADE]).execute();
  const textOf = (key: string) => rows.find((row) => row.key === key)?.value;
  const last = textOf(LAST_TRY);
  const made = textOf(LAST_MADE);
  return {
    ...(last !== undefined && { last: JSON.parse(last) as LastTry }),
    ...(made !== undefined && { made }),
  };
}

export const forgetBackups = (db: Db) => db.deleteFrom('settings').where('key', 'in', [LAST_TRY, LAST_MADE]).execute();

/** One that takes longer was killed, or hangs. */
const LONGEST_MS = 24 * 3_600_000;

/**
 * Why the last backup cannot be relied on; undefined if nothing is known against it.
 * @param withWhy why it failed may name a folder of the machine
 */
export function troubleOf({ last }: KnownBackups, now: number, { withWhy = true } = {}): string | undefined {
  if (last?.result === 'failed') return `the one of ${last.begun} failed${withWhy ? `: ${last.why}` : ''}`;
  if (last?.result === 'lacking') return `the one of ${last.begun} lacks files that the service has lost`;
  const isLate = last?.result === 'running' && now - Date.parse(last.begun) > LONGEST_MS;
  return isLate ? `the one that began ${last.begun} has not ended` : undefined;
}
