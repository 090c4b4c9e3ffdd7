import { existsSync, renameSync, rmSync } from 'node:fs';
import { copyFile, type FileHandle, open, readdir, rm, stat, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ReconError, systemErrorCode, unlessMissing } from '../../errors.ts';
import { syncFile, writeDurably } from '../../system/durable-file.ts';
import { sha256Of } from '../../system/sha256.ts';
import { syncFolder } from '../../system/sync-folder.ts';
import { onDisk } from '../disk-failure.ts';
import type { NamedRequests } from './record.ts';
import type { StoredChange, StoredImport } from './stored-change.ts';

type Kept = StoredChange | StoredImport;

/** Files of requests, one for each entry, 0600. They hold patient data, and are erased with their entries. */
export interface RequestStore {
  /** On the disk when it resolves. The copy of the photos becomes the file; the request that comes back points there. */
  save<K extends Kept>(entry: string, request: K): Promise<K>;
  /** @throws ReconError `storage` where it is gone, is not what was saved, or `read` throws */
  load<K extends Kept>(entry: string, read: (kept: unknown) => K): Promise<K>;
  erase(entry: string): Promise<void>;
  /** At once, what there is of it. What cannot be erased is swept later. */
  eraseAtExit(entry: string): void;
  /** Removes what a process that was killed between two steps has left: settled requests, and old ones without a line. */
  sweep(named: () => Promise<NamedRequests>): Promise<void>;
}

/*
 * The bytes of the photos as the set copy has them, the rest of the request as JSON, and the length of that. One file is
 * written, synced and erased with a third of the calls of a folder with a file for the photos and one for the rest.
 */
const NAME = /^([\w-]+)\.request(\.new)?$/;
const LENGTH_BYTES = 16;
/** A request may be there before its entry is written down. */
const YOUNG_MS = 3_600_000;

export function openRequestStore(folder: string): RequestStore {
  const place = (entry: string) => join(folder, `${entry}.request`);
  return {
    save: (entry, request) => onDisk(place(entry), () => save(place(entry), folder, request)),
    load: (entry, read) => load(place(entry), read),
    // By another thread: the disk may take its time to let go of the bytes.
    erase: (entry) => onDisk(place(entry), () => unlink(place(entry)).catch(unlessMissing)),
    eraseAtExit: (entry) => {
      try {
        for (const path of [place(entry), `${place(entry)}.new`]) rmSync(path, { force: true });
      } catch {}
    },
    sweep: async (named) => {
      const found = (await readdir(folder)).flatMap((file) => {
        const [, entry, draft] = NAME.exec(file) ?? [];
        return entry === undefined ? [] : [{ path: join(folder, file), entry, isDraft: draft !== undefined }];
      });
      if (found.length === 0) return;
      const { inUse, settled } = await named();
      for (const { path, entry, isDraft } of found) {
        const mayBeLeft = isDraft || !inUse.has(entry);
        if (settled.has(entry) || (mayBeLeft && (await isOld(path)))) await rm(path, { force: true });
      }
    },
  };
}

const isOld = (path: string) =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > YOUNG_MS,
    () => false,
  );

async function save<K extends Kept>(path: string, folder: string, request: K): Promise<K> {
  const isNew = !existsSync(path);
  try {
    const { draft, flags } = await draftOf(path, request);
    await writeDurably(draft, flags, lengthLast(JSON.stringify(withPhotosIn(path, request))));
    await moveTo(path, draft);
    await syncFolder(folder);
    return withPhotosIn(path, request);
  } catch (error) {
    // An earlier one of this name, as of an import that is begun again, is still whole.
    const left = isNew ? [path, `${path}.new`] : [`${path}.new`];
    await Promise.allSettled(left.map((one) => rm(one, { force: true })));
    throw error;
  }
}

/** The file to write, behind the photos where there are any: never the request that is kept already. */
async function draftOf(path: string, request: Kept): Promise<{ draft: string; flags: 'a' | 'w' }> {
  const copyPath = photosOf(request)[0]?.copyPath;
  if (copyPath !== undefined && copyPath !== path) return { draft: copyPath, flags: 'a' };
  const draft = `${path}.new`;
  if (copyPath === undefined) return { draft, flags: 'w' };
  // What follows the photos in there is read no more.
  await copyFile(path, draft);
  return { draft, flags: 'a' };
}

function lengthLast(json: string): Buffer {
  return Buffer.from(`${json}${String(Buffer.byteLength(json)).padStart(LENGTH_BYTES)}`);
}

/** By its name within one disk, by a copy otherwise. */
async function moveTo(path: string, draft: string): Promise<void> {
  try {
    renameSync(draft, path);
  } catch (error) {
    if (systemErrorCode(error) !== 'EXDEV') throw error;
    const copy = `${path}.new`;
    await copyFile(draft, copy);
    await syncFile(copy);
    renameSync(copy, path);
    await rm(draft);
  }
}

const photosOf = (request: Kept) => ('reconstruction' in request ? (request.reconstruction?.photos ?? []) : []);

function withPhotosIn<K extends Kept>(path: string, request: K): K {
  if (!('reconstruction' in request) || request.reconstruction === undefined) return request;
  const photos = photosOf(request).map((photo) => ({
    ...photo,
    copyPath: path,
    // Where the original lies is nobody's business here; it may name the patient.
    sourcePath: photo.fileName,
    warnings: [],
    removed: [],
  }));
  return { ...request, reconstruction: { ...request.reconstruction, photos } };
}

async function load<K extends Kept>(path: string, read: (kept: unknown) => K): Promise<K> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, 'r');
    const request = withPhotosIn(path, read(JSON.parse(await jsonOf(file))));
    for (const { offsetBytes, sizeBytes, sha256 } of photosOf(request)) {
      const photo = await pieceOf(file, offsetBytes, sizeBytes);
      if (sha256Of(photo) !== sha256) throw unusable(path, undefined);
    }
    return request;
  } catch (error) {
    throw error instanceof ReconError ? error : unusable(path, error);
  } finally {
    await file?.close();
  }
}

async function jsonOf(file: FileHandle): Promise<string> {
  const end = (await file.stat()).size - LENGTH_BYTES;
  const length = Number((await pieceOf(file, end, LENGTH_BYTES)).toString('latin1'));
  return (await pieceOf(file, end - length, length)).toString('utf8');
}

/** Shorter where the file ends before. */
async function pieceOf(file: FileHandle, offsetBytes: number, sizeBytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(sizeBytes), 0, sizeBytes, offsetBytes);
  return buffer.subarray(0, bytesRead);
}

function unusable(path: string, cause: unknown): ReconError {
  const entry = basename(path, '.request');
  return new ReconError('storage', `the request kept of ${entry} is damaged or gone, so it cannot be sent again`, {
    details: [`it was kept in ${path}`, { before: 'to see whether it was made', command: ['patients', 'list'] }],
    hint: { command: ['resume', entry, '--forget'], because: 'which drops it here' },
    cause,
  });
}
