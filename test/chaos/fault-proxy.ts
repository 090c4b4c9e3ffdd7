import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { rawRequest } from '../support/raw-request.ts';
import { headOf, openPort, type Port, readRequests, type WireRequest } from './scripted-server.ts';

/** What the service answered, or would have, to the request that a fault strikes. */
export interface WireAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** What becomes of a struck request: whether and when the service gets it, and what the client gets instead of its answer. */
export interface Strike {
  /** Before the request is whole: it never arrives. */
  atHead?: (socket: Socket, request: WireRequest) => void;
  course: 'applied' | 'lost' | 'late';
  lateMs?: number;
  /** Before it is handed to the service, with the client waiting. */
  holdMs?: number;
  /** Stands for the answer where there is none. */
  believable: WireAnswer;
  reply(socket: Socket, answer: WireAnswer): void;
}

export interface ProxyOptions {
  serviceUrl: string;
  /** A service that does not know `Idempotency-Key`. */
  withoutKeys: boolean;
  /** Runs it when there is room: the service takes a few uploads at once and answers 503 to more. */
  inTurn<T>(upload: () => Promise<T>): Promise<T>;
  /** The fault that strikes this request, if one does. */
  strike(request: WireRequest): Strike | undefined;
  /** True: the connection has been dealt with. */
  onAccept?: (socket: Socket, number: number) => boolean;
}

export interface FaultProxy extends Port {
  /**
   * How long the service was at work on a request after its client had been left without an answer, and on any request
   * from its last byte, at most. A client can only be held to what it promises where its quiet period outlasts that.
   */
  latestMs(): number;
  slowestMs(): number;
  /** Every request that was read whole or in part, and whether a fault struck it. */
  seen: { method: string; path: string; struck: boolean }[];
  /** Resolves when nothing is on its way to the service any more. */
  settled(): Promise<void>;
}

const KEY_HEADERS = ['idempotency-key', 'recon-idempotency'];
/** Of one connection; the proxy sets its own. */
const HOP_HEADERS = ['connection', 'keep-alive', 'host', 'transfer-encoding', 'content-length'];

/** Stands between a client and the real service, and does to single requests what networks do. */
export async function openFaultProxy(options: ProxyOptions): Promise<FaultProxy> {
  const underWay = new Set<Promise<unknown>>();
  let latestMs = 0;
  let slowestMs = 0;
  const seen: FaultProxy['seen'] = [];

  const forward = (request: WireRequest, body: Buffer): Promise<WireAnswer> => {
    const { method, path } = request;
    const headers = without(request.headers, options.withoutKeys ? [...HOP_HEADERS, ...KEY_HEADERS] : HOP_HEADERS);
    if (request.bodyBytes > 0) headers['content-length'] = String(request.bodyBytes);
    const send = () => rawRequest(options.serviceUrl, { method, path, headers, body });
    const beganAt = performance.now();
    const asked = (request.bodyBytes > 0 ? options.inTurn(send) : send()).then((answer) => {
      slowestMs = Math.max(slowestMs, performance.now() - beganAt);
      return answerOf(answer, options.withoutKeys);
    });
    const ended = asked.catch(() => {}).finally(() => underWay.delete(ended));
    underWay.add(ended);
    return asked;
  };

  const port = await openPort((socket, number) => {
    if (options.onAccept?.(socket, number) === true) return;
    let strike: Strike | undefined;
    readRequests(socket, {
      onHead(request) {
        strike = options.strike(request);
        seen.push({ method: request.method, path: request.path, struck: strike !== undefined });
        strike?.atHead?.(socket, request);
        return strike?.atHead !== undefined;
      },
      onWhole(request, body) {
        if (strike === undefined) {
          forward(request, body).then(
            (answer) => write(socket, wholeAnswer(answer)),
            () => socket.resetAndDestroy(),
          );
          return;
        }
        const { course, believable, reply, lateMs = 0, holdMs = 0 } = strike;
        if (course === 'applied') {
          const pass = () => forward(request, body).then((answer) => reply(socket, answer));
          underWay.add(after(holdMs, pass, underWay));
        } else reply(socket, believable);
        if (course === 'late') {
          const repliedAt = performance.now();
          const arrive = async () => {
            await forward(request, body);
            latestMs = Math.max(latestMs, performance.now() - repliedAt);
          };
          underWay.add(after(lateMs, arrive, underWay));
        }
      },
    });
  });
  return {
    ...port,
    seen,
    latestMs: () => latestMs,
    slowestMs: () => slowestMs,
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

function after(ms: number, act: () => Promise<unknown>, among: Set<Promise<unknown>>): Promise<unknown> {
  const ended: Promise<unknown> = sleep(ms)
    .then(act)
    .catch(() => {})
    .finally(() => among.delete(ended));
  return ended;
}

/** A client that has hung up is told nothing. */
export function write(socket: Socket, bytes: string | Uint8Array): void {
  if (!socket.destroyed && socket.writable) socket.write(bytes);
}

export function wholeAnswer({ status, headers, body }: WireAnswer): Buffer {
  return Buffer.concat([Buffer.from(headOf(status, { ...headers, 'content-length': body.length })), body]);
}

function answerOf(
  { status, rawHeaders, body }: { status: number; rawHeaders: string[]; body: Buffer },
  withoutKeys: boolean,
): WireAnswer {
  const headers: Record<string, string> = {};
  for (let at = 0; at < rawHeaders.length; at += 2) headers[rawHeaders[at]!.toLowerCase()] = rawHeaders[at + 1]!;
  return { status, body, headers: without(headers, withoutKeys ? [...HOP_HEADERS, ...KEY_HEADERS] : HOP_HEADERS) };
}

const without = (headers: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
