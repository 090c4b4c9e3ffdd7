import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { View } from '../contract/reconstruction.ts';
import { extensionOf } from '../photo/format.ts';
import { appendWhole } from '../system/durable-file.ts';
import { sha256Of } from '../system/sha256.ts';
import { beforeRequests, onOwnDisk } from './disk-failure.ts';
import {
  type CheckedPhoto,
  checkPhotoSet,
  createPhotoBuffers,
  type PhotoFiles,
  type SetOptions,
} from './photo-check.ts';
import { makeScratch } from './scratch.ts';

/** A photo that passed every check, as a private copy that nobody else changes before it is sent. */
export interface PreparedPhoto {
  view: View;
  sourcePath: string;
  /** A file that the photos of one set share. */
  copyPath: string;
  /** The offset of its first byte in that file. */
  offsetBytes: number;
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
  /** The view that has the same picture. */
  twin?: View;
}

export type PreparedPhotos = Awaited<ReturnType<typeof preparePhotos>>;

export interface PrepareOptions extends SetOptions {
  /** A folder of mode 0700 is made inside it. */
  scratchFolder: string;
}

/**
 * Checks, strips and copies photos, one at a time. A bad photo is a problem and never an exception,
 * so that all problems can be told at once. `dispose` removes the copies, and may be called twice.
 * Throws `storage` if the copies cannot be written.
 */
export const preparePhotos = (files: PhotoFiles, options: PrepareOptions) =>
  beforeRequests(() => copiesOf(files, options));

async function copiesOf(files: PhotoFiles, options: PrepareOptions) {
  const { path: folder, remove: dispose } = await makeScratch(options.scratchFolder, 'photos');
  const copyPath = join(folder, 'photos');
  const photos: PreparedPhoto[] = [];
  const problems: PhotoProblem[] = [];
  let file: SetCopy | undefined;
  try {
    file = await openSetCopy(copyPath);
    for await (const { view, path, photo } of checkPhotoSet(files, createPhotoBuffers(), options)) {
      if (photo.ok) photos.push({ view, sourcePath: path, copyPath, ...(await stored(view, photo, file)) });
      else problems.push({ view, path, message: photo.problem, ...(photo.twin && { twin: photo.twin }) });
    }
  } catch (error) {
    await dispose();
    throw error;
  } finally {
    file?.close();
  }
  return { photos, problems, dispose };
}

async function stored(view: View, { bytes, facts, removed, warnings }: CheckedPhoto, file: SetCopy) {
  const offsetBytes = await file.append(bytes);
  const sha256 = sha256Of(bytes);
  const fileName = `${view}${extensionOf(facts.format)}`;
  return { offsetBytes, sizeBytes: bytes.length, sha256, mime: facts.mime, fileName, removed, warnings };
}

export type SetCopy = Awaited<ReturnType<typeof openSetCopy>>;

/**
 * The private copies that are sent, one behind the other in one file of mode 0600: a file each costs 2.5 ms of processor
 * time a set of three. It is not synced: the journal does that when it takes the file over.
 * @throws ReconError `storage`
 */
export async function openSetCopy(copyPath: string) {
  const file = await onOwnDisk(copyPath, async () => openSync(copyPath, 'wx', 0o600));
  let sizeBytes = 0;
  return {
    /** Resolves to where they begin. @throws ReconError `storage` */
    append: async (bytes: Uint8Array): Promise<number> => {
      const offsetBytes = sizeBytes;
      sizeBytes += bytes.length;
      await onOwnDisk(copyPath, async () => appendWhole(file, bytes));
      return offsetBytes;
    },
    /** Must be called once. */
    close: () => closeSync(file),
  };
}
