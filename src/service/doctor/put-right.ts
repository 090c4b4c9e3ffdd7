import { dirname } from 'node:path';
import { type Line, ReconError } from '../../errors.ts';
import { shellLine } from '../../system/line-text.ts';
import { readBackupPlace } from '../backup/backup-address.ts';
import type { KnownBackups } from '../backup/last-backup.ts';
import { listSnapshots, readManifest } from '../backup/manifest.ts';
import { readFiles } from '../backup/named-files.ts';
import { openBackup } from '../backup/open-backup.ts';
import type { Places } from '../places.ts';
import { keyOf } from '../storage/bucket/bucket-blobs.ts';
import { filePath } from '../storage/disk-blobs.ts';
import { isPart, type WrongFile } from './check-files.ts';

const NO_BACKUP = 'this service has made no backup';

/** Tells of each wrong file what to do: it comes back from a backup that has it, or is made or asked for anew. */
export async function putRight(
  files: readonly WrongFile[],
  places: Places,
  known: KnownBackups,
): Promise<(file: WrongFile) => Line[]> {
  const having = await snapshotsHaving(new Set(files.map(({ id }) => id)), known);
  return (file) => {
    if (known.made === undefined)
      return (
        madeAnew(file, `: ${NO_BACKUP}`) ?? [
          `put the file back from a copy of the data folder: ${NO_BACKUP}`,
          ...askedAnew(file, ', if there is no copy'),
        ]
      );
    const anew = (why: string) => madeAnew(file, why) ?? askedAnew(file, why);
    if (having === undefined)
      return [...putBack(file.id, places, known, undefined), ...anew(', if it is in no snapshot')];
    const snapshot = having.get(file.id);
    return snapshot === undefined ? anew(': no snapshot has the file') : putBack(file.id, places, known, snapshot);
  };
}

/**
 * The newest snapshot that has each file, by its id, of the place of the newest backup; undefined where that cannot be
 * read: in a bucket, with a key, or on a disk that is away.
 */
async function snapshotsHaving(ids: ReadonlySet<string>, { place }: KnownBackups) {
  if (place === undefined || place.startsWith('s3://')) return undefined;
  const having = new Map<string, string>();
  const opened = await readBackupPlace(place);
  try {
    const backup = await openBackup(opened, undefined);
    for (const snapshot of (await listSnapshots(backup)).toReversed()) {
      if (having.size === ids.size) break;
      const { tables, missing } = await readManifest(backup, snapshot);
      for await (const { id } of readFiles(backup, snapshot, tables)) {
        if (ids.has(id) && !having.has(id) && !missing.includes(id)) having.set(id, snapshot);
      }
    }
    return having;
  } catch (error) {
    if (error instanceof ReconError && !error.isStop) return undefined;
    throw error;
  } finally {
    await opened.close();
  }
}

/** A part of a model is made again of its photos; undefined of a photo. */
function madeAnew({ name, patient, type, account }: WrongFile, why: string): Line[] | undefined {
  if (type === null || !isPart(name)) return undefined;
  const command = ['patients', 'update', String(patient), '--type', type];
  return [{ before: `make the model anew of its photos${why}`, command, ...typedBy(account) }];
}

function askedAnew({ name, patient, type, account }: WrongFile, why: string): Line[] {
  const before = `ask for the ${name} photo anew${why}`;
  if (type === null) return [before];
  return [{ before, command: ['invite', String(patient), '--type', type, '--open'], ...typedBy(account) }];
}

/** Another account does not see the patient. */
const typedBy = (account: string | undefined) =>
  account === undefined ? {} : { because: `logged in as the account ${account}, whose patient it is` };

/** The steps to one file out of a backup; who lacks several of them restores it once. */
function putBack(
  id: string,
  { dataFolder, databaseUrl, bucket }: Places,
  { place = 'BACKUP', last }: KnownBackups,
  snapshot: string | undefined,
): Line[] {
  const isShared = databaseUrl !== undefined || bucket !== undefined;
  const restored = `${dataFolder}-restored`;
  const which = snapshot === undefined ? [] : ['--snapshot', snapshot];
  const restore = {
    before: `put the file back from a backup${isShared ? ', without RECON_SERVE_DATABASE and RECON_SERVE_BLOBS set' : ''}`,
    command: ['restore', place, ...which, '--data', restored],
    because: 'with --key-file FILE if it has a key',
  };
  // The newest one may lack this very file.
  const choose = {
    before: 'the newest snapshot lacks files; to find one that lacks none, for --snapshot',
    command: ['backup', 'verify', place, '--all'],
    because: restore.because,
  };
  const steps = snapshot === undefined && last?.result === 'lacking' ? [choose, restore] : [restore];
  const from = filePath(restored, id);
  if (bucket !== undefined) {
    const to = `s3://${bucket.bucket}/${bucket.prefix}${keyOf(id)}`;
    return [...steps, shellLine('aws', 's3', 'cp', from, to)];
  }
  const to = filePath(dataFolder, id);
  return [...steps, `${shellLine('mkdir', '-p', dirname(to))} && ${shellLine('cp', '-p', from, to)}`];
}
