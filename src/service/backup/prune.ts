import { listSnapshots, readManifest } from './manifest.ts';
import { fileName, readFiles } from './named-files.ts';
import type { Backup } from './open-backup.ts';

/**
 * Removes all snapshots but the newest ones, what a broken off backup has left, and the files that no snapshot names any
 * more. Returns the names of the removed snapshots.
 */
export async function prune(backup: Backup, keep: number): Promise<string[]> {
  const snapshots = await listSnapshots(backup);
  const kept = snapshots.slice(-keep);
  const names = await backup.list('snapshots');
  const goes = names.filter((name) => !kept.includes(name.split('/')[1]!));
  // Without its manifest a snapshot is none, so what is left of one after a crash goes next time.
  await backup.remove(goes.filter((name) => name.endsWith('/manifest.json')));
  await backup.remove(goes);
  const named = new Set<string>();
  for (const snapshot of kept) {
    const { tables } = await readManifest(backup, snapshot);
    for await (const { id } of readFiles(backup, snapshot, tables)) named.add(fileName(id));
  }
  await backup.remove((await backup.list('files')).filter((name) => !named.has(name)));
  return snapshots.filter((name) => !kept.includes(name));
}
