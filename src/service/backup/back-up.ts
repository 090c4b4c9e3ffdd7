import { hasCode, ReconError, systemErrorCode } from '../../errors.ts';
import { folderError } from '../folder-error.ts';
import { openFiles } from '../open-files.ts';
import type { Places } from '../places.ts';
import { hasSharedFiles } from '../same-files.ts';
import { notFilledYet, schemaOf } from '../schema-of.ts';
import type { OnTrying } from '../storage/bucket/bucket.ts';
import { isNoRoom } from '../storage/disk-errors.ts';
import type { Incoming } from '../storage/incoming.ts';
import { COUNTING_SCHEMA } from '../storage/inspect-database.ts';
import { type BackupAddress, lockBackupPlace, placeText } from './backup-address.ts';
import type { LockedPlace } from './backup-place.ts';
import { copyFiles } from './copy-files.ts';
import {
  type Manifest,
  manifestFile,
  recordsIn,
  rowsIn,
  snapshotName,
  type TableFacts,
  writeManifest,
} from './manifest.ts';
import { readFiles } from './named-files.ts';
import { allFileBytes, neededRoom } from './needed-room.ts';
import { backupRoom, type Room, requireRoom, roomLines } from './no-room.ts';
import { madeIn, noteBackup } from './note-backup.ts';
import { type Backup, beginBackup, HEAD } from './open-backup.ts';
import { openReader } from './open-reader.ts';
import { prune } from './prune.ts';
import { refuseOtherService } from './refuse-other-service.ts';
import { rowLines, tableFile } from './rows.ts';

export interface BackUpOptions {
  to: BackupAddress;
  keyFile?: string | undefined;
  /** Of this recon. */
  version: string;
  /** The newest snapshots that stay; older ones are removed. */
  keep: number;
  signal: AbortSignal;
  /** Hears of a bucket that does not answer at once. */
  onTrying?: OnTrying | undefined;
  /** Hears that a backup begins where an earlier one was made, of which nothing is there: its whole place, and when (ISO). */
  onGone?: ((place: string, made: string) => void) | undefined;
}

export interface BackUpReport {
  snapshot: string;
  /** The rows of all tables. */
  records: number;
  patients: number;
  /** Kinds of 3D models that patients have or had asked for. */
  reconstructions: number;
  /** After-records, each with a model of its own. */
  afters: number;
  /** Those of the files that are photos. */
  photos: number;
  files: { count: number; bytes: number };
  /** Those that no earlier snapshot had. */
  copied: { count: number; bytes: number };
  /** Ids of files whose records were removed while the backup ran: with them, the records come back without. */
  erased: string[];
  /** Ids of files that records name, and that the service has lost. */
  lost: string[];
  /** The snapshots that were removed. */
  removed: string[];
  /** The snapshots of the service before it was restored. They stay. */
  earlier: string[];
  /** An earlier snapshot cannot be read. */
  damaged: ReconError | undefined;
  /** False if the service could not be told how it went. */
  isNoted: boolean;
}

type Made = Omit<BackUpReport, 'isNoted'>;

/** The times that a snapshot is taken anew, because files of it went while they were copied. */
const MOST_ROUNDS = 5;

/** Adds a snapshot of a service, which may be running, to a backup, and notes in the service how that went. */
export async function backUp(places: Places, options: BackUpOptions): Promise<BackUpReport> {
  await requireService(places);
  const begun = new Date().toISOString();
  const to = placeText(options.to);
  const failed = (error: unknown) => noteBackup(places, { begun, result: 'failed', why: reasonOf(error) }, to);
  const room = typeof options.to === 'string' ? await backupRoom(options.to) : undefined;
  const opened = await openPlace(places, options, room).catch(async (thrown: unknown) => {
    const error = ofDatabase(thrown, places) ?? (await withNeed(thrown, { room, places }));
    // A place or key that was typed wrong says nothing of the service's backups; a disk or bucket that is away does.
    if (hasCode(error, 'unavailable') || hasCode(error, 'storage')) await failed(error);
    throw error;
  });
  try {
    const gone = opened.isNew ? await madeIn(places, to) : undefined;
    if (gone !== undefined) options.onGone?.(to, gone);
    await noteBackup(places, { begun, result: 'running' }, to);
    const made = await backUpTo(places, opened, { ...options, begun });
    const result = made.lost.length === 0 ? 'whole' : 'lacking';
    const isNoted = await noteBackup(places, { begun, result }, to);
    return { ...made, isNoted };
  } catch (thrown) {
    const error = ofDatabase(thrown, places) ?? (await clearRoom(thrown, { opened, room, places, begun }));
    await failed(error);
    throw error;
  } finally {
    await opened.place.close();
  }
}

