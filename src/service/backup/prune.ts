import { hasCode, type ReconError } from '../../errors.ts';
import { removalOf } from './damaged.ts';
import { listSnapshots, readManifest, serviceOf } from './manifest.ts';
import { fileName, readFiles } from './named-files.ts';
import type { Backup } from './open-backup.ts';

export interface Pruned {
  /** The names of the snapshots. */
  removed: string[];
  /** The snapshots of the service before it was restored. */
  earlier: string[];
  /** An earlier snapshot that stays and cannot be read. */
  damaged: ReconError | undefined;
}

/**
 * Removes all snapshots of this service but the newest ones, what a broken off backup has left, and the files that no
 * snapshot names any more. What a damaged snapshot names is not known, so no file goes while there is one.
 */
export async function prune(backup: Backup, { keep, folderId }: { keep: number; folderId: string }): Promise<Pruned> {
  const snapshots = await listSnapshots(backup);
  const earlier = snapshots.slice(0, await firstOwn(backup, snapshots, folderId));
  const kept = [...earlier, ...snapshots.slice(earlier.length).slice(-keep)];
  const names = await backup.list('snapshots');
  const goes = names.filter((name) => !kept.includes(name.split('/')[1]!));
  // Without its manifest a snapshot is none, so what is left of one after a crash goes next time.
  await backup.remove(goes.filter((name) => name.endsWith('/manifest.json')));
  await backup.remove(goes);
  const removed = snapshots.filter((name) => !kept.includes(name));
  const named = new Set<string>();
  let read = '';
  try {
    for (const snapshot of kept) {
      read = snapshot;
      const { tables } = await readManifest(backup, snapshot);
      for await (const { id } of readFiles(backup, snapshot, tables)) named.add(fileName(id));
    }
  } catch (error) {
    if (!hasCode(error, 'damaged')) throw error;
    // The newest one was just made, so the damaged one may go.
    const details = error.details.filter((line) => typeof line === 'string' || line.command[1] !== 'remove');
    return { removed, earlier, damaged: error.with({ details, hint: removalOf(backup.whereIs('.'), read) }) };
  }
  await backup.remove((await backup.list('files')).filter((name) => !named.has(name)));
  return { removed, earlier, damaged: undefined };
}

/** Behind the newest snapshot of another service. A damaged one after that is taken for an own one. */
async function firstOwn(backup: Backup, snapshots: readonly string[], folderId: string): Promise<number> {
  for (const [at, snapshot] of [...snapshots.entries()].toReversed()) {
    if (((await serviceOf(backup, snapshot)) ?? folderId) !== folderId) return at + 1;
  }
  return 0;
}
