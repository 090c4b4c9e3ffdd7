import { request as forward } from 'node:http';
import { openServer } from '../support/open-server.ts';

export interface SlowProxyOptions {
  targetUrl: string;
  /** Before a request is passed on whole, and again before its answer is. */
  delayMs: number;
  /** A service that knows no `Idempotency-Key`. */
  withoutKeys: boolean;
  /** Whoever sends such a change gets neither an answer nor what he asked for. */
  losesChange?: (body: Buffer) => boolean;
}

/** Makes a service slow, so that a signal meets a request on its way and an answer on its way back. */
export async function openSlowProxy({ targetUrl, delayMs, withoutKeys, losesChange }: SlowProxyOptions) {
  const pause = () => new Promise((resolve) => setTimeout(resolve, delayMs));
  return await openServer(async (incoming, outgoing) => {
    const { host: _host, ...headers } = incoming.headers;
    if (withoutKeys) delete headers['idempotency-key'];
    const body = await incoming.toArray().catch(() => undefined);
    // Not whole: the client went away, and no service acts on a part.
    if (body === undefined || !incoming.complete) return;
    const whole = Buffer.concat(body);
    if (incoming.method !== 'GET' && losesChange?.(whole) === true) return void incoming.socket.destroy();
    await pause();
    const onward = forward(
      `${targetUrl}${incoming.url}`,
      { method: incoming.method ?? 'GET', headers },
      async (answer) => {
        await pause();
        const given = { ...answer.headers };
        if (withoutKeys) delete given['recon-idempotency'];
        outgoing.writeHead(answer.statusCode ?? 502, given);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    onward.end(whole);
  });
}
