import { ReconError } from '../../errors.ts';
import type { OpenedAnswer } from '../../http/attempt.ts';
import { isStrongEtag, type PartNote } from './earlier-part.ts';
import { lengthOf } from './receive.ts';

/** The kind of an answer: the `rest` that was asked for, the `whole`, or something that does not fit. */
export type Arrival = 'rest' | 'whole' | 'unfitting';

/**
 * Decides from the head of an answer which kind it is. `asked` is the archive whose rest was asked for, and the start
 * of that rest. Throws `protocol` for a part of an archive that was not asked for.
 */
export function arrivalOf(
  { status, headers }: OpenedAnswer,
  asked: { note: PartNote; startAt: number } | undefined,
): Arrival {
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
export function noteOf(url: string, { headers }: OpenedAnswer): PartNote | undefined {
  const sizeBytes = lengthOf(headers);
  const etag = headers['etag'];
  const takesRanges = /(^|,)\s*bytes\s*(,|$)/i.test(headers['accept-ranges'] ?? '');
  if (!takesRanges || sizeBytes === undefined || sizeBytes === 0 || !isStrongEtag(etag)) return undefined;
  return { url, sizeBytes, etag };
}
