import { existsSync, renameSync, rmSync } from 'node:fs';
import { copyFile, type FileHandle, open, readdir, rm, stat, unlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ReconError, systemErrorCode, unlessMissing } from '../../errors.ts';
import { syncFile, syncFolder, writeDurably } from '../../system/durable-file.ts';
import { sha256Of } from '../../system/sha256.ts';
import { onOwnDisk } from '../disk-failure.ts';
import type { NamedRequests } from './record.ts';
import type { StoredChange, StoredImport } from './stored-change.ts';

type StoredRequest = StoredChange | StoredImport;

/*
 * A file holds the bytes of the photos, then the rest of the request as JSON, then the length of the JSON. One file takes
 * a third of the calls that a file for the photos and another one for the rest would take.
 */
const NAME = /^([\w-]+)\.request(\.new)?$/;
const LENGTH_BYTES = 16;
/** A request may be there before its entry is written down. */
const YOUNG_MS = 3_600_000;

export type RequestStore = ReturnType<typeof openRequestStore>;

/** Files of requests, one for each entry, 0600. They hold patient data, and are erased with their entries. */
export function openRequestStore(folder: string) {
  const place = (entry: string) => join(folder, `${entry}.request`);
  return {
    /** On the disk when it resolves. The copy of the photos becomes the file; the returned request points there. */
    save: <K extends StoredRequest>(entry: string, request: K): Promise<K> =>
      onOwnDisk(place(entry), () => save(place(entry), folder, request)),
    /** @throws ReconError `storage` if it is gone, is not what was saved, or `read` throws */
    load: <K extends StoredRequest>(entry: string, read: (kept: unknown) => K): Promise<K> => load(place(entry), read),
    /** By another thread: the disk may need time to release the bytes. */
    erase: (entry: string) => onOwnDisk(place(entry), () => unlink(place(entry)).catch(unlessMissing)),
    /** Erases at once as much as it can; what is left is swept later. */
    eraseAtExit: (entry: string): void => {
      try {
        for (const path of [place(entry), `${place(entry)}.new`]) rmSync(path, { force: true });
      } catch {}
    },
    /** Removes the files that a killed process has left: settled requests, and old ones without a line. */
    sweep: async (named: () => Promise<NamedRequests>): Promise<void> => {
      const found = (await readdir(folder)).flatMap((file) => {
        const [, entry, draft] = NAME.exec(file) ?? [];
        return entry === undefined ? [] : [{ path: join(folder, file), entry, isDraft: draft !== undefined }];
      });
      if (found.length === 0) return;
      const { inUse, settled } = await named();
      for (const { path, entry, isDraft } of found) {
        const oldest = isDraft || !inUse.has(entry) ? Date.now() - YOUNG_MS : 0;
        if (await isOlder(path, Math.max(oldest, settled.get(entry) ?? 0))) await rm(path, { force: true });
      }
    },
  };
}

async function isOlder(path: string, time: number): Promise<boolean> {
  const facts = await stat(path).catch(() => undefined);
  return facts !== undefined && facts.mtimeMs < time;
}

async function save<K extends StoredRequest>(path: string, folder: string, request: K): Promise<K> {
  const isNew = !existsSync(path);
  try {
    const { draft, flags } = await draftOf(path, request);
    await writeDurably(draft, flags, lengthLast(JSON.stringify(withPhotosIn(path, request))));
    await moveTo(path, draft);
    await syncFolder(folder);
    return withPhotosIn(path, request);
  } catch (error) {
    // An import that is begun again has an earlier file of this name, which is still whole and stays.
    const left = isNew ? [path, `${path}.new`] : [`${path}.new`];
    await Promise.allSettled(left.map((one) => rm(one, { force: true })));
    throw error;
  }
}

/** The file to write to, which may hold the photos already. It is never the request that is kept now. */
async function draftOf(path: string, request: StoredRequest): Promise<{ draft: string; flags: 'a' | 'w' }> {
  const copyPath = photosOf(request)[0]?.copyPath;
  if (copyPath !== undefined && copyPath !== path) return { draft: copyPath, flags: 'a' };
  const draft = `${path}.new`;
  if (copyPath === undefined) return { draft, flags: 'w' };
  // The old JSON stays between the photos and the new one; nobody reads it.
  await copyFile(path, draft);
  return { draft, flags: 'a' };
}

function lengthLast(json: string): Buffer {
  return Buffer.from(`${json}${String(Buffer.byteLength(json)).padStart(LENGTH_BYTES)}`);
}

/** Renames it on the same disk, and copies it from another one. */
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

const photosOf = (request: StoredRequest) =>
  'reconstruction' in request ? (request.reconstruction?.photos ?? []) : [];

function withPhotosIn<K extends StoredRequest>(path: string, request: K): K {
  if (!('reconstruction' in request) || request.reconstruction === undefined) return request;
  const photos = photosOf(request).map((photo) => ({
    ...photo,
    copyPath: path,
    // The path of the original may name the patient, so it is not kept.
    sourcePath: photo.fileName,
    warnings: [],
    removed: [],
  }));
  return { ...request, reconstruction: { ...request.reconstruction, photos } };
}

async function load<K extends StoredRequest>(path: string, read: (kept: unknown) => K): Promise<K> {
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
