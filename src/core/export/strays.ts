import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveOutcome } from './manifest.ts';
import { archivePath } from './plan.ts';

/**
 * Removes partial archives that an unfinished export left and no run will continue, because the patient or the model
 * does not exist any more.
 */
export async function removeStrayParts(folder: string, archives: readonly ArchiveOutcome[]): Promise<void> {
  const unfinished = archives.filter(({ state }) => state === 'failed' || state === 'not_tried');
  const wanted = new Set(unfinished.map(archivePath));
  for (const id of await namesIn(join(folder, 'archives'))) {
    if (!/^\d+$/.test(id)) continue;
    for (const name of await namesIn(join(folder, 'archives', id))) {
      const archive = /^(patient-\d+-\w+\.zip)\.part(?:\.json)?$/.exec(name)?.[1];
      if (archive === undefined || wanted.has(`archives/${id}/${archive}`)) continue;
      await rm(join(folder, 'archives', id, name), { force: true }).catch(() => {});
    }
  }
}

const namesIn = (folder: string) => readdir(folder).catch(() => []);
