import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { VIEWS, type View } from '../contract/reconstruction.ts';
import { ReconError } from '../errors.ts';
import { examinePhoto, type PhotoFacts, wrongFormat } from '../photo/examine.ts';
import { detectFormat, extensionOf, isPhotoFormat } from '../photo/format.ts';
import { heicToJpeg } from '../photo/heic.ts';
import { stripMetadata } from '../photo/strip.ts';
import { diskFailure } from './disk-failure.ts';
import { readPhotoFile } from './photo-file.ts';
import { createRoom, type Room } from './room.ts';
import { makeScratch } from './scratch.ts';
import { shown } from './shown.ts';

export { findPhotos } from './photo-folder.ts';

/** A photo that passed every check, as a private copy that nobody else changes before it is sent. */
export interface PreparedPhoto {
  view: View;
  sourcePath: string;
  copyPath: string;
  /** Of the copy, as is `sha256` (hex). */
  sizeBytes: number;
  sha256: string;
  mime: string;
  /** The name that is sent, `front.jpg`: never the name the file had. */
  fileName: string;
  /** Private data that is in the original and not in the copy, in words. */
  removed: string[];
  /** Predicates: "is 800×1000; …". */
  warnings: string[];
}

export interface PhotoProblem {
  view: View;
  path: string;
  /** A predicate, to be put after the path: "is cut off before its end". */
  message: string;
}

export interface PreparedPhotos {
  photos: PreparedPhoto[];
  problems: PhotoProblem[];
  /** Removes the copies; may be called twice. */
  dispose(): Promise<void>;
}

export interface PrepareOptions {
  keepMetadata?: boolean;
  /** A folder of mode 0700 is made inside it. */
  scratchFolder: string;
  signal?: AbortSignal;
}

/**
 * Checks, strips and copies photos, one at a time. A bad photo is a problem and never an exception,
 * so that all problems can be told at once. Throws `storage` where the copies cannot be written.
 */
export async function preparePhotos(
  files: Partial<Record<View, string>>,
  options: PrepareOptions,
): Promise<PreparedPhotos> {
  const { path: folder, remove: dispose } = await makeScratch(options.scratchFolder, 'photos');
  const photos: PreparedPhoto[] = [];
  const problems: PhotoProblem[] = [];
  const rooms = { original: createRoom(), stripped: createRoom() };
  const seen = new Map<string, { view: View; path: string }>();
  try {
    for (const view of VIEWS) {
      const path = files[view];
      if (path === undefined) continue;
      options.signal?.throwIfAborted();
      const checked = await checkPhoto(path, options.keepMetadata ?? false, rooms);
      if (!checked.ok) {
        problems.push({ view, path, message: checked.problem });
        continue;
      }
      const twin = seen.get(checked.facts.pictureHash);
      if (twin !== undefined) {
        problems.push({ view, path, message: `is the same picture as ${twin.view} (${shown(twin.path)})` });
        continue;
      }
      seen.set(checked.facts.pictureHash, { view, path });
      photos.push(await storeCopy(folder, view, path, checked));
    }
  } catch (error) {
    await dispose();
    throw error;
  }
  return { photos, problems, dispose };
}

interface Checked {
  ok: true;
  /** As they will be sent. */
  bytes: Uint8Array;
  facts: PhotoFacts;
  removed: string[];
  warnings: string[];
}

interface Rooms {
  original: Room;
  stripped: Room;
}

async function checkPhoto(
  path: string,
  keepMetadata: boolean,
  rooms: Rooms,
): Promise<Checked | { ok: false; problem: string }> {
  const file = await readPhotoFile(path, rooms.original);
  if (!file.ok) return file;
  if (detectFormat(file.bytes) === 'heic') return checkHeic(file.bytes);
  const { bytes, removed } = keepMetadata ? { bytes: file.bytes, removed: [] } : stripped(file.bytes, rooms.stripped);
  const examined = await examinePhoto(bytes);
  if (!examined.ok) return examined;
  return { ok: true, bytes, facts: examined.facts, removed, warnings: examined.facts.warnings };
}

function stripped(bytes: Uint8Array, room: Room) {
  const format = detectFormat(bytes);
  return isPhotoFormat(format) ? stripMetadata(bytes, format, room.take) : { bytes, removed: [] };
}

async function checkHeic(heic: Uint8Array): Promise<Checked | { ok: false; problem: string }> {
  let bytes: Uint8Array | undefined;
  try {
    bytes = await heicToJpeg(heic);
  } catch (error) {
    if (error instanceof ReconError) return { ok: false, problem: 'is a HEIC photo that does not decode' };
    throw error;
  }
  if (bytes === undefined) return { ok: false, problem: wrongFormat('heic') };
  const examined = await examinePhoto(bytes);
  if (!examined.ok) return examined;
  const warnings = ['was converted from HEIC to JPEG', ...examined.facts.warnings];
  return { ok: true, bytes, facts: examined.facts, removed: [], warnings };
}

async function storeCopy(folder: string, view: View, sourcePath: string, checked: Checked): Promise<PreparedPhoto> {
  const { bytes, facts, removed, warnings } = checked;
  const fileName = `${view}${extensionOf(facts.format)}`;
  const copyPath = join(folder, fileName);
  try {
    const handle = await open(copyPath, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw diskFailure(copyPath, error);
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { view, sourcePath, copyPath, sizeBytes: bytes.length, sha256, mime: facts.mime, fileName, removed, warnings };
}
