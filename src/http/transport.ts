import { setMaxListeners } from 'node:events';
import type { Clock } from '../clock.ts';
import { ReconError } from '../errors.ts';
import { createAgents } from './agents.ts';
import { checkedBaseUrl } from './base-url.ts';
import type { Answer, Operation, TraceEvent } from './operation.ts';
import { createPerformer, type Tried } from './perform.ts';
import type { ProxyVariables } from './proxy.ts';
import { type OpenedAnswer, openAnswer, readAnswer } from './read-answer.ts';

export type { Answer, FormPart, Operation, TraceEvent } from './operation.ts';

export interface TransportOptions {
  /** The base URL; it may have a path prefix. `https:`, or `http:` to this machine. */
  baseUrl: string;
  /** Called before every try; the token goes into the Authorization header and nowhere else. */
  token(): Promise<string>;
  /** The silence allowed per request, if a person set it; else the usual limits apply. */
  timeoutMs?: number | undefined;
  clock: Clock;
  /** The environment; it is searched for a proxy once. */
  proxy: ProxyVariables;
  userAgent: string;
  /** An abort throws the signal's reason unchanged. */
  signal?: AbortSignal | undefined;
  onTrace?: ((event: TraceEvent) => void) | undefined;
  /** Gets news for a waiting person, such as "trying again in 2 s". */
  onNotice?: ((text: string) => void) | undefined;
  /** Gives numbers from 0 to 1, for the jitter of retries. */
  random?: (() => number) | undefined;
}

export interface RawAnswer {
  answer: Answer;
  /** The error that `send` would throw; absent for a 2xx. */
  refusal?: ReconError;
}

/** Sends requests to one service. It handles tries, times and failures and knows nothing of patients. */
export interface Transport {
  /** The base URL without secrets. */
  baseUrl: string;
  /** A 2xx answer. @throws ReconError for everything else */
  send(operation: Operation): Promise<Answer>;
  /** A 2xx answer whose body is still to be read. Reads only. */
  open(operation: Operation): Promise<OpenedAnswer>;
  /**
   * Any answer, whatever its status.
   * @throws ReconError if there is no answer
   */
  raw(operation: Operation): Promise<RawAnswer>;
  /** Ends running requests silently and without another try. */
  close(): Promise<void>;
}

export function createTransport(options: TransportOptions): Transport {
  const base = checkedBaseUrl(options.baseUrl);
  const agents = createAgents(base, options.proxy, options.timeoutMs);
  const closing = new AbortController();
  const signal = options.signal === undefined ? closing.signal : AbortSignal.any([options.signal, closing.signal]);
  // Each running request adds a listener; without this Node would warn of a leak.
  setMaxListeners(0, signal);
  const perform = createPerformer({
    base,
    agents,
    token: options.token,
    timeoutMs: options.timeoutMs,
    clock: options.clock,
    userAgent: options.userAgent,
    signal,
    random: options.random ?? Math.random,
    onNotice: options.onNotice ?? (() => {}),
    onTrace: options.onTrace ?? (() => {}),
  });
  const read = readAnswer(options.clock);
  const open = openAnswer(options.clock);
  return {
    baseUrl: base.href,
    send: async (operation) => valueOrThrow(await perform(operation, 'answer', read)),
    open: async (operation) => valueOrThrow(await perform(operation, 'download', open)),
    async raw(operation) {
      const tried = await perform(operation, 'answer', read);
      if ('value' in tried) return { answer: tried.value };
      if (tried.answer === undefined) throw tried.failure.error;
      return { answer: tried.answer, refusal: tried.failure.error };
    },
    async close() {
      closing.abort(new ReconError('interrupted', 'the connection to the service was closed'));
      await agents.close();
    },
  };
}

function valueOrThrow<T>(tried: Tried<T>): T {
  if ('value' in tried) return tried.value;
  throw tried.failure.error;
}
