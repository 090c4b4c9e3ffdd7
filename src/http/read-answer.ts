import type { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import { ReconError } from '../errors.ts';
import type { Attempt, OpenedAnswer } from './attempt.ts';
import { failureOfStatus } from './errors.ts';
import type { Failure } from './failure.ts';
import { meteredBody } from './metered-body.ts';
import type { Answer } from './operation.ts';
import { hideToken } from './request-parts.ts';
import { downloadMs } from './time-limits.ts';

/** The result of a try: a value, or a failure with its answer, if there was one. */
export type Tried<T> = { value: T } | { failure: Failure; answer?: Answer };

/** Turns the head of an answer into the wanted value. It must end the attempt unless it throws. */
export type Use<T> = (opened: OpenedAnswer, attempt: Attempt, token: string | undefined) => Promise<Tried<T>>;

const MAX_TEXT_BYTES = 20 * 1024 * 1024;

/** A status outside 2xx gives a failure that carries the answer. */
export const readAnswer =
  (clock: Clock): Use<Answer> =>
  async (opened, attempt, token) => {
    const answer = await answerOf(opened, attempt, token);
    if (isGood(answer.status)) return { value: answer };
    const quotable = attempt.isSecret ? { ...answer, text: '' } : answer;
    return { failure: failureOfStatus(quotable, attempt, clock.now()), answer };
  };

/** Checks for a 2xx status and leaves the body unread; it fails with a ReconError. */
export const openAnswer =
  (clock: Clock): Use<OpenedAnswer> =>
  async (opened, attempt, token) => {
    if (!isGood(opened.status)) {
      const answer = await answerOf(opened, attempt, token);
      return { failure: failureOfStatus(answer, attempt, clock.now()), answer };
    }
    const sizeBytes = Number(opened.headers['content-length']);
    if (sizeBytes > 0) attempt.watchdog.allow(downloadMs(sizeBytes));
    return { value: { ...opened, body: meteredBody(opened.body, attempt) } };
  };

/** Reads an answer to its end, and ends the attempt. */
async function answerOf(
  { status, headers, body }: OpenedAnswer,
  attempt: Attempt,
  token: string | undefined,
): Promise<Answer> {
  const reading = readText(body, attempt.watchdog.touch);
  // The text of a refusal is useful, but its status is enough.
  const text = isGood(status) ? await reading : hideToken(await reading.catch(() => ''), token);
  attempt.end();
  return { status, headers, text, requestId: requestIdOf(headers, token) };
}

const isGood = (status: number) => status >= 200 && status < 300;

/** The service's id of the request. It is printed, so it must look like an id and must not contain the token. */
function requestIdOf(headers: Readonly<Record<string, string>>, token: string | undefined): string | undefined {
  const id = headers['x-request-id'] ?? headers['request-id'];
  return id !== undefined && hideToken(id, token) === id && /^[\w.:/+=-]{1,200}$/.test(id) ? id : undefined;
}

/**
 * Reads a body as text: at most 20 MB, counted as it comes, and valid UTF-8. A byte order mark stays.
 * @throws ReconError `protocol`; an error of the connection is thrown as undici gives it
 */
async function readText(body: Readable, onPiece: () => void): Promise<string> {
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  for await (const piece of body) {
    onPiece();
    sizeBytes += piece.length;
    if (sizeBytes > MAX_TEXT_BYTES) throw new ReconError('protocol', 'the answer is larger than 20 MB');
    pieces.push(piece);
  }
  return decodeUtf8(Buffer.concat(pieces));
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new ReconError('protocol', 'the answer is not valid UTF-8 text', { cause });
  }
}
