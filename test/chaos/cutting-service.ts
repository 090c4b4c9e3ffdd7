import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { openServer } from '../support/open-server.ts';

/** What a service that breaks connections says about its archive, and how it goes on. */
export interface Habit {
  etag?: string;
  takesRanges?: boolean;
  /** Without one the end of the connection is all there is; with chunks, their end. */
  length?: 'said' | 'chunked' | 'unsaid';
  /** Which requests are broken off. */
  cuts: 'the first' | 'all' | 'none';
  /** Between two pieces of 256 KB. */
  pauseMs?: number;
  /** What comes for a rest. */
  rest?: 'the rest' | 'from another byte' | 'of another version' | 'all of another version' | 'nothing (416)';
}

const PIECE_BYTES = 256 * 1024;

/** Serves an archive and breaks off after so many bytes of each body that is to be cut. */
export async function openCuttingService(archive: Buffer, other: Buffer) {
  let habit: Habit = { cuts: 'all' };
  let cutAt = 0;
  let requests = 0;
  let sentBytes = 0;
  const onRequest: RequestListener = (request, response) => {
    requests += 1;
    const { body, head, status } = answerTo(request, habit, archive, other);
    const isCut = habit.cuts === 'all' || (habit.cuts === 'the first' && requests === 1);
    const bytes = isCut ? body.subarray(0, cutAt) : body;
    sentBytes += bytes.length;
    send(response, { status, head, bytes, breaks: isCut, isFramed: habit.length !== 'unsaid', pauseMs: habit.pauseMs });
  };
  return {
    ...(await openServer(onRequest, { keepAliveTimeout: 1 })),
    behave(next: Habit, atByte: number) {
      habit = next;
      cutAt = atByte;
      requests = 0;
      sentBytes = 0;
    },
    /** Every later request is answered in full. */
    recover: () => {
      habit = { ...habit, cuts: 'the first' };
    },
    sent: () => ({ requests, sentBytes }),
  };
}

interface Answer {
  status: number;
  head: Record<string, string | number>;
  body: Buffer;
}

function answerTo({ headers }: IncomingMessage, habit: Habit, archive: Buffer, other: Buffer): Answer {
  const { etag, takesRanges = false, length = 'said', rest = 'the rest' } = habit;
  const facts = { ...(etag !== undefined && { etag }), ...(takesRanges && { 'accept-ranges': 'bytes' }) };
  const whole = (body: Buffer, more: object) => ({
    status: 200,
    head: { ...facts, ...more, ...(length === 'said' && { 'content-length': body.length }) },
    body,
  });
  const startAt = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1]);
  if (!takesRanges || !(startAt > 0) || headers['if-range'] !== etag) return whole(archive, {});
  if (rest === 'nothing (416)') return { status: 416, head: {}, body: Buffer.alloc(0) };
  if (rest === 'all of another version') return whole(other, { etag: '"other"' });
  const from = rest === 'from another byte' ? startAt - 1 : startAt;
  const body = (rest === 'of another version' ? other : archive).subarray(from);
  const range = `bytes ${from}-${from + body.length - 1}/${from + body.length}`;
  return { status: 206, head: { ...facts, 'content-range': range, 'content-length': body.length }, body };
}

interface Sending {
  status: number;
  head: Record<string, string | number>;
  bytes: Buffer;
  breaks: boolean;
  isFramed: boolean;
  pauseMs: number | undefined;
}

function send(response: ServerResponse, { status, head, bytes, breaks, isFramed, pauseMs }: Sending): void {
  if (!isFramed) {
    response.useChunkedEncodingByDefault = false;
    response.shouldKeepAlive = false;
  }
  response.writeHead(status, head);
  response.flushHeaders();
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      yield bytes.subarray(at, at + PIECE_BYTES);
      if (pauseMs !== undefined) await pause(pauseMs);
    }
  };
  // A broken body never gets its end; one without a frame has no other end than the connection's.
  const source = Readable.from(pieces());
  source.on('error', () => {});
  if (!breaks) return void pipeline(source, response, () => {});
  source.pipe(response, { end: false });
  source.on('end', () => setImmediate(() => response.socket?.end()));
}
