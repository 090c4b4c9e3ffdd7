import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasCode, ReconError } from '../../errors.ts';
import { openDiskBlobs } from '../storage/disk-blobs.ts';
import { openIncoming } from '../storage/incoming.ts';
import { checked } from './checked.ts';
import { DamagedFile, damaged, together } from './damaged.ts';
import { eachInParallel } from './each-in-parallel.ts';
import { loadTables } from './load-tables.ts';
import { fileName, readFiles } from './named-files.ts';
import { temporaryRoom, unlessNoRoom } from './no-room.ts';
import { openReader } from './open-reader.ts';
import {
  type OpenedSnapshot,
  openSnapshot,
  reportOf,
  type SnapshotChoice,
  type SnapshotReport,
  snapshotsOf,
} from './open-snapshot.ts';
import { fetchFile } from './restore.ts';
import { rowLines, tableFile } from './rows.ts';
import { writeNewDatabase } from './write-new-database.ts';

const PARALLEL = 4;

/** One snapshot of a place: what it holds, or why it is damaged. */
export interface Verified {
  snapshot: string;
  report?: SnapshotReport;
  damage?: ReconError;
}

/** Verifies each snapshot of a place, oldest first; a file that several name is read once. */
export async function* verifyEach(
  choice: Omit<SnapshotChoice, 'snapshot'>,
  signal: AbortSignal,
): AsyncGenerator<Verified> {
  const whole = new Set<string>();
  for (const snapshot of await snapshotsOf(choice)) {
    try {
      yield { snapshot, report: await verifyBackup({ ...choice, snapshot }, signal, whole) };
    } catch (error) {
      if (!hasCode(error, 'damaged')) throw error;
      yield { snapshot, damage: error };
    }
  }
}

/**
 * Restores a snapshot into a temporary folder and compares every record and file. The folder needs room for the records
 * and a few files: a file goes once it was compared. `whole` has the ids of files that were compared before.
 * @throws ReconError `damaged` that names the file, or a `DamagedFile` with all of them where the records are whole
 */
export async function verifyBackup(
  choice: SnapshotChoice,
  signal: AbortSignal,
  whole = new Set<string>(),
): Promise<SnapshotReport> {
  const opened = await openSnapshot(choice);
  const room = await temporaryRoom();
  const folder = await mkdtemp(join(tmpdir(), 'recon-verify-'));
  try {
    await compareRecords(opened, folder);
    await compareFiles(opened, { folder, whole }, signal);
    return await reportOf(opened);
  } catch (error) {
    throw unlessNoRoom(error, room);
  } finally {
    await opened.backup.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function compareRecords(opened: OpenedSnapshot, dataFolder: string): Promise<void> {
  const { backup, manifest, snapshot } = opened;
  await writeNewDatabase({ dataFolder }, manifest.from, (db) => loadTables(db, opened));
  const reader = await openReader({ dataFolder });
  try {
    for (const { name, columns, sha256 } of manifest.tables) {
      const table = reader.tables.find((one) => one.name === name);
      if (table === undefined) throw new Error(`${name} was not restored`);
      let restored = '';
      const lines = rowLines(reader, { ...table, columns }, (facts) => {
        restored = facts.sha256;
      });
      for await (const _ of lines);
      if (restored !== sha256)
        throw damaged(backup, tableFile(snapshot, name), `${name} comes back with other records`);
    }
    for (const [name, last] of Object.entries(manifest.counters)) {
      if ((reader.counters[name] ?? last) !== last)
        throw damaged(backup, tableFile(snapshot, name), `${name} counts on elsewhere`);
    }
  } finally {
    await reader.close();
  }
}

async function compareFiles(
  { backup, manifest, snapshot }: OpenedSnapshot,
  { folder, whole }: { folder: string; whole: Set<string> },
  signal: AbortSignal,
) {
  const incoming = await openIncoming(folder);
  const blobs = await openDiskBlobs(folder, incoming);
  const missing = new Set(manifest.missing);
  const total = { count: 0, bytes: 0 };
  const damages: DamagedFile[] = [];
  await eachInParallel(readFiles(backup, snapshot, manifest.tables), PARALLEL, async (file) => {
    signal.throwIfAborted();
    if (missing.has(file.id)) return;
    if (!whole.has(file.id)) {
      const path = await fetchFile(backup, file, incoming).catch((error: unknown) => {
        if (!(error instanceof DamagedFile)) throw error;
        damages.push(error);
      });
      if (path === undefined) return;
      await blobs.keep(file.id, path);
      const restored = { get: () => blobs.open(file.id), whereIs: backup.whereIs };
      for await (const _ of checked(restored, fileName(file.id), file.sha256));
      await blobs.remove([file.id]);
      whole.add(file.id);
    }
    total.count++;
    total.bytes += file.sizeBytes;
  });
  const [first, ...others] = damages;
  if (first !== undefined) throw together([first, ...others]);
  if (total.count === manifest.files.count && total.bytes === manifest.files.bytes) return;
  throw new ReconError('damaged', `the backup ${snapshot} has other files than it says`);
}
