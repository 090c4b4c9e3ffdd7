import { rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sha256OfFile } from '../../system/sha256.ts';
import { onDisk } from '../disk-failure.ts';
import type { ExportFolder } from './folder.ts';
import type { Records } from './records.ts';

/** Archives of earlier exports whose patients are not in the list any more, by their paths in the folder. */
export interface Gone {
  removed: string[];
  /** Somebody has changed the file since: it is not the export's, and stays. */
  changed: string[];
  /** None of several patients is in the list: it may be another account's, or an empty service's. They stay. */
  doubted: string[];
}

/**
 * Removes the archives of patients who were deleted or given away since the last export. A list that changed while it was
 * read proves nobody gone.
 */
export async function removeGone(
  { path, earlier }: Pick<ExportFolder, 'path' | 'earlier'>,
  { ids, change }: Pick<Records, 'ids' | 'change'>,
  signal?: AbortSignal,
): Promise<Gone> {
  const gone: Gone = { removed: [], changed: [], doubted: [] };
  const names = [...earlier].filter(([, { patientId }]) => !ids.has(patientId)).map(([name]) => name);
  if (change !== undefined) return gone;
  const patients = new Set([...earlier.values()].map(({ patientId }) => patientId));
  if (patients.size > 1 && names.length === earlier.size) return { ...gone, doubted: names };
  for (const name of names) {
    const file = join(path, name);
    const found = await sha256OfFile(file, signal);
    if (found === undefined) continue;
    if (found !== earlier.get(name)!.sha256) {
      gone.changed.push(name);
      continue;
    }
    await onDisk(file, () => rm(file));
    // It holds more only where somebody has put something there.
    await rmdir(dirname(file)).catch(() => {});
    gone.removed.push(name);
  }
  return gone;
}
