import type { ReconstructionType } from '../../contract/reconstruction.ts';
import { hasCode, ReconError } from '../../errors.ts';
import type { OpenedAnswer } from '../../http/attempt.ts';
import type { Client } from '../client.ts';
import { isStrongEtag, type PartNote } from './earlier-part.ts';
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

type Wanted = { id: string; type: ReconstructionType };
export type DownloadClient = Pick<Client, 'openDownload' | 'downloadUrl'>;

/**
 * Fills the part file until it holds a whole archive that passes every check. Throws a fault that cannot be repaired.
 */
export async function fetchUntilVerified(
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

/** The kind of an answer: the `rest` that was asked for, the `whole`, or something that does not fit. */
type Arrival = 'rest' | 'whole' | 'unfitting';

/**
 * Decides from the head of an answer which kind it is. `asked` is the archive whose rest was asked for, and the start
 * of that rest. Throws `protocol` for a part of an archive that was not asked for.
 */
function arrivalOf({ status, headers }: OpenedAnswer, asked: { note: PartNote; startAt: number } | undefined): Arrival {
  if (status !== 206 && status !== 416) return 'whole';
  if (asked === undefined) {
    throw new ReconError('protocol', 'the service sent a part of the archive where all of it was asked for', {
      hint: 'the same command again',
    });
  }
  return status === 206 && fits(headers, asked) ? 'rest' : 'unfitting';
}

/** Start, end and length must be those of the rest, and the version, if it is given, must be the same. */
function fits(headers: Record<string, string>, { note, startAt }: { note: PartNote; startAt: number }): boolean {
  const { sizeBytes, etag } = note;
  const length = headers['content-length'];
  return (
    headers['content-range']?.trim() === `bytes ${startAt}-${sizeBytes - 1}/${sizeBytes}` &&
    (length === undefined || length === String(sizeBytes - startAt)) &&
    (headers['etag'] === undefined || headers['etag'] === etag)
  );
}

/** The facts needed to ask for the rest of a whole answer later; undefined if that would not be safe. */
function noteOf(url: string, { headers }: OpenedAnswer): PartNote | undefined {
  const sizeBytes = lengthOf(headers);
  const etag = headers['etag'];
  const takesRanges = /(^|,)\s*bytes\s*(,|$)/i.test(headers['accept-ranges'] ?? '');
  if (!takesRanges || sizeBytes === undefined || sizeBytes === 0 || !isStrongEtag(etag)) return undefined;
  return { url, sizeBytes, etag };
}
