import { setMaxListeners } from 'node:events';
import type { SecureContext } from 'node:tls';
import type { Clock } from '../clock.ts';
import { type Advice, type Line, ReconError } from '../errors.ts';
import type { ExtraCerts } from '../system/extra-certs.ts';
import { createAgents } from './agents.ts';
import { type Attempt, type OpenedAnswer, startAttempt } from './attempt.ts';
import { busyRest, isBusy, pauseText } from './busy.ts';
import type { ServiceCertificate } from './certificate.ts';
import { stoppedAfterSending } from './errors.ts';
import { failureNote } from './failure.ts';
import type { Answer, Operation, TraceEvent } from './operation.ts';
import type { ProxyVariables } from './proxy.ts';
import { openAnswer, readAnswer, type Tried, type Use } from './read-answer.ts';
import { checkedBaseUrl, checkedToken, requestHeaders, requestUrl, traceHeaders, tracePath } from './request-parts.ts';
import { decide, MAX_TRIES } from './retry-policy.ts';
import { type AnswerKind, limitsOf } from './time-limits.ts';
import { proxyName } from './tunnel-error.ts';
import { waitingOf } from './waiting.ts';

export type { Answer, FormPart, Operation, TraceEvent } from './operation.ts';

const LONG_PAUSE_MS = 10_000;

export interface TransportOptions {
  /** The base URL; it may have a path prefix. `https:`, or `http:` to this machine. */
  baseUrl: string;
  /**
   * Called before every try; the token goes into the Authorization header and nowhere else. After a 401 it is called with
   * the token that was refused, and another one is tried at once. Requests carry no token if this is left out.
   */
  token?(refused?: string): Promise<string>;
  /** Where a person keeps the token, in words, if a login would not replace it there; or what makes another one there. */
  tokenPlace?: string | Advice | undefined;
  /** The silence allowed per request, if a person set it; else the usual limits apply. */
  timeoutMs?: number | undefined;
  /** How often a request is tried at most, if not as often as usual. */
  mostTries?: number | undefined;
  clock: Clock;
  /** The environment; it is searched for a proxy once. */
  proxy: ProxyVariables;
  /** Has more certificates to trust than those that Node trusts. */
  trust?: SecureContext | undefined;
  /** The files of more certificates to trust; asked where a certificate is not trusted. */
  extraCerts?(): ExtraCerts[];
  userAgent: string;
  /** An abort throws the signal's reason unchanged. */
  signal?: AbortSignal | undefined;
  onTrace?(event: TraceEvent): void;
  /** Gets news for a waiting person, such as "trying again in 2 s". */
  onNotice?(text: string): void;
  /** Each time a change begins to be sent. */
  onChange?: (() => void) | undefined;
  /** Gets what holds only as long as the service is silent, and undefined when that is over. */
  onWaiting?(line: Line | undefined): void;
  /** Gets each time for which a busy service lets this command wait. */
  onRest?(ms: number): void;
  /** The time after which a silent read is told, as long as the service has not answered yet. All other silences: 15 s. */
  firstNoticeMs?: number | undefined;
  /** What `onWaiting` gets is drawn over what it got before, so it may come each second. */
  isWaitingDrawn?: boolean;
  /** Gives numbers from 0 to 1, for the jitter of retries. */
  random?(): number;
}

export interface RawAnswer {
  answer: Answer;
  /** The error that `send` would throw; absent for a 2xx. */
  refusal?: ReconError;
}

/** Of the tries after the first one only the first was told as it began. */
const triedOften = (error: ReconError, tries: number): ReconError =>
  tries === 1 ? error : error.with({ details: [...error.details, `tried ${tries} times`] });

/** Sends requests to one service. It handles tries, times and failures and knows nothing of patients. */
export type Transport = ReturnType<typeof createTransport>;

