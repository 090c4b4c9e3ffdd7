import { lstat } from 'node:fs/promises';
import type { Clock } from '../clock.ts';
import type { ReconstructionType } from '../contract/reconstruction.ts';
import { type ErrorCode, ReconError, systemErrorCode } from '../errors.ts';
import { existsAlready, openPartFile, type PartFile, type Written } from './archive/part-file.ts';
import { receiveBody } from './archive/receive.ts';
import type { Client } from './client.ts';
import { diskFailure } from './disk-failure.ts';
import { verifyArchive } from './extract.ts';
import { shown } from './shown.ts';

export interface DownloadRequest {
  id: string;
  type: ReconstructionType;
  /** Path of the file to make. */
  target: string;
  /** Replace a file of that name. */
  force: boolean;
}

export interface DownloadHooks {
  /** Bytes so far, and in all where the service said. */
  onProgress?(doneBytes: number, totalBytes?: number): void;
  signal?: AbortSignal;
  clock: Clock;
}

export interface Downloaded {
  path: string;
  sizeBytes: number;
  /** Hex. */
  sha256: string;
}

const MAX_TRIES = 5;
const FIRST_PAUSE_MS = 500;
/** The same wrong bytes this often are no accident of the network. */
const EQUAL_WRONG_RESULTS = 3;

/**
 * Fetches an archive to a file that appears under its name only when every byte in it is checked.
 * A body that breaks off is fetched again as a whole. Throws `usage` where the file exists, `protocol`
 * and `unsafe_archive` for wrong bytes, `network` where it kept breaking off, `storage` for the disk.
 */
export async function downloadArchive(
  client: Pick<Client, 'openDownload'>,
  request: DownloadRequest,
  hooks: DownloadHooks,
): Promise<Downloaded> {
  await refuseTarget(request.target, request.force);
  const part = await openPartFile(request.target);
  try {
    const written = await fetchUntilSound(client, request, part, hooks);
    hooks.signal?.throwIfAborted();
    await part.keep({ replace: request.force });
    return { path: request.target, ...written };
  } catch (error) {
    throw hooks.signal?.aborted ? hooks.signal.reason : error;
  } finally {
    await part.discard();
  }
}

async function refuseTarget(target: string, force: boolean): Promise<void> {
  const there = await lstat(target).catch((error) => {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw diskFailure(target, error);
  });
  if (there === undefined || (force && there.isFile())) return;
  if (there.isFile()) throw existsAlready(target);
  throw new ReconError('usage', `${shown(target)} exists already and is not a plain file`, {
    hint: '--to FILE with another name',
  });
}

async function fetchUntilSound(
  client: Pick<Client, 'openDownload'>,
  { id, type }: DownloadRequest,
  part: PartFile,
  hooks: DownloadHooks,
): Promise<Written> {
  const wrongResults = new Map<string, number>();
  for (let attempt = 1; ; attempt++) {
    await part.restart();
    // To get an answer at all is the transport's work, with tries of its own: what it throws is final.
    const received = await receiveBody(part, await client.openDownload(id, type), hooks);
    hooks.signal?.throwIfAborted();
    const fault = received.cut ?? (await faultOf(part.path, hooks.signal));
    if (fault === undefined) return part.written();
    const { sha256 } = part.written();
    const timesSeen = (wrongResults.get(sha256) ?? 0) + 1;
    wrongResults.set(sha256, timesSeen);
    // Without a length, an archive that is cut looks like one that is wrong.
    const isWrong = received.cut === undefined && (received.lengthKnown || timesSeen === EQUAL_WRONG_RESULTS);
    if (isWrong || attempt === MAX_TRIES || !isTemporary(fault)) throw fault;
    await hooks.clock.sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1), hooks.signal);
  }
}

/** Undefined where the archive is sound. Throws a fault of the disk, which no further try can mend. */
async function faultOf(path: string, signal: AbortSignal | undefined): Promise<ReconError | undefined> {
  try {
    await verifyArchive(path, signal);
    return undefined;
  } catch (error) {
    if (error instanceof ReconError && error.code === 'unsafe_archive') return error;
    throw error;
  }
}

const TEMPORARY: readonly ErrorCode[] = [
  'network',
  'timeout',
  'unavailable',
  'rate_limited',
  'unsafe_archive',
  'protocol',
];

const isTemporary = (error: unknown) => error instanceof ReconError && TEMPORARY.includes(error.code);
