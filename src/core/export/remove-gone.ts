import { rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasCode, ReconError } from '../../errors.ts';
import { sha256OfFile } from '../../system/sha256.ts';
import type { Client } from '../client.ts';
import { onDisk } from '../disk-failure.ts';
import type { ExportFolder } from './folder.ts';
import type { Records } from './records.ts';

/** Archives of earlier exports whose patients are not in the list any more, by their paths in the folder. */
export interface Gone {
  removed: string[];
  /** Somebody has changed the file since: it is not the export's, and stays. */
  changed: string[];
  /** Nobody asked to remove them, or the service did not say that the patient is gone. They stay. */
  unlisted: string[];
  /** None of the patients of earlier exports is in the list: it may be another account's. */
  isNobodyListed: boolean;
}

/**
 * Removes the archives of patients who were deleted or given away since the last export, where that is asked for. Not to
 * be in the list proves nothing: a filter, another account and a list that changed while it was read all leave somebody
 * out. So the service is asked for each patient. It knows none of another account's, so where none at all of the earlier
 * patients is listed, all stay. In a dry run all stay, and `removed` has those that would go.
 */
export async function removeGone(
  client: Pick<Client, 'getPatient'>,
  { path, earlier }: Pick<ExportFolder, 'path' | 'earlier'>,
  { ids, change }: Pick<Records, 'ids' | 'change'>,
  { isWanted, isDryRun = false, signal }: { isWanted: boolean; isDryRun?: boolean; signal?: AbortSignal | undefined },
): Promise<Gone> {
  const archives = [...earlier].filter(([, { patientId }]) => !ids.has(patientId));
  const isNobodyListed = archives.length === earlier.size;
  const gone: Gone = { removed: [], changed: [], unlisted: [], isNobodyListed };
  if (change !== undefined) return gone;
  const answers = new Map<string, boolean>();
  for (const [name, { patientId, sha256 }] of archives) {
    const file = join(path, name);
    const found = await sha256OfFile(file, signal);
    if (found === undefined) continue;
    if (found !== sha256) {
      gone.changed.push(name);
      continue;
    }
    const isGone = isWanted && !isNobodyListed && (answers.get(patientId) ?? (await isNotThere(client, patientId)));
    answers.set(patientId, isGone);
    if (!isGone) {
      gone.unlisted.push(name);
      continue;
    }
    gone.removed.push(name);
    if (isDryRun) continue;
    await onDisk(file, () => rm(file));
    // It holds more only where somebody has put something there.
    await rmdir(dirname(file)).catch(() => {});
  }
  return gone;
}

/** Only a plain "not there" counts; a failure of this one request leaves the archive where it is. */
async function isNotThere(client: Pick<Client, 'getPatient'>, id: string): Promise<boolean> {
  try {
    await client.getPatient(id);
    return false;
  } catch (error) {
    if (!(error instanceof ReconError) || error.stopsAll) throw error;
    return hasCode(error, 'not_found');
  }
}
