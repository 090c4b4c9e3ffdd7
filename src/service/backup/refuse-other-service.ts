import { hasCode, ReconError } from '../../errors.ts';
import type { Places } from '../places.ts';
import { listSnapshots, readManifest } from './manifest.ts';
import type { Backup } from './open-backup.ts';
import { openReader } from './open-reader.ts';
import { backupInto, placeBeside } from './own-place.ts';
import { readRestoredFrom } from './restored-from.ts';

/**
 * The newest snapshot is of this service, or of the one that it was restored from and made before that: where that one
 * lives on, as beside a rehearsal, its backups must not end. Returns the snapshot's name.
 */
export async function refuseOtherService(
  backup: Backup,
  places: Places,
  keyFile: string | undefined,
): Promise<string | undefined> {
  const place = backup.whereIs('.');
  const beside = { command: backupInto(placeBeside(place), places, keyFile), because: 'or another new place' };
  const newest = await newestSource(backup).catch((error: unknown) => {
    throw hasCode(error, 'damaged') ? error.with({ hint: beside }) : error;
  });
  if (newest === undefined) return undefined;
  const reader = await openReader(places);
  const { ids, at } = await readRestoredFrom(reader).finally(reader.close);
  if (newest.folderId === reader.last.folderId) return newest.snapshot;
  const isOfBefore = ids.includes(newest.folderId);
  if (isOfBefore && newest.begun <= at) return newest.snapshot;
  if (isOfBefore) {
    throw new ReconError(
      'usage',
      `the service that this one was restored from goes on making its backups in ${place}`,
      {
        details: ['A backup of this one there would end those of the other one. Nothing was changed there.'],
        hint: { ...beside, because: `${beside.because}; also in the timer` },
      },
    );
  }
  throw new ReconError('usage', `${place} is the backup of another service`, {
    details: [
      'The other one may be a service that was restored from a backup of this one, or restored by recon 0.32 or before.',
      'Nothing was changed there.',
    ],
    hint: { ...beside, because: `${beside.because}; also in the timer` },
  });
}

/** The newest snapshot that can be read, and what it is of. @throws ReconError `damaged` if there are some, and none can be */
async function newestSource(
  backup: Backup,
): Promise<{ snapshot: string; folderId: string; begun: string } | undefined> {
  let newestDamage: unknown;
  for (const snapshot of (await listSnapshots(backup)).toReversed()) {
    try {
      const { from, begun } = await readManifest(backup, snapshot);
      return { snapshot, folderId: from.folderId, begun };
    } catch (error) {
      if (!hasCode(error, 'damaged')) throw error;
      newestDamage ??= error;
    }
  }
  if (newestDamage !== undefined) throw newestDamage;
  return undefined;
}
