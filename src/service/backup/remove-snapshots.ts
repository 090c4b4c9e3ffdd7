import { ReconError } from '../../errors.ts';
import type { OnTrying } from '../storage/bucket/bucket.ts';
import { type BackupAddress, readBackupPlace } from './backup-address.ts';
import { listSnapshots, manifestFile, namesOfAll } from './manifest.ts';
import { requireHead } from './open-backup.ts';

/** What stays of the snapshots of a backup, and what of them was named to be removed. */
export interface Removal {
  /** Those that stay, oldest first, without the unfinished ones. */
  staying: string[];
  remove(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Looks for snapshots that are to be removed; their records alone go. Files, which other snapshots may name too, go with
 * the next backup that finds none to name them. No key is needed: what is damaged may not be read.
 * @throws ReconError `not_found` if one is not there
 */
export async function openRemoval(
  address: BackupAddress,
  snapshots: readonly string[],
  onTrying?: OnTrying,
): Promise<Removal> {
  const place = await readBackupPlace(address, onTrying);
  try {
    await requireHead(place);
    const all = await namesOfAll(place);
    const unknown = snapshots.filter((name) => !all.includes(name));
    if (unknown.length > 0) {
      throw new ReconError(
        'not_found',
        `the backup has no snapshot ${unknown.map((name) => JSON.stringify(name)).join(', ')}`,
        {
          details: [`It has ${all.join(', ') || 'none'}. Nothing was removed.`],
        },
      );
    }
    const staying = (await listSnapshots(place)).filter((name) => !snapshots.includes(name));
    return {
      staying,
      async remove() {
        const names = await place.list('snapshots');
        // Without its manifest a snapshot is none, so one that is half removed is not taken for whole.
        await place.remove(snapshots.map(manifestFile).filter((name) => names.includes(name)));
        await place.remove(names.filter((name) => snapshots.includes(name.split('/')[1]!)));
      },
      close: () => place.close(),
    };
  } catch (error) {
    await place.close();
    throw error;
  }
}
