import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReconError } from '../../errors.ts';
import { openDiskBlobs } from '../storage/disk-blobs.ts';
import { openIncoming } from '../storage/incoming.ts';
import { checked } from './checked.ts';
import { damaged } from './damaged.ts';
import { eachInParallel } from './each-in-parallel.ts';
import { loadTables } from './load-tables.ts';
import { fileName, readFiles } from './named-files.ts';
import { openReader } from './open-reader.ts';
import {
  type OpenedSnapshot,
  openSnapshot,
  reportOf,
  type SnapshotChoice,
  type SnapshotReport,
} from './open-snapshot.ts';
import { fetchFile } from './restore.ts';
import { rowLines } from './rows.ts';
import { writeNewDatabase } from './write-new-database.ts';

const PARALLEL = 4;

/**
 * Restores a snapshot into a temporary folder and compares every record and file. The folder needs room for the records
 * and a few files: a file goes once it was compared.
 * @throws ReconError `damaged` that names the file
 */
export async function verifyBackup(choice: SnapshotChoice, signal: AbortSignal): Promise<SnapshotReport> {
  const opened = await openSnapshot(choice);
  const folder = await mkdtemp(join(tmpdir(), 'recon-verify-'));
  try {
    await compareRecords(opened, folder);
    await compareFiles(opened, folder, signal);
    return await reportOf(opened);
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
      if (restored !== sha256) throw damaged(backup.whereIs(snapshot), `${name} comes back with other records`);
    }
    for (const [name, last] of Object.entries(manifest.counters)) {
      if ((reader.counters[name] ?? last) !== last)
        throw damaged(backup.whereIs(snapshot), `${name} counts on elsewhere`);
    }
  } finally {
    await reader.close();
  }
}

async function compareFiles({ backup, manifest, snapshot }: OpenedSnapshot, folder: string, signal: AbortSignal) {
  const incoming = await openIncoming(folder);
  const blobs = await openDiskBlobs(folder, incoming);
  const missing = new Set(manifest.missing);
  const total = { count: 0, bytes: 0 };
  await eachInParallel(readFiles(backup, snapshot, manifest.tables), PARALLEL, async (file) => {
    signal.throwIfAborted();
    if (missing.has(file.id)) return;
    await blobs.keep(file.id, await fetchFile(backup, file, incoming));
    const restored = { get: () => blobs.open(file.id), whereIs: () => backup.whereIs(fileName(file.id)) };
    for await (const _ of checked(restored, file.id, file.sha256));
    await blobs.remove([file.id]);
    total.count++;
    total.bytes += file.sizeBytes;
  });
  if (total.count === manifest.files.count && total.bytes === manifest.files.bytes) return;
  throw new ReconError('damaged', `the backup ${snapshot} has other files than it says`);
}
