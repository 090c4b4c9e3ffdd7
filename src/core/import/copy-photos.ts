import { existsSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ReconError } from '../../errors.ts';
import { sha256Of } from '../../system/sha256.ts';
import { createPhotoRooms, type PhotoRooms, readCleanPhoto } from '../photo-check.ts';
import { openSetCopy, type SetCopy } from '../photo-copy.ts';
import type { PreparedPhoto } from '../photos.ts';
import { shown } from '../shown.ts';
import type { CheckedRow, SoundPhoto } from './checked-row.ts';

export interface CopiedPhotos {
  photos: PreparedPhoto[];
  dispose(): Promise<void>;
}

/** Private copies of the checked photos, kept while their row is being sent. */
export interface PhotoCopies {
  /** @throws ReconError `photo_rejected` for a photo that has changed since the check */
  of(row: CheckedRow): Promise<CopiedPhotos>;
}

/** The most photos in memory at the same time, however many rows are being sent. */
const MOST_LANES = 4;

export function createPhotoCopies(scratchFolder: string, jobs = 1): PhotoCopies {
  const lanes = Array.from({ length: Math.min(jobs, MOST_LANES) }, createLane);
  let turn = 0;

  const copy = async (file: SetCopy, { view, path, sha256 }: SoundPhoto) => {
    turn = (turn + 1) % lanes.length;
    return await lanes[turn]!(async (rooms) => {
      const clean = await readCleanPhoto(path, false, rooms);
      if (!clean.ok) throw new ReconError('photo_rejected', `${view} ${shown(path)} ${clean.problem}`);
      const { bytes, removed } = clean;
      if (sha256Of(bytes) !== sha256) {
        throw new ReconError('photo_rejected', `${view} ${shown(path)} was changed after it had been checked`);
      }
      return { offsetBytes: await file.append(bytes), sizeBytes: bytes.length, removed };
    });
  };

  return {
    of: async ({ number, request }) => {
      if (request.photos.length === 0) return { photos: [], dispose: async () => {} };
      const copyPath = join(scratchFolder, `${number}.photos`);
      const dispose = async () => removeIfThere(copyPath);
      const file = await openSetCopy(copyPath);
      const photos: PreparedPhoto[] = [];
      try {
        try {
          for (const photo of request.photos) {
            const { view, path: sourcePath, sha256, mime, fileName } = photo;
            const copied = await copy(file, photo);
            photos.push({ view, sourcePath, copyPath, sha256, mime, fileName, ...copied, warnings: [] });
          }
        } finally {
          file.close();
        }
      } catch (error) {
        await dispose();
        throw error;
      }
      return { photos, dispose };
    },
  };
}

/**
 * The journal has usually taken the file over by now. A file that cannot be removed is removed with the scratch folder.
 */
function removeIfThere(path: string): void {
  try {
    if (existsSync(path)) unlinkSync(path);
  } catch {}
}

/** Runs work one after another, because reading into the rooms overwrites the previous content. */
function createLane(): <T>(work: (rooms: PhotoRooms) => Promise<T>) => Promise<T> {
  const rooms = createPhotoRooms();
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(() => work(rooms));
    last = mine.catch(() => {});
    return mine;
  };
}