/** An error of the service's database in words; undefined for one of the place for the backup. */
const ofDatabase = (error: unknown, { dataFolder }: Places): unknown =>
  systemErrorCode(error)?.startsWith('SQLITE_') === true ? folderError(dataFolder, error) : undefined;

interface OpenedPlace {
  place: LockedPlace;
  backup: Backup;
  /** It begins with this snapshot. */
  isNew: boolean;
  /** The newest snapshot there; undefined if there is none. */
  newest: string | undefined;
  /** The names of the files that it has. */
  there: Set<string>;
  /** The names of those that this snapshot puts there. */
  added: string[];
}

/** Takes a place for backups of this service. @throws ReconError `busy` if another backup has it: it makes its own note */
async function openPlace(
  places: Places,
  { to, keyFile, onTrying }: BackUpOptions,
  room: Room | undefined,
): Promise<OpenedPlace> {
  const place = await lockBackupPlace(to, places, onTrying);
  let isNew = false;
  try {
    const begun = await beginBackup(place, keyFile);
    isNew = begun.isNew;
    const newest = await refuseOtherService(begun.backup, places, keyFile);
    const there = new Set(await place.list('files'));
    // What all files take is soon known; a disk that seems to have nothing at all may be one that does not tell.
    if (room !== undefined && room.free > 0 && (await allFileBytes(places)) > room.free) {
      requireRoom({ ...room, ...(await neededRoom(places, there)) });
    }
    return { place, ...begun, newest, there, added: [] };
  } catch (error) {
    if (isNew) await place.remove([HEAD]);
    await place.undo();
    await place.close();
    throw error;
  }
}

/** The error of a full disk, with what was free there and what is needed; any other one as it is. */
async function withNeed(
  error: unknown,
  { room, places, there = new Set() }: { room: Room | undefined; places: Places; there?: ReadonlySet<string> },
): Promise<unknown> {
  if (room === undefined || !(error instanceof ReconError) || !isNoRoom(error)) return error;
  const needed = await neededRoom(places, there).catch(() => undefined);
  return error.with({ details: roomLines({ ...room, ...needed }), hint: room.hint });
}

/** On a full disk others need the room, too: what a snapshot that cannot be whole has put there goes. */
async function clearRoom(
  error: unknown,
  {
    opened: { place, isNew, there, added },
    begun,
    ...need
  }: { opened: OpenedPlace; room: Room | undefined; places: Places; begun: string },
): Promise<unknown> {
  if (need.room === undefined || !isNoRoom(error)) return error;
  const snapshot = snapshotName(begun);
  const own = (await place.list('snapshots')).filter((name) => name.split('/')[1] === snapshot);
  if (own.includes(manifestFile(snapshot))) return error;
  // The manifest is not there, but its folder may be.
  await place.remove([...own, manifestFile(snapshot), ...added, ...(isNew ? [HEAD] : [])]);
  if (isNew) await place.undo();
  for (const name of added) there.delete(name);
  return withNeed(error, { ...need, there });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ReconError)) return 'an unexpected error';
  return error.isStop ? 'it was stopped' : error.message;
}

