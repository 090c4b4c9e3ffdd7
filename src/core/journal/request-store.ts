import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, unlinkSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { PatientInput } from '../../contract/patient.ts';
import { ReconError, systemErrorCode } from '../../errors.ts';
import { syncFolder } from '../archive/sync-folder.ts';
import { onDisk } from '../disk-failure.ts';
import { writeDurably } from '../durable-file.ts';
import type { ReconstructionInput } from '../form.ts';
import { writeCopy } from '../photo-copy.ts';
import type { PreparedPhoto } from '../photos.ts';
import type { NamedFolders } from './record.ts';

/** All that is sent, so that it can be sent again by a later run. */
export interface StoredRequest {
  patient?: PatientInput;
  reconstruction?: ReconstructionInput;
  async?: boolean;
  allowSame?: boolean | 'own';
  /** Of a transfer. */
  targetSurgeonId?: string;
  /** An import that was begun, and not a change itself. */
  batch?: { path: string; options: Record<string, unknown> };
}

/** Folders of requests, one for each entry; 0700, files 0600. Holds patient data, and is erased with its entry. */
export interface RequestStore {
  /** On the disk when it resolves. Photos are moved in; the request that comes back points to them there. */
  save(entry: string, request: StoredRequest): Promise<StoredRequest>;
  /** @throws ReconError `storage` where it is gone or is not what was saved */
  load(entry: string): Promise<StoredRequest>;
  erase(entry: string): Promise<void>;
  /** Removes what a process that was killed between two steps has left: settled requests, and old ones without a line. */
  sweep(named: () => Promise<NamedFolders>): Promise<void>;
}

const FILE = 'request.json';
/** A folder may be there before its entry is written down. */
const YOUNG_MS = 3_600_000;

export function openRequestStore(folder: string): RequestStore {
  const place = (entry: string) => join(folder, entry);
  return {
    save: (entry, request) => onDisk(place(entry), () => save(place(entry), folder, request)),
    load: (entry) => load(place(entry)),
    erase: (entry) => onDisk(place(entry), async () => removeFolder(place(entry))),
    sweep: async (named) => {
      const found = (await readdir(folder, { withFileTypes: true })).filter((one) => one.isDirectory());
      if (found.length === 0) return;
      const { inUse, settled } = await named();
      for (const { name } of found) {
        const isLeft = settled.has(name) || (!inUse.has(name) && (await isOld(place(name))));
        if (isLeft) await rm(place(name), { recursive: true, force: true });
      }
    },
  };
}

/** Holds files alone, which costs half of what removing anything costs. */
function removeFolder(place: string): void {
  try {
    for (const name of readdirSync(place)) unlinkSync(join(place, name));
    rmdirSync(place);
  } catch {
    rmSync(place, { recursive: true, force: true });
  }
}

const isOld = (path: string) =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > YOUNG_MS,
    () => false,
  );

async function save(place: string, parent: string, request: StoredRequest): Promise<StoredRequest> {
  const isNew = mkdirSync(place, { recursive: true, mode: 0o700 });
  try {
    const { reconstruction } = request;
    const photos = await moveAllIn(reconstruction?.photos ?? [], place);
    const moved =
      reconstruction === undefined ? request : { ...request, reconstruction: { ...reconstruction, photos } };
    await writeRequest(join(place, FILE), JSON.stringify(moved), isNew === undefined);
    await syncFolder(place);
    await syncFolder(parent);
    return moved;
  } catch (error) {
    // An earlier one of this name, as of an import that is begun again, is still whole.
    if (isNew !== undefined) await discard(place, request).catch(() => {});
    throw error;
  }
}

/** File by file: a disk that fails may refuse to say what is in a folder, and photos must not stay for that. */
async function discard(place: string, { reconstruction }: StoredRequest): Promise<void> {
  const names = new Set([FILE, ...(reconstruction?.photos ?? []).map(keptName)]);
  await Promise.allSettled([...names].map((name) => rm(join(place, name), { force: true })));
  await rm(place, { recursive: true, force: true });
}

/** Photos of one set may share a copy. */
const keptName = ({ fileName, offsetBytes }: PreparedPhoto) => (offsetBytes === undefined ? fileName : 'photos');

async function moveAllIn(photos: readonly PreparedPhoto[], place: string): Promise<PreparedPhoto[]> {
  const copies = new Map(photos.map((photo) => [photo.copyPath, join(place, keptName(photo))]));
  await Promise.all([...copies].map(([from, to]) => moveIn(from, to)));
  return photos.map((photo) => ({
    ...photo,
    copyPath: copies.get(photo.copyPath)!,
    // Where the original lies is nobody's business here; it may name the patient.
    ...{ sourcePath: photo.fileName, warnings: [], removed: [] },
  }));
}

/** By its name within one disk, by a copy otherwise. */
async function moveIn(from: string, to: string): Promise<void> {
  try {
    renameSync(from, to);
  } catch (error) {
    if (systemErrorCode(error) !== 'EXDEV') throw error;
    await writeCopy(to, await readFile(from));
    await rm(from);
  }
}

/** An earlier one is replaced whole. */
async function writeRequest(path: string, text: string, mayReplace: boolean): Promise<void> {
  if (!mayReplace) return await writeDurably(path, 'wx', Buffer.from(text));
  await writeDurably(`${path}.new`, 'w', Buffer.from(text));
  renameSync(`${path}.new`, path);
}

async function load(place: string): Promise<StoredRequest> {
  let request: StoredRequest;
  try {
    request = JSON.parse(await readFile(join(place, FILE), 'utf8'));
  } catch (error) {
    throw unusable(place, error);
  }
  const photos = (request.reconstruction?.photos ?? []).map((photo) => ({
    ...photo,
    copyPath: join(place, keptName(photo)),
  }));
  for (const photo of photos) {
    const { copyPath, offsetBytes = 0, sizeBytes } = photo;
    const copy = await readFile(copyPath).catch((error) => {
      throw unusable(place, error);
    });
    const bytes = copy.subarray(offsetBytes, offsetBytes + sizeBytes);
    if (createHash('sha256').update(bytes).digest('hex') !== photo.sha256) throw unusable(place, undefined);
  }
  const { reconstruction } = request;
  return reconstruction === undefined ? request : { ...request, reconstruction: { ...reconstruction, photos } };
}

function unusable(place: string, cause: unknown): ReconError {
  const entry = basename(place);
  return new ReconError('storage', `the request kept of ${entry} is damaged or gone, so it cannot be sent again`, {
    details: [`it was kept in ${place}`, 'recon patients list tells whether it was made'],
    hint: `recon resume ${entry} --forget, which drops it here`,
    cause,
  });
}
