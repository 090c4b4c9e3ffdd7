import { mkdir, opendir, rename } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { systemErrorCode, unlessMissing } from '../../errors.ts';
import { syncFolder } from '../../system/durable-file.ts';
import { makePrivateFolder } from '../../system/private-folder.ts';

const folderOf = (dataFolder: string) => join(dataFolder, 'quarantine');

/**
 * The returned function moves files that no record explains, under their own names, into a new folder named after the
 * time (UTC); it makes the folder when there is a first one.
 */
export function openQuarantine(dataFolder: string): (paths: readonly string[]) => Promise<void> {
  let dated: string | undefined;
  return async (paths) => {
    if (paths.length === 0) return;
    dated ??= await makeDated(folderOf(dataFolder));
    for (const path of paths) await rename(path, join(dated, basename(path))).catch(unlessMissing);
    for (const changed of [dated, dirname(dated), dataFolder, ...new Set(paths.map(dirname))])
      await syncFolder(changed);
  };
}

/** Each call makes a new folder, so a file that was put back and moved again never replaces the earlier copy. */
async function makeDated(quarantine: string): Promise<string> {
  await makePrivateFolder(quarantine);
  const date = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  for (let turn = 1; ; turn++) {
    const folder = join(quarantine, turn === 1 ? date : `${date}-${turn}`);
    try {
      await mkdir(folder, { mode: 0o700 });
      return folder;
    } catch (error) {
      if (systemErrorCode(error) !== 'EEXIST') throw error;
    }
  }
}

/** The number of files in the quarantine; a person may delete them at any time. */
export async function quarantineOf(dataFolder: string): Promise<{ folder: string; count: number }> {
  const folder = folderOf(dataFolder);
  return { folder, count: await countFiles(folder) };
}

async function countFiles(folder: string): Promise<number> {
  let count = 0;
  const entries = await opendir(folder).catch(unlessMissing);
  for await (const entry of entries ?? []) {
    if (entry.isFile()) count++;
    if (entry.isDirectory()) count += await countFiles(join(folder, entry.name));
  }
  return count;
}
