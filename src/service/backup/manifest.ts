import { buffer } from 'node:stream/consumers';
import { hasCode } from '../../errors.ts';
import { sha256Of } from '../../system/sha256.ts';
import type { KeptEnd } from '../storage/kept-end.ts';
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
  /** The version of the recon that made it; 0.30.0 and before did not write theirs. */
  version?: string;
  from: { engine: Engine; schema: number; folderId: string; commits: number };
  /** In an order in which they can be written. */
  tables: TableFacts[];
  counters: Record<string, number>;
  /** The end of the audit's chain that was kept outside the database, read before the tables; null if there was none. */
  auditEnd: KeptEnd | null;
  files: { count: number; bytes: number };
  /** The ids of files that records name and that were not there, or were damaged there. */
  missing: string[];
}

/** The rows of a table; 0 where an earlier schema has none of that name. */
export const rowsIn = ({ tables }: Pick<Manifest, 'tables'>, table: string): number =>
  tables.find(({ name }) => name === table)?.rows ?? 0;

/** The rows of all tables. */
export const recordsIn = ({ tables }: Pick<Manifest, 'tables'>): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0);

/** A snapshot's manifest, below the place of the backup. */
export const manifestFile = (snapshot: string) => `snapshots/${snapshot}/manifest.json`;

/** The name of a snapshot that begins now; it sorts by time. */
export const snapshotName = (begun: string) => begun.replaceAll(/[:.]/g, '-');

export async function writeManifest(backup: Backup, snapshot: string, manifest: Manifest): Promise<void> {
  const text = `${JSON.stringify(manifest)}\n`;
  await backup.put(manifestFile(snapshot), piecesOf(withSum(text)));
}

const withSum = (text: string) => `${text}${sha256Of(text)}\n`;

export async function readManifest(backup: Backup, snapshot: string): Promise<Manifest> {
  const name = manifestFile(snapshot);
  const whole = String(await buffer(backup.get(name)));
  const text = whole.slice(0, whole.indexOf('\n') + 1);
  if (whole !== withSum(text)) throw damaged(backup, name, 'its content is not what was written');
  return JSON.parse(text) as Manifest;
}

/** The id of the service that a snapshot is of; undefined where its manifest is damaged. */
export async function serviceOf(backup: Backup, snapshot: string): Promise<string | undefined> {
  try {
    return (await readManifest(backup, snapshot)).from.folderId;
  } catch (error) {
    if (!hasCode(error, 'damaged')) throw error;
    return undefined;
  }
}

/** The names of the whole snapshots, oldest first. */
export async function listSnapshots(backup: Pick<Backup, 'list'>): Promise<string[]> {
  return namesIn(await backup.list('snapshots'), /^snapshots\/([^/]+)\/manifest\.json$/);
}

/** The names of all snapshots, also of those that lack their manifest. */
export const namesOfAll = async (backup: Pick<Backup, 'list'>): Promise<string[]> =>
  namesIn(await backup.list('snapshots'), /^snapshots\/([^/]+)\//);

/** The names of the snapshots after this one that lack their manifest: one that is being made, or was broken off. */
export async function unfinishedAfter(backup: Backup, snapshot: string): Promise<string[]> {
  const whole = await listSnapshots(backup);
  const names = await namesOfAll(backup);
  return names.filter((name) => name > snapshot && !whole.includes(name));
}

const namesIn = (paths: readonly string[], pattern: RegExp) =>
  [...new Set(paths.flatMap((path) => pattern.exec(path)?.[1] ?? []))].toSorted();
