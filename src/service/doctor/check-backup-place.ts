import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Finding, right, skipped, wrong } from '../../contract/finding.ts';
import { systemErrorCode } from '../../errors.ts';
import { knownBackups } from '../backup/last-backup.ts';
import { manifestFile, snapshotName } from '../backup/manifest.ts';
import type { Looked } from './looked.ts';

const ABOUT = 'backup place';

/**
 * Whether the newest snapshot is still where it was put: a disk that was taken out makes no backup fail until the next
 * one. A service sees neither the disks of its machine nor another machine's, so it is looked at beside the data alone.
 */
export async function checkBackupPlace({ store: { db }, places, asker }: Looked): Promise<Finding[]> {
  const { made, place } = await knownBackups(db);
  if (made === undefined || place === undefined || asker !== undefined) return [];
  if (place.startsWith('s3://')) {
    return [skipped(ABOUT, `the newest is in the bucket ${place}`, { command: ['backup', 'verify', place] })];
  }
  try {
    await stat(join(place, manifestFile(snapshotName(made))));
    return [right(ABOUT, `the newest is in ${place}`)];
  } catch (error) {
    const code = systemErrorCode(error) ?? '';
    if (code !== 'ENOENT' && code !== 'ENOTDIR') {
      return [skipped(ABOUT, `${place} cannot be read (${code}), by this user or at all`)];
    }
    if (places.databaseUrl !== undefined) {
      return [skipped(ABOUT, `the newest was put into ${place}, which may be of another machine`)];
    }
    const fix = {
      before: 'connect its disk, or make another',
      command: ['backup', place, '--key-file', 'FILE'],
      because: 'without the key only if none was used: patients are readable then',
    };
    return [wrong(ABOUT, `the newest is not in ${place} any more`, fix)];
  }
}
