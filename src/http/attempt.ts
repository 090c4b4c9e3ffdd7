import type { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import { withStartNote } from './agents.ts';
import { isLoopback } from './base-url.ts';
import { type Failure, failureOf } from './failure.ts';
import type { Limits } from './limits.ts';
import type { MultipartBody } from './multipart.ts';
import type { Operation } from './operation.ts';
import { type Dispatcher, request } from './undici.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';

export interface AttemptInput {
  url: URL;
  operation: Operation;
  headers: Readonly<Record<string, string>>;
  dispatcher: Dispatcher;
  /** `wholeMs` is what is left for the operation. */
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
  /** Sends, and resolves at the answer's head. Rejects with whatever went wrong. */
  respond(): Promise<Response>;
  watchdog: Watchdog;
  /** Judges what `respond` or the reading of the body threw. */
  failureOf(thrown: unknown): Failure;
  /** Whether the service may have the whole request by now. */
  mayBeApplied(): boolean;
  /** Must be called once; closes files, timers and, where still open, the connection. */
  end(): void;
}

export function startAttempt(input: AttemptInput): Attempt {
  const { operation, limits, url } = input;
  const cancel = new AbortController();
  const stopOnSignal = () => cancel.abort(input.signal?.reason);
  const progress = { started: false, sentAll: operation.form === undefined, answered: false };
  let body: MultipartBody | undefined;

  const watchdog = startWatchdog(input.clock, limits.wholeMs, {
    expire: (reason) => cancel.abort(reason),
    onHeartbeat: (stage, silentMs) => {
      if (stage === 'silence') input.onNotice(`sent, waiting for the service, ${Math.round(silentMs / 1000)} s`);
    },
  });
  const onProgress = (sentBytes: number, totalBytes: number) => {
    watchdog.touch();
    if (sentBytes >= totalBytes) {
      progress.sentAll = true;
      watchdog.enter('silence', limits.silenceMs);
    }
    operation.onUpload?.(sentBytes, totalBytes);
  };

  return {
    kind: operation.kind,
    watchdog,
    async respond() {
      if (input.signal?.aborted) throw input.signal.reason;
      input.signal?.addEventListener('abort', stopOnSignal, { once: true });
      if (operation.form !== undefined) {
        const { createMultipart } = await import('./multipart.ts');
        body = createMultipart(operation.form, onProgress);
      }
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
        signal: cancel.signal,
      };
      const answer = await request(url, sent, dispatcher);
      progress.answered = true;
      watchdog.enter('body', limits.bodySilenceMs);
      return { status: answer.statusCode, headers: joined(answer.headers), body: answer.body };
    },
    failureOf: (thrown) => failureOf(thrown, { host: url.host, loopback: isLoopback(url.hostname), ...progress }),
    mayBeApplied: () => progress.started && (progress.sentAll || progress.answered),
    end() {
      watchdog.stop();
      input.signal?.removeEventListener('abort', stopOnSignal);
      body?.destroy();
      cancel.abort();
    },
  };
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
