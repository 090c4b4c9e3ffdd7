import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { ReconError, unlessMissing } from '../../errors.ts';
import { isHalfRestored } from '../../system/filling.ts';
import { namesIn } from '../folder-names.ts';
import type { Places } from '../places.ts';
import { openBucket, REACH_FOR_MS } from '../storage/bucket/bucket.ts';
import { listFiles, PARTS } from '../storage/disk-blobs.ts';

/** @throws ReconError `usage` if a service has kept anything there */
export async function requireEmpty({ dataFolder, databaseUrl, bucket }: Places): Promise<void> {
  if (databaseUrl === undefined) await requireNoDatabase(dataFolder);
  else await requireEmptyPostgres(databaseUrl);
  if (bucket === undefined) return requireNoFiles(dataFolder);
  const opened = openBucket(bucket, { reachForMs: REACH_FOR_MS });
  try {
    for (const folder of ['files/', 'commits/', 'audit-end/']) {
      if ((await opened.list(folder)).length > 0) throw taken(`${opened.name} holds files of a service`, BUCKET);
    }
  } finally {
    await opened.close();
  }
}

const MOST_NAMED = 5;

/**
 * A folder that holds other things is somebody's: nothing is put among them.
 * @throws ReconError `usage` that names what is there
 */
export async function requireNothingElse(dataFolder: string): Promise<void> {
  const { own, others } = await namesIn(dataFolder);
  // A service's own folder is told in its words.
  if (own.includes('recon.db') || others.length === 0) return;
  const more = others.length > MOST_NAMED ? ` and ${others.length - MOST_NAMED} more` : '';
  const named = others.slice(0, MOST_NAMED).join(', ');
  throw taken(`the data folder ${JSON.stringify(dataFolder)} is not empty: it holds ${named}${more}`, FOLDER);
}

const FOLDER = 'give an empty folder with --data';
const CUT_OFF = [
  'holds a part of a restore that was cut off',
  'delete that folder first, or give an empty one',
] as const;
const BUCKET = 'give an empty bucket, or another prefix, with --blobs';
const DATABASE = 'make an empty database, and give it with --database or in RECON_SERVE_DATABASE';

const taken = (message: string, hint: string) =>
  new ReconError('usage', message, { details: ['A restore replaces nothing. Nothing was changed.'], hint });

async function requireNoDatabase(folder: string): Promise<void> {
  const isThere = await access(join(folder, 'recon.db')).then(() => true, unlessMissing);
  if (isThere) throw taken(`the data folder ${JSON.stringify(folder)} has a database`, FOLDER);
}

async function requireNoFiles(folder: string): Promise<void> {
  for (const part of PARTS) {
    if ((await listFiles(folder, part)).length === 0) continue;
    const [what, hint] = isHalfRestored(folder) ? CUT_OFF : ['holds files of patients', FOLDER];
    throw taken(`the data folder ${JSON.stringify(folder)} ${what}`, hint);
  }
  for (const note of ['files/last-commit', 'audit-end']) {
    const isNoted = await access(join(folder, note)).then(() => true, unlessMissing);
    if (isNoted) throw taken(`the data folder ${JSON.stringify(folder)} belongs to a service`, FOLDER);
  }
}

async function requireEmptyPostgres(url: string): Promise<void> {
  const [{ openPostgres }, { versionOf }] = await Promise.all([
    import('../storage/postgres/open-postgres.ts'),
    import('../storage/postgres/migrate-postgres.ts'),
  ]);
  const db = openPostgres(url);
  try {
    if ((await versionOf(db)) > 0) throw taken('the PostgreSQL database has the tables of a service', DATABASE);
  } finally {
    await db.destroy();
  }
}
