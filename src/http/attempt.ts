import type { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import { type Advice, type Line, ReconError } from '../errors.ts';
import { isLoopback } from '../system/base-url.ts';
import type { ExtraCerts } from '../system/extra-certs.ts';
import { type Agents, connectionsFor, withStartNote } from './agents.ts';
import { failureOf } from './failure.ts';
import type { MultipartBody } from './multipart.ts';
import { type FormPart, hasFile, type Operation } from './operation.ts';
import type { Limits } from './time-limits.ts';
import { request } from './undici.ts';
import type { Waiting } from './waiting.ts';
import { type RequestStage, type SilenceError, startWatchdog } from './watchdog.ts';

export interface AttemptParts {
  url: URL;
  operation: Operation;
  headers: Readonly<Record<string, string>>;
  agents: Agents;
  limits: Limits;
  /** The end of the time of all tries together, monotonic. */
  deadline: number;
  clock: Clock;
  signal: AbortSignal;
  /** For the words of a refused token. */
  tokenPlace?: string | Advice | undefined;
  /** For the words of a certificate that is not trusted. */
  extraCerts?: (() => ExtraCerts[]) | undefined;
  waiting: Waiting;
  /** A change begins to be sent. */
  onChange?: (() => void) | undefined;
  /** Tells again and again that a silence goes on. */
  onWaiting(line: Line): void;
}

/** The head of an answer, and its body, which is still to be read. */
export interface OpenedAnswer {
  status: number;
  headers: Record<string, string>;
  body: Readable;
}

/** Made once: a new error for each request would cost a stack trace that nobody reads. */
const ENDED = new ReconError('internal', 'the request is over');

/** One try of one request. */
export type Attempt = ReturnType<typeof startAttempt>;

export function startAttempt(parts: AttemptParts) {
  const { url, operation, headers, agents, limits, deadline, clock, signal, tokenPlace, waiting, onWaiting, onChange } =
    parts;
  const cancel = new AbortController();
  const stopOnSignal = () => cancel.abort(signal.reason);
  const progress = { started: false, sentAll: operation.form === undefined, answered: false };
  const onSilence = (stage: RequestStage, silentMs: number) => {
    if (stage === 'silence') onWaiting(waiting.words(silentMs, progress.started));
  };
  const hooks = { expire: (reason: SilenceError) => cancel.abort(reason), onSilence, nextMs: waiting.nextMs };
  const watchdog = startWatchdog(clock, { limitMs: limits.wholeMs, deadline }, hooks);
  let body: MultipartBody | undefined;

  /** The form as a stream that reports its progress. The code is loaded only for a form. */
  const openBody = async (form: readonly FormPart[]) => {
    const { createMultipart } = await import('./multipart.ts');
    return createMultipart(form, (sentBytes, totalBytes) => {
      progress.sentAll = sentBytes >= totalBytes;
      if (progress.sentAll && !progress.answered) watchdog.enter('silence', limits.silenceMs);
      else watchdog.touch();
      operation.onUpload?.(sentBytes, totalBytes);
    });
  };

  return {
    kind: operation.kind,
    /** True if the body is a text, which an answer may repeat and no error may quote: it holds secrets. */
    isSecret: operation.text !== undefined,
    /** True if photos are sent. */
    hasFile: hasFile(operation),
    tokenPlace,
    watchdog,
    /** Sends the request and resolves at the head of the answer. Rejects with any error. */
    async respond(): Promise<OpenedAnswer> {
      signal.throwIfAborted();
      signal.addEventListener('abort', stopOnSignal, { once: true });
      const connections = connectionsFor(operation);
      const dispatcher = withStartNote(await agents.on(connections), () => {
        progress.started = true;
        if (operation.kind === 'change') onChange?.();
        watchdog.touch();
      });
      if (operation.form !== undefined) body = await openBody(operation.form);
      watchdog.enter(body ? 'upload' : 'silence', body ? limits.uploadStallMs : limits.silenceMs);
      const sent = {
        method: operation.method,
        headers: { ...headers, ...body?.headers },
        body: body?.stream ?? operation.text ?? null,
        reset: connections === 'new',
        signal: cancel.signal,
      };
      const answer = await request(url, sent, dispatcher);
      progress.answered = true;
      watchdog.enter('body', limits.bodySilenceMs);
      return { status: answer.statusCode, headers: joined(answer.headers), body: answer.body };
    },
    /** Turns an error of `respond`, or of reading the body, into a failure. */
    failureOf: (thrown: unknown) =>
      failureOf(thrown, {
        host: url.host,
        loopback: isLoopback(url.hostname),
        isPlain: url.protocol === 'http:',
        proxy: agents.proxy,
        extraCerts: parts.extraCerts,
        ...progress,
      }),
    /** True if the service may have the whole request by now. */
    mayBeApplied: () => progress.started && (progress.sentAll || progress.answered),
    /** Must be called once; closes files, timers and, if still open, the connection. */
    end() {
      watchdog.stop();
      signal.removeEventListener('abort', stopOnSignal);
      body?.destroy();
      cancel.abort(ENDED);
    },
  };
}

function joined(headers: NodeJS.Dict<string | string[]>): Record<string, string> {
  const plain: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) plain[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return plain;
}
