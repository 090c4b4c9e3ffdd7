import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ReconstructionType } from '../contract/reconstruction.ts';
import { ReconError, unlessMissing } from '../errors.ts';
import { withLock } from '../system/lock.ts';
import { type DownloadClient, fetchUntilVerified } from './archive/fetch-until-verified.ts';
import { fileExistsAlready, openPartFile, type PartFile } from './archive/part-file.ts';
import type { DownloadHooks } from './archive/receive.ts';
import { onDisk } from './disk-failure.ts';
import { shown } from './shown.ts';

export interface DownloadRequest {
  id: string;
  type: ReconstructionType;
  /** Path of the file to make. */
  target: string;
  /** Replace a file of that name. */
  force: boolean;
  /** Whether a later run may go on where this one breaks off; not where the folder is removed. Default: true. */
  resumable?: boolean;
}

export interface Downloaded {
  path: string;
  sizeBytes: number;
  /** Hex. */
  sha256: string;
}

/**
 * Fetches an archive to a file that appears under its name only when every byte in it is checked.
 * A body that breaks off is gone on with, in this run or in a later one, where the service names the version by a
 * strong ETag, and is fetched again as a whole where it does not. Throws `usage` where the file exists, `protocol`
 * and `unsafe_archive` for wrong bytes, `network` where it kept breaking off, `storage` for the disk.
 */
export async function downloadArchive(
  client: DownloadClient,
  request: DownloadRequest,
  hooks: DownloadHooks,
): Promise<Downloaded> {
  await refuseTarget(request.target, request.force);
  return withLock(await lockName(request.target), shown(request.target), () => download(client, request, hooks));
}

async function download(client: DownloadClient, request: DownloadRequest, hooks: DownloadHooks): Promise<Downloaded> {
  const { id, type, target, force, resumable = true } = request;
  const part = await openPartFile(target, client.downloadUrl(id, type));
  let leave = false;
  try {
    const written = await fetchUntilVerified(client, request, part, hooks);
    hooks.signal?.throwIfAborted();
    await part.keep({ replace: force });
    return { path: target, ...written };
  } catch (thrown) {
    const error = hooks.signal?.aborted ? hooks.signal.reason : thrown;
    leave = resumable && part.beginningOf() !== undefined && isLeftFor(error);
    throw leave ? sayingWhatIsLeft(error, part) : error;
  } finally {
    await part.close({ leave });
  }
}

/** After these errors the same command continues the download; any other error leaves nothing behind. */
const isLeftFor = (error: unknown): error is ReconError =>
  error instanceof ReconError && (error.isTemporary || error.isStop || error.code === 'not_logged_in');

/** The same error, with a hint that the received bytes are kept. */
function sayingWhatIsLeft(error: ReconError, part: PartFile): ReconError {
  const whole = part.beginningOf()?.sizeBytes ?? 0;
  const [unit, unitBytes] = whole < 1e6 ? ['kB', 1e3] : ['MB', 1e6];
  const arrived = `${(part.written().sizeBytes / unitBytes).toFixed(1)} of ${(whole / unitBytes).toFixed(1)} ${unit}`;
  return error.with({
    details: [...error.details, `${arrived} stay in ${shown(part.path)}; the same command goes on from there`],
  });
}

/** One download at a time to one file, by whatever path it is named. */
async function lockName(target: string): Promise<string> {
  const folder = await onDisk(target, () => realpath(dirname(target)));
  return `download:${join(folder, basename(target))}`;
}

/** @throws ReconError `usage` where nothing may be written to */
export async function refuseTarget(target: string, force: boolean): Promise<void> {
  const there = await onDisk(target, () => lstat(target).catch(unlessMissing));
  if (there === undefined || (force && there.isFile())) return;
  if (there.isFile()) throw fileExistsAlready(target);
  throw new ReconError('usage', `${shown(target)} exists already and is not a plain file`, {
    hint: '--to FILE with another name',
  });
}
