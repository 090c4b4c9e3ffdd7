import type { Readable } from 'node:stream';
import type { Clock } from '../clock.ts';
import { ReconError } from '../errors.ts';
import { createAgents, type ProxySettings } from './agents.ts';
import { type Attempt, type Response, startAttempt } from './attempt.ts';
import { parseBaseUrl, requestUrl } from './base-url.ts';
import { failureOfStatus } from './errors.ts';
import type { Failure } from './failure.ts';
import { downloadMs, limitsOf } from './limits.ts';
import { meteredBody } from './metered-body.ts';
import type { Answer, Operation, TraceEvent } from './operation.ts';
import { readText } from './read-text.ts';
import { requestHeaders } from './request-headers.ts';
import { decide, MAX_TRIES } from './retry-policy.ts';
import { checkedToken, hideToken } from './token.ts';
import { traceHeaders, tracePath } from './trace.ts';

export type { Answer, FormFile, FormPart, Operation, TraceEvent } from './operation.ts';

export interface TransportOptions {
  /** May carry a path prefix. `https:`, or `http:` to this machine. */
  baseUrl: string;
  /** Asked before every try; goes into the Authorization header and nowhere else. */
  token(): Promise<string>;
  /** Silence allowed per request, where a person set it; the usual limits otherwise. */
  timeoutMs?: number | undefined;
  clock: Clock;
  proxy: ProxySettings;
  userAgent: string;
  /** Its reason is thrown as it is. */
  signal?: AbortSignal | undefined;
  onTrace?: ((event: TraceEvent) => void) | undefined;
  /** Something a waiting person wants to know, "trying again in 2 s". */
  onNotice?: ((text: string) => void) | undefined;
  /** 0 to 1, for the jitter of retries. */
  random?: (() => number) | undefined;
}

export interface OpenedAnswer {
  status: number;
  headers: Record<string, string>;
  /** Breaks with a ReconError. */
  body: Readable;
}

/** Requests to one service. Knows tries, times and failures; knows no patients. */
export interface Transport {
  /** A 2xx answer. @throws ReconError for everything else */
  send(operation: Operation): Promise<Answer>;
  /** A 2xx answer whose body is still to be read. Reads only. */
  open(operation: Operation): Promise<OpenedAnswer>;
  /** Any answer, whatever its status. @throws ReconError where there is none */
  raw(operation: Operation): Promise<Answer>;
  close(): Promise<void>;
}

/** What a try came to: a value, or a failure with the answer that told it, if there was one. */
type Tried<T> = { value: T } | { failure: Failure; answer?: Answer };
type Use<T> = (response: Response, attempt: Attempt, token: string) => Promise<Tried<T>>;

