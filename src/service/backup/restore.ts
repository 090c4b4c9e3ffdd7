import { createWriteStream } from 'node:fs';
import { access, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { unlessMissing } from '../../errors.ts';
import { RESTORING } from '../../system/filling.ts';
import { patientFiles } from '../domain/files.ts';
import { LOCK_FILES } from '../folder-names.ts';
import { openFiles } from '../open-files.ts';
import { lockDataFolder, makeDataFolder } from '../open-store.ts';
import type { Places } from '../places.ts';
import { forgetFilesPlace } from '../same-files.ts';
import type { Db } from '../storage/database.ts';
import { type Incoming, openIncoming } from '../storage/incoming.ts';
import { checked } from './checked.ts';
import { DamagedFile } from './damaged.ts';
import { eachInParallel } from './each-in-parallel.ts';
import { forgetBackups } from './last-backup.ts';
import { loadTables } from './load-tables.ts';
import { listSnapshots, serviceOf } from './manifest.ts';
import { fileName, type NamedFile, readFiles } from './named-files.ts';
import { requireRoom, roomIn, unlessNoRoom } from './no-room.ts';
import type { Backup } from './open-backup.ts';
import {
  type OpenedSnapshot,
  openSnapshot,
  reportOf,
  type SnapshotChoice,
  type SnapshotReport,
} from './open-snapshot.ts';
import { requireEmpty, requireNothingElse } from './require-empty.ts';
import { noteRestoredFrom } from './restored-from.ts';
import { writeNewDatabase } from './write-new-database.ts';

const PARALLEL = 4;

export interface RestoreChoice extends SnapshotChoice {
  /** Leave out photos and parts of models that are damaged or gone, rather than fail. */
  skipDamaged?: boolean;
}

export interface RestoreReport extends SnapshotReport {
  /** What was left out: file ids, and the ids of the patients they belong to. */
  skipped: { files: string[]; patients: number[] };
}

/**
 * Brings a snapshot back into an empty place. Where it fails, nothing of it stays.
 * @throws ReconError `damaged`, a `DamagedFile` where all but files can come back
 */
export async function restore(places: Places, choice: RestoreChoice, signal: AbortSignal): Promise<RestoreReport> {
  const opened = await openSnapshot(choice);
  try {
    if (places.databaseUrl === undefined || places.bucket === undefined) await requireNothingElse(places.dataFolder);
    const wasThere = await access(places.dataFolder).then(() => true, unlessMissing);
    const dataFolder = await makeDataFolder(places.dataFolder);
    const room = await roomIn(dataFolder, places.bucket === undefined ? opened.manifest.files.bytes : 0);
    const release = await lockDataFolder(dataFolder);
    let skipped: RestoreReport['skipped'];
    try {
      await requireEmpty({ ...places, dataFolder });
      requireRoom(room);
      skipped = await restoreInto({ ...places, dataFolder }, opened, { ...choice, signal });
    } catch (error) {
      if (!wasThere) await removeFolder(dataFolder);
      throw unlessNoRoom(error, room);
    } finally {
      release();
    }
    return { ...(await reportOf(opened)), skipped };
  } finally {
    await opened.backup.close();
  }
}

/** The files come first: a database whose files are not there yet would be served. */
async function restoreInto(
  places: Places,
  opened: OpenedSnapshot,
  { skipDamaged, signal }: Pick<RestoreChoice, 'skipDamaged'> & { signal: AbortSignal },
): Promise<RestoreReport['skipped']> {
  const { backup, snapshot, manifest } = opened;
  const incoming = await openIncoming(places.dataFolder);
  const files = await openFiles(places, incoming);
  const missing = new Set(manifest.missing);
  const put: string[] = [];
  const skipped: RestoreReport['skipped'] = { files: [], patients: [] };
  const note = join(places.dataFolder, RESTORING);
  try {
    await writeFile(note, '', { mode: 0o600 });
    await eachInParallel(readFiles(backup, snapshot, manifest.tables), PARALLEL, async (file) => {
      signal.throwIfAborted();
      if (missing.has(file.id)) return;
      const path = await fetchFile(backup, file, incoming).catch((error: unknown) => {
        if (!skipDamaged || !(error instanceof DamagedFile)) throw error;
        skipped.files.push(file.id);
      });
      if (path === undefined) return;
      put.push(file.id);
      await files.blobs.keep(file.id, path);
    });
    await writeNewDatabase(places, manifest.from, async (db) => {
      await loadTables(db, opened);
      await forgetBackups(db);
      await forgetFilesPlace(db);
      await noteRestoredFrom(db, await servicesIn(backup), new Date().toISOString());
      const hasInvited = manifest.tables.some(({ name }) => name === 'invited_photos');
      skipped.patients = await patientsOf(db, skipped.files, hasInvited);
      const lacking = [...manifest.missing, ...skipped.files];
      await markIncomplete(db, lacking);
      if (hasInvited) await forgetUnsent(db, lacking);
      signal.throwIfAborted();
      const last = await db.selectFrom('folder').select(['id as folderId', 'commits']).executeTakeFirstOrThrow();
      await files.noteCommit(last);
      const { auditEnd, from } = manifest;
      // The end of the audit names its database, and the new one has an id of its own, so the end gets that id. An end that
      // named another database already is kept as it is: `recon audit verify` is to tell it here, too.
      if (auditEnd !== null) {
        await files.auditEnd.keep(
          auditEnd.folderId === from.folderId ? { ...auditEnd, folderId: last.folderId } : auditEnd,
        );
      }
    });
    return skipped;
  } catch (error) {
    await files.blobs.remove(put).catch(() => {});
    if (places.bucket === undefined) await removeNotes(places.dataFolder);
    await removeEmptyFolders(places.dataFolder);
    throw error;
  } finally {
    await rm(note, { force: true });
    await files.close();
  }
}

/** The ids of the services whose snapshots can be read: whatever was restored of a place goes on there. */
async function servicesIn(backup: Backup): Promise<string[]> {
  const ids: string[] = [];
  for (const snapshot of await listSnapshots(backup)) {
    const id = await serviceOf(backup, snapshot);
    if (id !== undefined) ids.push(id);
  }
  return ids;
}

/** What stands beside the files of a service on disk. */
async function removeNotes(dataFolder: string): Promise<void> {
  for (const name of ['files/last-commit', 'audit-end']) await rm(join(dataFolder, name), { force: true });
}

/** Removes the folders that the restore has made, where nothing is left in them. */
async function removeEmptyFolders(dataFolder: string): Promise<void> {
  for (const part of ['incoming', 'files']) {
    const found = await readdir(join(dataFolder, part), { recursive: true, withFileTypes: true }).catch(() => []);
    const folders = found.filter((one) => one.isDirectory()).map((one) => join(one.parentPath, one.name));
    // What is in a folder goes before it.
    for (const folder of [join(dataFolder, part), ...folders].toReversed()) await rmdir(folder).catch(() => {});
  }
}

/** Removes a data folder that holds nothing but the lock. */
async function removeFolder(dataFolder: string): Promise<void> {
  if ((await readdir(dataFolder)).some((name) => !LOCK_FILES.includes(name))) return;
  for (const name of LOCK_FILES) await rm(join(dataFolder, name), { force: true });
  await rmdir(dataFolder).catch(() => {});
}

/** Reads a file of the backup into a temporary one. @throws ReconError `damaged` that names it */
export async function fetchFile(backup: Backup, { id, sha256 }: NamedFile, incoming: Incoming): Promise<string> {
  const path = incoming.newPath();
  try {
    await pipeline(checked(backup, fileName(id), sha256), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    return path;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** The ids of the patients to whom files belong, also photos that they had not sent yet. */
async function patientsOf(db: Db, ids: readonly string[], hasInvited: boolean): Promise<number[]> {
  const patients = new Set<number>();
  for (const id of ids) {
    const owned = await patientFiles(db).select('patients.id as id').where('files.id', '=', id).executeTakeFirst();
    const asked =
      owned === undefined && hasInvited
        ? await db
            .selectFrom('invited_photos')
            .innerJoin('invitations', 'invitations.id', 'invited_photos.invitation_id')
            .select('patient_id as id')
            .where('invited_photos.id', '=', id)
            .executeTakeFirst()
        : undefined;
    const patient = owned ?? asked;
    if (patient !== undefined) patients.add(Number(patient.id));
  }
  return [...patients].toSorted((one, other) => one - other);
}

/** The records whose files the backup lacks are shown as failed. */
async function markIncomplete(db: Db, missing: readonly string[]): Promise<void> {
  for (const id of missing) {
    const file = await db.selectFrom('files').selectAll().where('id', '=', id).executeTakeFirst();
    const { reconstruction_id, after_id } = file ?? {};
    const mark = { is_incomplete: 1 };
    if (reconstruction_id != null) {
      await db.updateTable('reconstructions').set(mark).where('id', '=', reconstruction_id).execute();
    }
    if (after_id != null) await db.updateTable('afters').set(mark).where('id', '=', after_id).execute();
  }
}

/** A photo that its patient had not sent yet, and that the backup lacks, has to come again. */
async function forgetUnsent(db: Db, missing: readonly string[]): Promise<void> {
  for (const id of missing) await db.deleteFrom('invited_photos').where('id', '=', id).execute();
}
