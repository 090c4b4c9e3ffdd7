import type { Clock } from '../clock.ts';
import { ReconError } from '../errors.ts';
import type { Agents } from './agents.ts';
import { type Attempt, type Response, startAttempt } from './attempt.ts';
import { requestUrl } from './base-url.ts';
import type { Failure } from './failure.ts';
import { type AnswerKind, limitsOf } from './limits.ts';
import type { Answer, Operation, TraceEvent } from './operation.ts';
import { requestHeaders } from './request-headers.ts';
import { decide, MAX_TRIES } from './retry-policy.ts';
import { checkedToken } from './token.ts';
import { traceHeaders, tracePath } from './trace.ts';

/** The result of a try: a value, or a failure with its answer, if there was one. */
export type Tried<T> = { value: T } | { failure: Failure; answer?: Answer };

/** Turns the head of an answer into the wanted value. It must end the attempt unless it throws. */
export type Use<T> = (response: Response, attempt: Attempt, token: string) => Promise<Tried<T>>;

export interface Performance {
  base: URL;
  agents: Agents;
  token(): Promise<string>;
  timeoutMs: number | undefined;
  clock: Clock;
  userAgent: string;
  signal: AbortSignal;
  random(): number;
  onNotice(text: string): void;
  onTrace(event: TraceEvent): void;
}

/**
 * Returns a function that tries an operation as often as the policy allows. All operations of one service must share
 * it.
 */
export function createPerformer(world: Performance) {
  const { clock, signal } = world;
  /** Failures of the service in a row, and the time before which it wants no request. */
  const service = { failuresInARow: 0, restUntil: 0 };

  return async function perform<T>(operation: Operation, answerKind: AnswerKind, use: Use<T>): Promise<Tried<T>> {
    const deadline = clock.monotonic() + limitsOf(operation, answerKind, world.timeoutMs).wholeMs;
    for (let attempt = 1; ; attempt += 1) {
      const restMs = service.restUntil - clock.monotonic();
      if (restMs > 0) await clock.sleep(restMs, signal);
      const tried = await tryOnce(world, { operation, answerKind, use, attempt, deadline });
      service.failuresInARow = 'value' in tried ? 0 : service.failuresInARow + 1;
      if ('value' in tried) return tried;
      const decision = decide({
        kind: operation.kind,
        failure: tried.failure,
        attempt,
        failuresInARow: service.failuresInARow,
        leftMs: deadline - clock.monotonic(),
        random: world.random(),
      });
      if (decision.act !== 'retry') return { ...tried, failure: { ...tried.failure, error: decision.error } };
      const { code, message } = tried.failure.error;
      if (code === 'rate_limited') service.restUntil = clock.monotonic() + decision.delayMs;
      const pause = `${(decision.delayMs / 1000).toFixed(1)} s`;
      world.onNotice(`${message}; trying again in ${pause} (${attempt + 1} of ${MAX_TRIES})`);
      await clock.sleep(decision.delayMs, signal);
    }
  };
}

interface Try<T> {
  operation: Operation;
  answerKind: AnswerKind;
  use: Use<T>;
  attempt: number;
  /** A time of the monotonic clock. */
  deadline: number;
}

async function tryOnce<T>(world: Performance, { operation, answerKind, use, ...round }: Try<T>): Promise<Tried<T>> {
  const { clock, signal, agents } = world;
  const url = requestUrl(world.base, operation.path, operation.query);
  const token = checkedToken(await world.token());
  const accept = answerKind === 'download' ? '*/*' : 'application/json';
  const headers = requestHeaders({ own: operation.headers, token, userAgent: world.userAgent, accept });
  const limits = limitsOf(operation, answerKind, world.timeoutMs);
  const trace = tracer(world, { method: operation.method, path: tracePath(url), attempt: round.attempt });
  const attempt = startAttempt({
    url,
    operation,
    headers,
    dispatcher: await agents.forKind(operation.kind),
    proxy: agents.proxy,
    limits: { ...limits, wholeMs: round.deadline - clock.monotonic() },
    clock,
    signal,
    onNotice: world.onNotice,
  });
  try {
    trace('request', { headers: traceHeaders(headers, token) });
    const response = await attempt.respond();
    trace('answer', { status: response.status, headers: traceHeaders(response.headers, token) });
    return await use(response, attempt, token);
  } catch (thrown) {
    attempt.end();
    if (signal.aborted) throw interruption(signal.reason, attempt);
    const failure = attempt.failureOf(thrown);
    trace('failure', { note: failure.error.message });
    return { failure };
  }
}

function tracer({ clock, onTrace }: Performance, about: Pick<TraceEvent, 'method' | 'path' | 'attempt'>) {
  const startedAt = clock.monotonic();
  return (step: TraceEvent['step'], facts: Partial<TraceEvent>) =>
    onTrace({ step, ...about, elapsedMs: Math.round(clock.monotonic() - startedAt), ...facts });
}

/** The error for Ctrl-C. A change that had been sent by then may still be made. */
function interruption(reason: unknown, attempt: Attempt): unknown {
  if (attempt.kind === 'read' || !attempt.mayBeApplied() || !(reason instanceof ReconError)) return reason;
  const details = [...reason.details, 'the request had been sent by then: the change may still be made'];
  return reason.with({ details, mayBeApplied: true });
}