export function createTransport(options: TransportOptions): Transport {
  const { clock } = options;
  const closing = new AbortController();
  const signal = options.signal === undefined ? closing.signal : AbortSignal.any([options.signal, closing.signal]);
  const base = parseBaseUrl(options.baseUrl);
  const agents = createAgents(base, options.proxy);
  const random = options.random ?? Math.random;
  const notice = options.onNotice ?? (() => {});
  /** Shared by all operations: how the service has been doing, and until when it wants no request. */
  const service = { failuresInARow: 0, restUntil: 0 };

  async function perform<T>(operation: Operation, purpose: 'answer' | 'download', use: Use<T>): Promise<Tried<T>> {
    const deadline = clock.monotonic() + limitsOf(operation, purpose, options.timeoutMs).wholeMs;
    for (let attempt = 1; ; attempt += 1) {
      const rest = service.restUntil - clock.monotonic();
      if (rest > 0) await clock.sleep(rest, signal);
      const tried = await tryOnce(operation, purpose, use, attempt, deadline);
      if ('value' in tried) {
        service.failuresInARow = 0;
        return tried;
      }
      service.failuresInARow += 1;
      const decision = decide({
        kind: operation.kind,
        failure: tried.failure,
        attempt,
        failuresInARow: service.failuresInARow,
        leftMs: deadline - clock.monotonic(),
        random: random(),
      });
      if (decision.act === 'stop') return { ...tried, failure: { ...tried.failure, error: decision.error } };
      if (tried.failure.error.code === 'rate_limited') service.restUntil = clock.monotonic() + decision.delayMs;
      const wait = `${(decision.delayMs / 1000).toFixed(1)} s`;
      notice(`${tried.failure.error.message}; trying again in ${wait} (${attempt + 1} of ${MAX_TRIES})`);
      await clock.sleep(decision.delayMs, signal);
    }
  }

  async function tryOnce<T>(
    operation: Operation,
    purpose: 'answer' | 'download',
    use: Use<T>,
    number: number,
    deadline: number,
  ): Promise<Tried<T>> {
    const url = requestUrl(base, operation.path, operation.query);
    const token = checkedToken(await options.token());
    const accept = purpose === 'download' ? '*/*' : 'application/json';
    const headers = requestHeaders({ own: operation.headers, token, userAgent: options.userAgent, accept });
    const limits = limitsOf(operation, purpose, options.timeoutMs);
    const trace = tracer(operation, url, number);
    const attempt = startAttempt({
      url,
      operation,
      headers,
      dispatcher: operation.kind === 'read' ? agents.reads : agents.changes,
      limits: { ...limits, wholeMs: deadline - clock.monotonic() },
      clock,
      signal,
      onNotice: notice,
    });
    try {
      trace('request', { headers: traceHeaders(headers) });
      const response = await attempt.respond();
      trace('answer', { status: response.status, headers: traceHeaders(response.headers) });
      return await use(response, attempt, token);
    } catch (thrown) {
      attempt.end();
      if (signal.aborted) throw interruption(signal.reason, operation, attempt);
      const failure = attempt.failureOf(thrown);
      trace('failure', { note: failure.error.message });
      return { failure };
    }
  }

  function tracer(operation: Operation, url: URL, number: number) {
    const startedAt = clock.monotonic();
    return (step: TraceEvent['step'], facts: Partial<TraceEvent>) =>
      options.onTrace?.({
        step,
        method: operation.method,
        path: tracePath(url),
        attempt: number,
        elapsedMs: Math.round(clock.monotonic() - startedAt),
        ...facts,
      });
  }

  async function readAnswer(response: Response, attempt: Attempt, token: string): Promise<Tried<Answer>> {
    const good = isGood(response.status);
    const reading = readText(response.body, attempt.watchdog.touch);
    // What a refusal says is welcome, but its status is enough.
    const text = good ? await reading : hideToken(await reading.catch(() => ''), token);
    attempt.end();
    const requestId = requestIdOf(response.headers);
    const { status, headers } = response;
    const answer = { status, headers, text, ...(requestId === undefined ? {} : { requestId }) };
    return good ? { value: answer } : { failure: failureOfStatus(answer, attempt.kind, clock.now()), answer };
  }

  async function openBody(response: Response, attempt: Attempt, token: string): Promise<Tried<OpenedAnswer>> {
    if (!isGood(response.status)) {
      const tried = await readAnswer(response, attempt, token);
      if ('failure' in tried) return tried;
    }
    const sizeBytes = Number(response.headers['content-length']);
    if (sizeBytes > 0) attempt.watchdog.allow(downloadMs(sizeBytes));
    return { value: { ...response, body: meteredBody(response.body, attempt) } };
  }

  return {
    send: async (operation) => unwrap(await perform(operation, 'answer', readAnswer)),
    open: async (operation) => unwrap(await perform(operation, 'download', openBody)),
    async raw(operation) {
      const tried = await perform(operation, 'answer', readAnswer);
      return 'failure' in tried && tried.answer !== undefined ? tried.answer : unwrap(tried);
    },
    async close() {
      // Whatever is still on its way ends here, without a word and without another try.
      closing.abort(new ReconError('interrupted', 'the transport was closed'));
      await agents.close();
    },
  };
}

const isGood = (status: number) => status >= 200 && status < 300;

function unwrap<T>(tried: Tried<T>): T {
  if ('value' in tried) return tried.value;
  throw tried.failure.error;
}

/** A person's Ctrl-C; a change that had gone out by then may still be made. */
function interruption(reason: unknown, { kind }: Operation, attempt: Attempt): unknown {
  if (kind === 'read' || !attempt.mayBeApplied() || !(reason instanceof ReconError)) return reason;
  return new ReconError(reason.code, reason.message, {
    details: [...reason.details, 'the request had been sent by then: the change may still be made'],
    cause: reason,
    ...(reason.hint === undefined ? {} : { hint: reason.hint }),
  });
}

/** Only what looks like an id: it is printed. */
function requestIdOf(headers: Readonly<Record<string, string>>): string | undefined {
  const id = headers['x-request-id'] ?? headers['request-id'];
  return id !== undefined && /^[\w.:/+=-]{1,200}$/.test(id) ? id : undefined;
}
