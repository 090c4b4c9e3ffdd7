import type { SecureContext } from 'node:tls';
import { setFlagsFromString } from 'node:v8';
import { systemClock } from '../clock.ts';
import type { Environment } from '../config/paths.ts';
import type { Setting } from '../config/settings.ts';
import { type Client, createClient } from '../core/client.ts';
import type { Advice } from '../errors.ts';
import type { TraceEvent } from '../http/operation.ts';
import { createTransport, type Transport } from '../http/transport.ts';
import { extraCerts } from '../system/extra-certs.ts';
import type { LiveLine } from './io/live-line.ts';
import type { Streams } from './io/streams.ts';

export { notingNames } from './note-names.ts';

/** A person who sees nothing for longer believes that the command hangs. */
const FIRST_NOTICE_MS = 3000;

export interface WayParts {
  streams: Streams;
  /** Tells that the service is silent. */
  liveLine(): Promise<LiveLine>;
  /** Each time for which a busy service lets the command wait. */
  onRest(ms: number): void;
  /** Each time a change begins to be sent. */
  onChange(): void;
  /** Whether a live line is drawn over. */
  redraws: boolean;
  environment: Environment;
  signal: AbortSignal;
  /** Of this program, for `User-Agent`. */
  version: string;
  /** Tell each request and answer. */
  debug: boolean;
  timeoutMs: number | undefined;
  /** How often a request is tried, if not as often as usual. */
  mostTries?: number | undefined;
  /** The setting, to be named where a certificate is not trusted. */
  caFile: Setting<string> | undefined;
  /** Has its certificates beside those that Node trusts. */
  trust: SecureContext | undefined;
}

export interface ClientParts extends WayParts {
  baseUrl: string;
  /** `refused` is one to which the service has answered 401. */
  token(refused?: string): Promise<string>;
  /** Where it stands, if a login would not replace it there; or what makes another one there. */
  tokenPlace: string | Advice | undefined;
}

/** A client of one service. Everything that a request needs is loaded with this file, as one chunk. */
export function connect(parts: ClientParts): Client {
  return createClient(transportTo(parts.baseUrl, parts, parts));
}

/** Requests that carry no token: to issuers, and to a service before anybody has logged in. */
export function connectWithoutToken(way: WayParts) {
  const made = new Map<string, Transport>();
  return {
    to: (baseUrl: string): Transport => {
      const transport = made.get(baseUrl) ?? transportTo(baseUrl, way);
      made.set(baseUrl, transport);
      return transport;
    },
    close: async () => {
      await Promise.all([...made.values()].map((one) => one.close()));
    },
  };
}

function transportTo(
  baseUrl: string,
  way: WayParts,
  { token, tokenPlace }: Partial<Pick<ClientParts, 'token' | 'tokenPlace'>> = {},
): Transport {
  const {
    streams,
    liveLine,
    onRest,
    onChange,
    redraws,
    environment,
    signal,
    version,
    debug,
    timeoutMs,
    mostTries,
    caFile,
    trust,
  } = way;
  shortenExit();
  return createTransport({
    baseUrl,
    ...(token && { token, tokenPlace }),
    timeoutMs,
    ...(mostTries !== undefined && { mostTries }),
    clock: systemClock,
    proxy: environment,
    trust,
    extraCerts: () => extraCerts(environment, caFile),
    userAgent: `recon/${version}`,
    signal,
    ...(debug && { onTrace: (event: TraceEvent) => traceLines(event).forEach(streams.say) }),
    onNotice: (text) => streams.say(text),
    onWaiting: (line) => void liveLine().then((live) => live.silence(line)),
    onRest,
    onChange,
    isWaitingDrawn: redraws,
    ...(streams.stderrIsTty() && { firstNoticeMs: FIRST_NOTICE_MS }),
  });
}

/**
 * On Node before 22 a process that made a request idles about 100 ms at its end, compiling code
 * nobody will run; without the optimising WebAssembly compiler it does not.
 */
function shortenExit(): void {
  if (Number.parseInt(process.versions.node, 10) < 22) setFlagsFromString('--liftoff-only');
}

/** The lines of `--debug` for an event: one, and one for each header. An event holds no token, query value or body. */
function traceLines(event: TraceEvent): string[] {
  const { step, method, path, attempt, status, elapsedMs, headers, note } = event;
  const parts = [
    `debug: ${step} ${method} ${path}`,
    attempt > 1 ? `attempt ${attempt}` : undefined,
    status === undefined ? undefined : `status ${status}`,
    elapsedMs === undefined ? undefined : `${Math.round(elapsedMs)} ms`,
    note,
  ];
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `debug:   ${name}: ${value}`);
  return [parts.filter((part) => part !== undefined).join(', '), ...lines];
}
