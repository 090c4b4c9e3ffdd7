import type { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import type { Attempt, Response } from './attempt.ts';
import { failureOfStatus } from './errors.ts';
import { downloadMs } from './limits.ts';
import { meteredBody } from './metered-body.ts';
import type { Answer } from './operation.ts';
import type { Tried, Use } from './perform.ts';
import { readText } from './read-text.ts';
import { hideToken } from './token.ts';

/** Reads an answer to its end; a status outside 2xx gives a failure that carries the answer. */
export const readAnswer =
  (clock: Clock): Use<Answer> =>
  async (response, attempt, token) => {
    const answer = await answerOf(response, attempt, token);
    attempt.end();
    if (isGood(answer.status)) return { value: answer };
    return { failure: failureOfStatus(answer, attempt, clock.now()), answer };
  };

export interface OpenedAnswer {
  status: number;
  headers: Record<string, string>;
  /** The body; it fails with a ReconError. */
  body: Readable;
}

/** Checks for a 2xx status and leaves the body unread. */
export const openAnswer =
  (clock: Clock): Use<OpenedAnswer> =>
  async (response, attempt, token): Promise<Tried<OpenedAnswer>> => {
    if (!isGood(response.status)) {
      const answer = await answerOf(response, attempt, token);
      attempt.end();
      return { failure: failureOfStatus(answer, attempt, clock.now()), answer };
    }
    const sizeBytes = Number(response.headers['content-length']);
    if (sizeBytes > 0) attempt.watchdog.allow(downloadMs(sizeBytes));
    return { value: { ...response, body: meteredBody(response.body, attempt) } };
  };

async function answerOf({ status, headers, body }: Response, attempt: Attempt, token: string): Promise<Answer> {
  const reading = readText(body, attempt.watchdog.touch);
  // The text of a refusal is useful, but its status is enough.
  const text = isGood(status) ? await reading : hideToken(await reading.catch(() => ''), token);
  const requestId = requestIdOf(headers, token);
  return { status, headers, text, ...(requestId === undefined ? {} : { requestId }) };
}

const isGood = (status: number) => status >= 200 && status < 300;

/** The service's id of the request. It is printed, so it must look like an id and must not contain the token. */
function requestIdOf(headers: Readonly<Record<string, string>>, token: string): string | undefined {
  const id = headers['x-request-id'] ?? headers['request-id'];
  return id !== undefined && hideToken(id, token) === id && /^[\w.:/+=-]{1,200}$/.test(id) ? id : undefined;
}
