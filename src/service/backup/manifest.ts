import { buffer } from 'node:stream/consumers';
import { sha256Of } from '../../system/sha256.ts';
import { damaged } from './damaged.ts';
import type { Engine } from './database-reader.ts';
import { type Backup, piecesOf } from './open-backup.ts';

export interface TableFacts {
  name: string;
  columns: string[];
  rows: number;
  sha256: string;
}

/** What a snapshot holds. It is written last: a snapshot without it is none. */
export interface Manifest {
  /** When it was begun, ISO. */
  begun: string;
  from: { engine: Engine; schema: number; folderId: string; commits: number };
  /** In an order in which they can be written. */
  tables: TableFacts[];
  counters: Record<string, number>;
  files: { count: number; bytes: number };
  /** The ids of files that records name and that were not there, or were damaged there. */
  missing: string[];
}

const manifestFile = (snapshot: string) => `snapshots/${snapshot}/manifest.json`;

/** The name of a snapshot that begins now; it sorts by time. */
export const snapshotName = (begun: string) => begun.replaceAll(/[:.]/g, '-');

export async function writeManifest(backup: Backup, snapshot: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest)}\n`;
  await backup.put(manifestFile(snapshot), piecesOf(`${text}${sha256Of(text)}\n`));
}

export async function readManifest(backup: Backup, snapshot: string): Promise<Manifest> {
  const name = manifestFile(snapshot);
  const [text = '', sha256] = String(await buffer(backup.get(name))).split('\n');
  if (sha256Of(`${text}\n`) !== sha256) throw damaged(backup.whereIs(name), 'its bytes are others than were written');
  return JSON.parse(text) as Manifest;
}

/** The names of the whole snapshots, oldest first. */
export async function listSnapshots(backup: Backup): Promise<string[]> {
  const names = await backup.list('snapshots');
  return names.flatMap((name) => /^snapshots\/([^/]+)\/manifest\.json$/.exec(name)?.[1] ?? []).toSorted();
}
