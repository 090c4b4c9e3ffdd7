import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { ReconError } from '../../errors.ts';
import { sha256Of } from '../../system/sha256.ts';
import { readPhotoToSend, sharedPhotoBuffers } from '../photo-check.ts';
import { openSetCopy, type PreparedPhoto, type SetCopy } from '../photos.ts';
import { shown } from '../shown.ts';
import type { CheckedRow, RowPhoto } from './checked-row.ts';
import { createSlots } from './slots.ts';

export interface CopiedPhotos {
  photos: PreparedPhoto[];
  dispose(): void;
}

/**
 * Makes private copies of a row's checked photos, kept while the row is being sent.
 * @throws ReconError `photo_rejected` for a photo that has changed since the check
 */
export type CopyPhotos = (row: CheckedRow) => Promise<CopiedPhotos>;

/** The most photos in memory at the same time, however many rows are being sent. */
const MOST_PHOTOS = 4;

export function photoCopier(scratchFolder: string, jobs: number): CopyPhotos {
  const slots = createSlots(Math.min(jobs, MOST_PHOTOS));
  const withBuffers = sharedPhotoBuffers();

  const copy = async (file: SetCopy, { view, sourcePath, sha256 }: RowPhoto) => {
    await slots.take();
    try {
      return await withBuffers(async (buffers) => {
        const photo = await readPhotoToSend(sourcePath, false, buffers);
        const problem = photo.ok ? 'was changed after it had been checked' : photo.problem;
        if (!photo.ok || sha256Of(photo.bytes) !== sha256) {
          throw new ReconError('photo_rejected', `${view} ${shown(sourcePath)} ${problem}`);
        }
        const { bytes, removed } = photo;
        return { offsetBytes: await file.append(bytes), sizeBytes: bytes.length, removed };
      });
    } finally {
      slots.give();
    }
  };

  return async ({ number, request }) => {
    if (request.photos.length === 0) return { photos: [], dispose: () => {} };
    const copyPath = join(scratchFolder, `${number}.photos`);
    const dispose = () => removeIfThere(copyPath);
    const file = await openSetCopy(copyPath);
    try {
      const photos: PreparedPhoto[] = [];
      for (const { pictureHash: _, ...photo } of request.photos) {
        photos.push({ ...photo, copyPath, ...(await copy(file, photo)), warnings: [] });
      }
      return { photos, dispose };
    } catch (error) {
      dispose();
      throw error;
    } finally {
      file.close();
    }
  };
}

/** The journal has usually taken the file over by now. One that cannot be removed goes with the scratch folder. */
function removeIfThere(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {}
}
