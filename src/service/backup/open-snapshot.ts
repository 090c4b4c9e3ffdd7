import { ReconError } from '../../errors.ts';
import type { OnTrying } from '../storage/bucket/bucket.ts';
import { type BackupAddress, readBackupPlace } from './backup-address.ts';
import { listSnapshots, type Manifest, readManifest, recordsIn, rowsIn, unfinishedAfter } from './manifest.ts';
import { isPhotoRow } from './named-files.ts';
import { type Backup, openBackup } from './open-backup.ts';
import { readRows } from './rows.ts';

export interface SnapshotChoice {
  from: BackupAddress;
  keyFile?: string | undefined;
  /** Its name; the newest one if left out. */
  snapshot?: string | undefined;
  /** Hears of a bucket that does not answer at once. */
  onTrying?: OnTrying | undefined;
}

export interface OpenedSnapshot {
  backup: Backup;
  snapshot: string;
  manifest: Manifest;
  /** Those of its files that are photos. */
  photos: number;
}

/**
 * Opens a snapshot and reads all its tables once. Close its backup afterwards.
 * @throws ReconError `not_found` if there is no such snapshot, `damaged` that names the file
 */
export async function openSnapshot({ from, keyFile, snapshot, onTrying }: SnapshotChoice): Promise<OpenedSnapshot> {
  const place = await readBackupPlace(from, onTrying);
  try {
    const backup = await openBackup(place, keyFile);
    const { name, manifest } = await chosen(backup, snapshot);
    const missing = new Set<unknown>(manifest.missing);
    let photos = 0;
    for (const table of manifest.tables) {
      for await (const row of readRows(backup, name, table)) {
        if (isPhotoRow(table.name, row) && !missing.has(row['id'])) photos++;
      }
    }
    return { backup, snapshot: name, manifest, photos };
  } catch (error) {
    await place.close();
    throw error;
  }
}

/** The names of the whole snapshots, oldest first. @throws ReconError `not_found` if there is none */
export async function snapshotsOf({ from, keyFile, onTrying }: Omit<SnapshotChoice, 'snapshot'>): Promise<string[]> {
  const place = await readBackupPlace(from, onTrying);
  try {
    const backup = await openBackup(place, keyFile);
    const names = await listSnapshots(backup);
    if (names.length === 0) throw noneFinished(backup);
    return names;
  } finally {
    await place.close();
  }
}

const noneFinished = (backup: Backup) =>
  new ReconError('not_found', `no backup has been finished in ${backup.whereIs('.')}`);

async function chosen(backup: Backup, snapshot: string | undefined): Promise<{ name: string; manifest: Manifest }> {
  const names = await listSnapshots(backup);
  const name = snapshot ?? names.at(-1);
  if (name === undefined) throw noneFinished(backup);
  if (names.includes(name)) return { name, manifest: await readManifest(backup, name) };
  throw new ReconError('not_found', `the backup has no snapshot ${JSON.stringify(name)}`, {
    details: [`It has ${names.join(', ') || 'none'}.`],
  });
}

/** What a snapshot was found to hold. */
export interface SnapshotReport {
  snapshot: string;
  /** When it was begun, ISO. */
  begun: string;
  /** Of the recon that made it; null where that did not write it: 0.30.0 and before. */
  version: string | null;
  patients: number;
  reconstructions: number;
  afters: number;
  /** Those of the files that are photos. */
  photos: number;
  /** The rows of all tables. */
  records: number;
  files: { count: number; bytes: number };
  /** The number of files that the service lacked, or that went while the backup ran. */
  missing: number;
  /** Later ones that were not finished, or have lost their manifest. */
  unfinished: string[];
}

export async function reportOf({ backup, snapshot, manifest, photos }: OpenedSnapshot): Promise<SnapshotReport> {
  const { begun, version = null, files, missing } = manifest;
  return {
    snapshot,
    begun,
    version,
    patients: rowsIn(manifest, 'patients'),
    reconstructions: rowsIn(manifest, 'reconstructions'),
    afters: rowsIn(manifest, 'afters'),
    photos,
    records: recordsIn(manifest),
    files,
    missing: missing.length,
    unfinished: await unfinishedAfter(backup, snapshot),
  };
}
