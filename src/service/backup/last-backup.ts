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
  /** Where that was put: the whole path of a folder, or `s3://bucket/prefix`. Not of one that recon 0.17 or before made. */
  place?: string;
}

/** Where the snapshot of a moment was put. */
export interface PlaceNote {
  made: string;
  place: string;
}

/** The rows of `settings`. A restored service begins without them: the backups are not its own. */
export const LAST_TRY = 'last_backup';
export const LAST_MADE = 'last_backup_made';
/** Of the moment in `LAST_MADE`: an earlier recon notes a moment without its place. */
export const LAST_PLACE = 'last_backup_place';
const ROWS = [LAST_TRY, LAST_MADE, LAST_PLACE];

export async function knownBackups(db: Db): Promise<KnownBackups> {
  const rows = await db.selectFrom('settings').selectAll().where('key', 'in', ROWS).execute();
  const textOf = (key: string) => rows.find((row) => row.key === key)?.value;
  const last = textOf(LAST_TRY);
  const made = textOf(LAST_MADE);
  const noted = JSON.parse(textOf(LAST_PLACE) ?? 'null') as PlaceNote | null;
  return {
    ...(last !== undefined && { last: JSON.parse(last) as LastTry }),
    ...(made !== undefined && { made }),
    ...(noted !== null && noted.made === made && { place: noted.place }),
  };
}

export const forgetBackups = (db: Db) => db.deleteFrom('settings').where('key', 'in', ROWS).execute();

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
