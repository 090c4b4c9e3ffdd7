import type { ReconstructionType } from '../../contract/reconstruction.ts';
import { hasCode, ReconError } from '../../errors.ts';
import type { Client } from '../client.ts';
import { arrivalOf, noteOf } from './continuation.ts';
import { verifyArchive } from './open-archive.ts';
import type { PartFile, Written } from './part-file.ts';
import { type DownloadHooks, lengthOf, receiveBody } from './receive.ts';

/** The most tries in a row that bring nothing new. */
const MAX_TRIES = 5;
const FIRST_PAUSE_MS = 500;
/** The same wrong bytes this many times are not caused by the network. */
const EQUAL_WRONG_RESULTS = 3;
/** A try that brought this much more of an archive counts as progress. */
const PROGRESS_BYTES = 64 * 1024;

interface Wanted {
  id: string;
  type: ReconstructionType;
}

export type DownloadClient = Pick<Client, 'openDownload' | 'downloadUrl'>;

/**
 * Fills the part file until it holds a whole archive that passes every check. Throws a fault that cannot be repaired.
 */
export async function fetchUntilSound(
  client: DownloadClient,
  wanted: Wanted,
  part: PartFile,
  hooks: DownloadHooks,
): Promise<Written> {
  const wrongResults = new Map<string, number>();
  let mayGoOn = true;
  for (let triesInVain = 0; ; ) {
    const before = part.written().sizeBytes;
    const outcome = await tryOnce(client, wanted, part, mayGoOn, hooks);
    hooks.signal?.throwIfAborted();
    if (outcome === 'sound') return part.written();
    if (outcome === 'unfitting') {
      // Two bodies that do not fit together prove nothing about either, so from here on the archive is fetched whole.
      mayGoOn = false;
      continue;
    }
    const isProgress = part.beginningOf() !== undefined && part.written().sizeBytes >= before + PROGRESS_BYTES;
    triesInVain = isProgress ? 0 : triesInVain + 1;
    const { sha256 } = part.written();
    const timesSeen = (wrongResults.get(sha256) ?? 0) + 1;
    wrongResults.set(sha256, timesSeen);
    // Without a length, a cut archive looks like a wrong one.
    const isWrong = !outcome.isCut && (outcome.lengthKnown || timesSeen === EQUAL_WRONG_RESULTS);
    if (isWrong || triesInVain === MAX_TRIES || !mayComeRight(outcome.fault)) throw outcome.fault;
    await hooks.clock.sleep(FIRST_PAUSE_MS * 2 ** Math.max(0, triesInVain - 1), hooks.signal);
  }
}

/** `unfitting`: the answer is not the rest of the bytes that we have. */
type TryResult = 'sound' | 'unfitting' | { fault: unknown; isCut: boolean; lengthKnown: boolean };

async function tryOnce(
  client: DownloadClient,
  { id, type }: Wanted,
  part: PartFile,
  mayGoOn: boolean,
  hooks: DownloadHooks,
): Promise<TryResult> {
  const note = mayGoOn ? part.beginningOf() : undefined;
  const startAt = part.written().sizeBytes;
  // The transport itself retries until an answer comes, so an error that it throws is final.
  const opened = await client.openDownload(id, type, note && { startAt, etag: note.etag });
  // The body may fail before it is read; the failure is reported when it is read.
  opened.body.on('error', () => {});
  try {
    const arrival = arrivalOf(opened, note && { note, startAt });
    if (arrival === 'unfitting') return arrival;
    if (arrival === 'whole') {
      await part.restart(mayGoOn ? noteOf(client.downloadUrl(id, type), opened) : undefined);
    }
    const total = arrival === 'rest' ? note?.sizeBytes : lengthOf(opened.headers);
    if (arrival === 'rest') hooks.onContinue?.(startAt, total!);
    const cut = await receiveBody(part, opened.body, total, hooks);
    const fault = cut ?? (await faultOf(part.path, hooks.signal));
    if (fault === undefined) return 'sound';
    if (cut === undefined && arrival === 'rest') return 'unfitting';
    return { fault, isCut: cut !== undefined, lengthKnown: total !== undefined };
  } finally {
    opened.body.destroy();
  }
}

/** Undefined if the archive is sound. Throws an error of the disk, which no further try can repair. */
async function faultOf(path: string, signal: AbortSignal | undefined): Promise<ReconError | undefined> {
  try {
    await verifyArchive(path, signal);
    return undefined;
  } catch (error) {
    if (hasCode(error, 'unsafe_archive')) return error;
    throw error;
  }
}

/** True if refused bytes may be right the next time. */
const mayComeRight = (error: unknown) =>
  (error instanceof ReconError && error.isTemporary) || hasCode(error, 'unsafe_archive') || hasCode(error, 'protocol');
