import { request as askPlainly } from 'node:http';
import { request as askSecurely, type RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import type { SecureContext } from 'node:tls';
import type { WebProxy } from './proxy.ts';
import { TunnelError } from './tunnel-error.ts';
import { type Connector, createConnector } from './undici.ts';
import { SilenceError } from './watchdog.ts';

/**
 * Opens connections to a service through a proxy. TLS begins behind the tunnel, so the proxy learns only the name of
 * the host. Tunnel and TLS together may take `limitMs`; `closing` ends the ones in progress.
 */
export function connectThrough(
  proxy: WebProxy,
  { limitMs, trust }: { limitMs: number; trust: SecureContext | undefined },
  closing: AbortSignal,
): Connector {
  const trusting = { rejectUnauthorized: true, ...(trust && { secureContext: trust }) };
  const connectSecurely = createConnector({ timeout: 0, ...trusting });
  return (options, callback) => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new SilenceError('silence', limitMs)), limitMs);
    const end = (error: Error | null, socket?: Socket | null) => {
      clearTimeout(timer);
      if (socket) callback(null, socket);
      else callback(late.signal.aborted ? late.signal.reason : error, null);
    };
    const over = AbortSignal.any([closing, late.signal]);
    openTunnel(proxy, `${options.host}${options.port ? '' : ':443'}`, { ...trusting, signal: over }).then(
      (tunnel) => connectSecurely({ ...options, httpSocket: addAbortSignal(over, tunnel) }, end),
      end,
    );
  };
}

/** `target` is host and port. @throws TunnelError */
function openTunnel({ url, authorization }: WebProxy, target: string, options: RequestOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const ask = url.protocol === 'https:' ? askSecurely : askPlainly;
    const asked = ask(url, {
      method: 'CONNECT',
      path: target,
      headers: {
        host: target,
        // Node would send `close`, and some proxies would close the tunnel.
        connection: 'keep-alive',
        ...(authorization !== undefined && { 'proxy-authorization': authorization }),
      },
      agent: false,
      // Node would take the name of `host` above, and the certificate is that of the proxy.
      servername: /^[\d.]+$|:/.test(url.hostname) ? '' : url.hostname,
      ...options,
    });
    asked.on('error', (cause) => reject(new TunnelError({ cause })));
    asked.once('connect', ({ statusCode = 0, headers }, socket) => {
      if (statusCode >= 200 && statusCode < 300) return resolve(socket as Socket);
      socket.on('error', () => {});
      socket.destroy();
      reject(new TunnelError({ status: statusCode, wants: headers['proxy-authenticate'] }));
    });
    asked.end();
  });
}
