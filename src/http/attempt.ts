import type { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import { ReconError } from '../errors.ts';
import { isLoopback } from '../system/loopback.ts';
import { withStartNote } from './agents.ts';
import { type Failure, failureOf, type Reached } from './failure.ts';
import type { Limits } from './limits.ts';
import type { MultipartBody } from './multipart.ts';
import { hasFile, type Operation } from './operation.ts';
import type { WebProxy } from './proxy.ts';
import { type Dispatcher, request } from './undici.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';

export interface AttemptInput {
  url: URL;
  operation: Operation;
  headers: Readonly<Record<string, string>>;
  dispatcher: Dispatcher;
  /** The proxy that the dispatcher uses. */
  proxy: WebProxy | undefined;
  /** The limits; `wholeMs` is the time left for the operation. */
  limits: Limits;
  clock: Clock;
  signal: AbortSignal | undefined;
  onNotice(text: string): void;
}

export interface Response {
  status: number;
  headers: Record<string, string>;
  body: Readable;
}

/** One try of one request. */
export interface Attempt {
  kind: Operation['kind'];
  /** True if photos are sent. */
  hasFile: boolean;
  /** Sends the request and resolves at the head of the answer. Rejects with any error. */
  respond(): Promise<Response>;
  watchdog: Watchdog;
  /** Turns an error of `respond`, or of reading the body, into a failure. */
  failureOf(thrown: unknown): Failure;
  /** True if the service may have the whole request by now. */
  mayBeApplied(): boolean;
  /** Must be called once; closes files, timers and, if still open, the connection. */
  end(): void;
}

/** Made once: a new error for each request would cost a stack trace that nobody reads. */
const ENDED = new ReconError('internal', 'the request is over');

export function startAttempt(input: AttemptInput): Attempt {
  const { operation, url, proxy, signal } = input;
  const cancel = new AbortController();
  const stopOnSignal = () => cancel.abort(signal?.reason);
  const progress: RequestProgress = { started: false, sentAll: operation.form === undefined, answered: false };
  const watchdog = startWatchdog(input.clock, input.limits.wholeMs, {
    expire: (reason) => cancel.abort(reason),
    onHeartbeat: (stage, silentMs) => {
      if (stage === 'silence') input.onNotice(`sent, waiting for the service, ${Math.round(silentMs / 1000)} s`);
    },
  });
  let body: MultipartBody | undefined;
  return {
    kind: operation.kind,
    hasFile: hasFile(operation),
    watchdog,
    async respond() {
      signal?.throwIfAborted();
      signal?.addEventListener('abort', stopOnSignal, { once: true });
      body = await openBody(input, progress, watchdog);
      return await exchange(input, { body, progress, watchdog, signal: cancel.signal });
    },
    failureOf: (thrown) =>
      failureOf(thrown, { host: url.host, loopback: isLoopback(url.hostname), proxy, ...progress }),
    mayBeApplied: () => progress.started && (progress.sentAll || progress.answered),
    end() {
      watchdog.stop();
      signal?.removeEventListener('abort', stopOnSignal);
      body?.destroy();
      cancel.abort(ENDED);
    },
  };
}

type RequestProgress = Pick<Reached, 'started' | 'sentAll' | 'answered'>;

/** The form as a stream that reports its progress. The code is loaded only for a form. */
async function openBody(
  { operation, limits }: AttemptInput,
  progress: RequestProgress,
  watchdog: Watchdog,
): Promise<MultipartBody | undefined> {
  if (operation.form === undefined) return undefined;
  const { createMultipart } = await import('./multipart.ts');
  return createMultipart(operation.form, (sentBytes, totalBytes) => {
    progress.sentAll = sentBytes >= totalBytes;
    if (progress.sentAll && !progress.answered) watchdog.enter('silence', limits.silenceMs);
    else watchdog.touch();
    operation.onUpload?.(sentBytes, totalBytes);
  });
}

interface Exchange {
  body: MultipartBody | undefined;
  progress: RequestProgress;
  watchdog: Watchdog;
  signal: AbortSignal;
}

async function exchange(input: AttemptInput, { body, progress, watchdog, signal }: Exchange): Promise<Response> {
  const { operation, limits, url } = input;
  watchdog.enter(body ? 'upload' : 'silence', body ? limits.uploadStallMs : limits.silenceMs);
  const dispatcher = withStartNote(input.dispatcher, () => {
    progress.started = true;
    watchdog.touch();
  });
  const sent = {
    method: operation.method,
    headers: { ...input.headers, ...bodyHeaders(body) },
    body: body?.stream ?? null,
    reset: operation.kind === 'change',
    signal,
  };
  const answer = await request(url, sent, dispatcher);
  progress.answered = true;
  watchdog.enter('body', limits.bodySilenceMs);
  return { status: answer.statusCode, headers: joined(answer.headers), body: answer.body };
}

function bodyHeaders(body: MultipartBody | undefined): Record<string, string> {
  if (body === undefined) return {};
  return { 'content-type': body.contentType, 'content-length': String(body.contentLength) };
}

function joined(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}
