import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ReconError } from '../../errors.ts';
import { diskFailure } from '../disk-failure.ts';
import { createPhotoRooms, readCleanPhoto } from '../photo-check.ts';
import { writeCopy } from '../photo-copy.ts';
import type { PreparedPhoto } from '../photos.ts';
import { shown } from '../shown.ts';
import { sha256Of } from './check-photos.ts';
import type { CheckedRow, SoundPhoto } from './checked-row.ts';

export interface CopiedPhotos {
  photos: PreparedPhoto[];
  dispose(): Promise<void>;
}

/** Private copies of the photos that were checked, for as long as their row is being sent. */
export interface PhotoCopies {
  /** @throws ReconError `photo_rejected` for a photo that is not the one that was checked */
  of(row: CheckedRow): Promise<CopiedPhotos>;
}

/** One photo at a time is in memory, however many rows are being sent. */
export function createPhotoCopies(scratchFolder: string): PhotoCopies {
  const rooms = createPhotoRooms();
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => {});
    return mine;
  };

  const copy = async (folder: string, { view, path, sha256, mime, fileName }: SoundPhoto): Promise<PreparedPhoto> => {
    const clean = await readCleanPhoto(path, false, rooms);
    if (!clean.ok) throw new ReconError('photo_rejected', `${view} ${shown(path)} ${clean.problem}`);
    if (sha256Of(clean.bytes) !== sha256) {
      throw new ReconError('photo_rejected', `${view} ${shown(path)} was changed after it had been checked`);
    }
    const copyPath = join(folder, fileName);
    await writeCopy(copyPath, clean.bytes);
    const { removed } = clean;
    return {
      view,
      sourcePath: path,
      copyPath,
      sizeBytes: clean.bytes.length,
      sha256,
      mime,
      fileName,
      removed,
      warnings: [],
    };
  };

  return {
    of: async ({ number, request }) => {
      if (request.photos.length === 0) return { photos: [], dispose: async () => {} };
      const folder = join(scratchFolder, `row-${number}`);
      // What cannot be removed now goes with the scratch folder.
      const dispose = () => rm(folder, { recursive: true, force: true }).catch(() => {});
      const photos: PreparedPhoto[] = [];
      try {
        await mkdir(folder, { mode: 0o700 }).catch((error) => {
          throw diskFailure(folder, error);
        });
        for (const photo of request.photos) photos.push(await inTurn(() => copy(folder, photo)));
      } catch (error) {
        await dispose();
        throw error;
      }
      return { photos, dispose };
    },
  };
}