/** An earlier service is backed up as it is: that comes before it is brought up to date. */
async function requireService(places: Places): Promise<void> {
  const { dataFolder, databaseUrl } = places;
  const { found } = await schemaOf(places);
  if (databaseUrl === undefined && found > 0 && found < COUNTING_SCHEMA) {
    throw new ReconError('storage', `the data in ${dataFolder} is of recon 0.1.0, which cannot be backed up`, {
      hint: 'stop its service and copy the whole folder',
    });
  }
  if (found > 0) return await requireFiles(places);
  const notFilled = await notFilledYet(places);
  if (notFilled !== undefined) throw notFilled;
  const place = databaseUrl === undefined ? dataFolder : 'this PostgreSQL database';
  throw new ReconError('not_found', `there is no data of a service in ${place}`);
}

/** The files of a shared database may lie in a folder. Where none is typed the usual one is taken, which may have none of them. */
async function requireFiles({ dataFolder, databaseUrl, bucket }: Places): Promise<void> {
  if (databaseUrl === undefined || bucket !== undefined || (await hasSharedFiles(dataFolder))) return;
  throw new ReconError('usage', `the files of this database are not in ${JSON.stringify(dataFolder)}`, {
    details: ['Nothing was backed up.'],
    hint: 'the same command with --data and the folder that the service was started with, or with its --blobs',
  });
}

async function backUpTo(
  places: Places,
  { place, backup, newest, there, added }: OpenedPlace,
  { keep, version, signal, begun, keyFile }: BackUpOptions & { begun: string },
): Promise<Made> {
  const snapshot = snapshotName(begun);
  const copied = { count: 0, bytes: 0 };
  const files = await openFiles(places, NOTHING_COMES_IN);
  try {
    let missing: string[] = [];
    for (let round = 1; ; round++) {
      const auditEnd = (await files.auditEnd.read()) ?? null;
      const taken = await writeTables(backup, snapshot, places);
      const copying = { backup, blobs: files.blobs, there, added, copied, signal };
      const found = await copyFiles(copying, readFiles(backup, snapshot, taken.tables));
      // A file that is missing once more, though its record is still there, is lost.
      const lost = found.missing.filter((id) => missing.includes(id));
      missing = found.missing;
      const isAgain = missing.length > lost.length && round < MOST_ROUNDS;
      if (isAgain) continue;
      await place.requireLock();
      // In a bucket, the service of before may have made a backup meanwhile, and removed files of this one.
      if ((await refuseOtherService(backup, places, keyFile)) !== newest) {
        throw new ReconError('busy', `another backup was made in ${backup.whereIs('.')} meanwhile`);
      }
      await writeManifest(backup, snapshot, { begun, version, ...taken, auditEnd, files: found.total, missing });
      const pruned = await prune(backup, { keep, folderId: taken.from.folderId });
      const erased = missing.filter((id) => !lost.includes(id));
      const counts = {
        records: recordsIn(taken),
        patients: rowsIn(taken, 'patients'),
        reconstructions: rowsIn(taken, 'reconstructions'),
        afters: rowsIn(taken, 'afters'),
        photos: found.photos,
      };
      return { snapshot, ...counts, files: found.total, copied, erased, lost, ...pruned };
    }
  } finally {
    await files.close();
  }
}

/** A backup only reads. */
const NOTHING_COMES_IN: Incoming = {
  newPath: () => {
    throw new Error('a backup writes nothing into the service');
  },
  drop: async () => {},
  dropOlderThan: async () => {},
};

async function writeTables(
  backup: Backup,
  snapshot: string,
  places: Places,
): Promise<Pick<Manifest, 'from' | 'tables' | 'counters'>> {
  const reader = await openReader(places);
  try {
    const tables: TableFacts[] = [];
    for (const table of reader.tables) {
      const { name, columns } = table;
      const tell = (facts: { rows: number; sha256: string }) => void tables.push({ name, columns, ...facts });
      await backup.put(tableFile(snapshot, name), rowLines(reader, table, tell));
    }
    const { engine, schema, last, counters } = reader;
    return { from: { engine, schema, ...last }, tables, counters };
  } finally {
    await reader.close();
  }
}