export function createTransport(options: TransportOptions) {
  const { timeoutMs, mostTries = MAX_TRIES, clock, userAgent, tokenPlace, random = Math.random } = options;
  const { onNotice = () => {}, onTrace = () => {}, onWaiting = () => {}, onRest = () => {} } = options;
  const base = checkedBaseUrl(options.baseUrl);
  const agents = createAgents(base, options.proxy, { timeoutMs, trust: options.trust });
  const closing = new AbortController();
  const signal = options.signal === undefined ? closing.signal : AbortSignal.any([options.signal, closing.signal]);
  // Each running request adds a listener; without this Node would warn of a leak.
  setMaxListeners(0, signal);
  const tokenAfter = async (refused?: string) => {
    const token = await options.token?.(refused);
    return token === undefined ? undefined : checkedToken(token);
  };
  let failuresInARow = 0;
  let hasAnswered = false;
  const doubt = { isTold: false };
  let isWaitingTold = false;
  const tellWaiting = (line: Line) => {
    isWaitingTold = true;
    onWaiting(line);
  };
  const endWaiting = () => {
    if (isWaitingTold) onWaiting(undefined);
    isWaitingTold = false;
  };
  const isDrawn = options.isWaitingDrawn ?? false;
  const rest = busyRest({ clock, signal, isDrawn, onNotice, onWaiting: tellWaiting, onRest });
  /** Of a kind that may pass. `given up`: an operation has ended by it. */
  let trouble: 'none' | 'told' | 'given up' = 'none';
  /** The service wants no request before this time. */
  let restUntil = 0;

  const perform = async <T>(operation: Operation, answerKind: AnswerKind, use: Use<T>): Promise<Tried<T>> => {
    try {
      return await tryOften(operation, answerKind, use);
    } finally {
      endWaiting();
    }
  };

  /** Tries an operation as often as the policy allows. */
  const tryOften = async <T>(operation: Operation, answerKind: AnswerKind, use: Use<T>): Promise<Tried<T>> => {
    const deadline = clock.monotonic() + limitsOf(operation, answerKind, timeoutMs).wholeMs;
    for (let attempt = 1; ; attempt += 1) {
      const restMs = restUntil - clock.monotonic();
      if (restMs > 0) await clock.sleep(restMs, signal);
      const tried = await tryOnce({ operation, answerKind, use, attempt, deadline });
      failuresInARow = 'value' in tried ? 0 : failuresInARow + 1;
      if ('value' in tried) {
        if (trouble === 'given up') onNotice('the service answers again');
        trouble = 'none';
        return tried;
      }
      const { failure } = tried;
      const leftMs = deadline - clock.monotonic();
      const { kind } = operation;
      const decision = decide({ kind, failure, attempt, failuresInARow, leftMs, random: random(), mostTries });
      if (decision.act !== 'retry') {
        if (failure.retry) trouble = 'given up';
        return {
          ...tried,
          failure: { ...failure, error: failure.retry ? triedOften(decision.error, attempt) : decision.error },
        };
      }
      const { code, message } = failure.error;
      if (code === 'rate_limited') restUntil = clock.monotonic() + decision.delayMs;
      if (isBusy(failure.error)) {
        await rest(decision.delayMs, message);
        continue;
      }
      // A long wait asks again and again: what is wrong is told once, but a long pause each time.
      if (trouble === 'none' || decision.delayMs >= LONG_PAUSE_MS)
        onNotice(`${message}; trying again ${pauseText(decision.delayMs)} (${attempt + 1} of ${mostTries})`);
      if (trouble === 'none') trouble = 'told';
      await clock.sleep(decision.delayMs, signal);
    }
  };

  /** One try; a second one where the service refuses the token and there is another. */
  const tryOnce = async <T>(round: Round<T>): Promise<Tried<T>> => {
    const token = await tokenAfter();
    const tried = await tryWith(token, round);
    if ('value' in tried || tried.answer?.status !== 401) return tried;
    const next = await tokenAfter(token);
    return next === token ? tried : await tryWith(next, round);
  };

  const tryWith = async <T>(
    token: string | undefined,
    { operation, answerKind, use, attempt: number, deadline }: Round<T>,
  ): Promise<Tried<T>> => {
    const url = requestUrl(base, operation.path, operation.query);
    const accept = answerKind === 'download' ? '*/*' : 'application/json';
    const headers = requestHeaders({ own: operation.headers, token, userAgent, accept });
    const limits = limitsOf(operation, answerKind, timeoutMs);
    const startedAt = clock.monotonic();
    const trace = (step: TraceEvent['step'], facts: Partial<TraceEvent>) => {
      const elapsedMs = Math.round(clock.monotonic() - startedAt);
      onTrace({ step, method: operation.method, path: tracePath(url), attempt: number, elapsedMs, ...facts });
    };
    const { kind } = operation;
    const waiting = waitingOf({
      kind,
      firstMs: hasAnswered || kind !== 'read' ? undefined : options.firstNoticeMs,
      isDrawn,
      number,
      tries: mostTries,
      silenceMs: limits.silenceMs,
      doubt,
    });
    const parts = {
      url,
      operation,
      headers,
      agents,
      limits,
      deadline,
      clock,
      signal,
      tokenPlace,
      extraCerts: options.extraCerts,
      waiting,
      onWaiting: tellWaiting,
      onChange: options.onChange,
    };
    const attempt = startAttempt(parts);
    try {
      const note = agents.proxy && `through ${proxyName(agents.proxy)}`;
      trace('request', { headers: traceHeaders(headers, token), ...(note && { note }) });
      const opened = await attempt.respond();
      hasAnswered = true;
      doubt.isTold = false;
      endWaiting();
      trace('answer', { status: opened.status, headers: traceHeaders(opened.headers, token) });
      return await use(opened, attempt, token);
    } catch (thrown) {
      attempt.end();
      if (signal.aborted) throw interruption(signal.reason, attempt);
      const failure = attempt.failureOf(thrown);
      trace('failure', { note: failureNote(failure.error) });
      return { failure };
    }
  };

  const read = readAnswer(clock);
  const open = openAnswer(clock);
  return {
    /** The base URL without secrets. */
    baseUrl: base.href,
    /** A 2xx answer. @throws ReconError for everything else */
    send: async (operation: Operation): Promise<Answer> => valueOrThrow(await perform(operation, 'answer', read)),
    /** A 2xx answer whose body is still to be read. Reads only. */
    open: async (operation: Operation): Promise<OpenedAnswer> =>
      valueOrThrow(await perform(operation, 'download', open)),
    /**
     * Any answer, whatever its status.
     * @throws ReconError if there is no answer
     */
    raw: async (operation: Operation): Promise<RawAnswer> => {
      const tried = await perform(operation, 'answer', read);
      if ('value' in tried) return { answer: tried.value };
      if (tried.answer === undefined) throw tried.failure.error;
      return { answer: tried.answer, refusal: tried.failure.error };
    },
    /** The certificate of the service; undefined without TLS, and through a proxy. */
    certificate: async (): Promise<ServiceCertificate | undefined> => {
      if (base.protocol !== 'https:' || agents.proxy !== undefined) return undefined;
      return await (await import('./certificate.ts')).serviceCertificate(base, options.trust);
    },
    /** Ends running requests silently and without another try. */
    close: async () => {
      closing.abort(new ReconError('interrupted', 'the connection to the service was closed'));
      await agents.close();
    },
  };
}

interface Round<T> {
  operation: Operation;
  answerKind: AnswerKind;
  use: Use<T>;
  /** 1 for the first. */
  attempt: number;
  /** Of all tries together, monotonic. */
  deadline: number;
}

/** The error for Ctrl-C. A change that had been sent by then may still be made. */
function interruption(reason: unknown, attempt: Attempt): unknown {
  if (attempt.kind === 'read' || !attempt.mayBeApplied() || !(reason instanceof ReconError)) return reason;
  return stoppedAfterSending(reason);
}

function valueOrThrow<T>(tried: Tried<T>): T {
  if ('value' in tried) return tried.value;
  throw tried.failure.error;
}
