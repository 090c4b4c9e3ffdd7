import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toolPath } from '../support/require-tool.ts';
import type { FaultProxy } from './fault-proxy.ts';
import { openPort, openTlsPort, type Port } from './scripted-server.ts';

/** What happens to whole connections: no request of the run gets through whole, or only later ones do. */
export interface ConnectionFault {
  name: string;
  /** True: this connection is dealt with. */
  onAccept?: (socket: Socket, number: number) => boolean;
  /** Where the client goes; the proxy itself where it is not given. */
  baseUrl?: (proxy: FaultProxy, world: ConnectionWorld) => string | Promise<string>;
  /** The change is surely not made and never even sent: this exit and no other. */
  exit?: number;
  /** Takes the better part of a minute. */
  isSlow?: boolean;
}

export interface ConnectionWorld {
  tls: Port;
  /** Resets every connection at once. */
  hostile: Port;
}

const overTls = (url: string) => url.replace('http:', 'https:');

export const CONNECTION_FAULTS: readonly ConnectionFault[] = [
  {
    name: 'nobody listens',
    exit: 6,
    baseUrl: async (proxy) => {
      await proxy.shut();
      return proxy.url;
    },
  },
  {
    name: 'nobody listens for 400 ms',
    baseUrl: async (proxy) => {
      await proxy.shut();
      setTimeout(() => void proxy.reopen(), 400);
      return proxy.url;
    },
  },
  {
    name: 'first connection reset',
    onAccept: (socket, number) => number === 1 && ended(() => socket.resetAndDestroy()),
  },
  {
    name: 'second connection reset',
    onAccept: (socket, number) => number === 2 && ended(() => socket.resetAndDestroy()),
  },
  { name: 'first connection closed', onAccept: (socket, number) => number === 1 && ended(() => socket.end()) },
  { name: 'every connection reset', onAccept: (socket) => ended(() => socket.resetAndDestroy()) },
  { name: 'every connection closed', onAccept: (socket) => ended(() => socket.end()) },
  { name: 'connections that nobody reads', onAccept: (socket) => ended(() => socket.pause()) },
  { name: 'a name that nobody knows', exit: 6, baseUrl: () => 'https://nope.invalid' },
  {
    name: 'TLS asked of a port without',
    exit: 6,
    onAccept: (socket) => ended(() => socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n')),
    baseUrl: (proxy) => overTls(proxy.url),
  },
  // Four times the ten seconds that a connection may take.
  { name: 'TLS that hangs in the handshake', isSlow: true, exit: 6, baseUrl: (proxy) => overTls(proxy.url) },
  { name: 'TLS cut in the handshake', exit: 6, baseUrl: (_proxy, { hostile }) => overTls(hostile.url) },
  { name: 'a certificate that nobody signed', exit: 6, baseUrl: (_proxy, { tls }) => overTls(tls.url) },
  { name: 'plain text sent to TLS', baseUrl: (_proxy, { tls }) => tls.url },
];

function ended(act: () => unknown): true {
  act();
  return true;
}

/** Hosts that are not the service; needs openssl for a certificate. */
export async function openConnectionWorld(): Promise<ConnectionWorld & { close(): Promise<void> }> {
  const tls = await openTlsPort(selfSigned(), (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'));
  const hostile = await openPort((socket) => socket.resetAndDestroy());
  return {
    tls,
    hostile,
    async close() {
      await tls.close();
      await hostile.close();
    },
  };
}

function selfSigned(): { key: string; cert: string } {
  const folder = mkdtempSync(join(tmpdir(), 'recon-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  execFileSync(toolPath('openssl')!, [...request, '-subj', '/CN=localhost', '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  });
  const identity = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  return identity;
}
