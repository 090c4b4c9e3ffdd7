import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** What the network does from now on. */
export type Fault =
  | 'none'
  /** Connections stay and new ones are taken, but no byte comes through, also later on these connections. */
  | 'deaf'
  /** No byte comes through, and all of them when it is over: TCP sends again what a network lost. */
  | 'held'
  /** Connections break, and new ones are refused at once. */
  | 'cut'
  /** Each request is answered with 503, in the words of S3. */
  | 'busy';

export interface FaultyProxy {
  url: string;
  /** Connections that were opened. */
  connections(): number;
  set(fault: Fault): void;
  /** What it does now, of itself or as it was told. */
  fault(): Fault;
  /** Breaks each connection that has brought so many bytes back, for so many connections. */
  cutAfter(bytes: number, times: number): void;
  /** Goes deaf when so many bytes have passed upwards. */
  deafenAfter(bytes: number): void;
  /** Changes one byte of the next so many bodies that pass upwards. */
  spoilUploads(times: number): void;
  close(): Promise<void>;
}

const BUSY_XML = '<?xml version="1.0" encoding="UTF-8"?><Error><Code>SlowDown</Code><Message>Reduce</Message></Error>';
const BUSY = [
  'HTTP/1.1 503 Slow Down',
  'content-type: application/xml',
  `content-length: ${BUSY_XML.length}`,
  'connection: close',
  '',
  BUSY_XML,
].join('\r\n');

/** A TCP proxy on this machine whose faults a test turns on and off. */
export async function openFaultyProxy(toUrl: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(toUrl);
  const open = new Set<Socket>();
  let fault: Fault = 'none';
  let connections = 0;
  let cut = { afterBytes: 0, times: 0 };
  let toSpoil = 0;
  let upwardsLeft = Number.POSITIVE_INFINITY;

  const keep = (socket: Socket) => {
    open.add(socket);
    if (fault === 'held') socket.pause();
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
  };

  const server = createServer((client) => {
    connections += 1;
    keep(client);
    if (fault === 'cut') return void client.resetAndDestroy();
    const upstream = connect(Number(port), hostname);
    keep(upstream);
    let cameBack = 0;
    // A connection that has lost bytes never brings later ones.
    let isLost = false;
    const loses = () => {
      isLost ||= fault === 'deaf';
      return isLost;
    };
    client.on('data', (piece: Buffer) => {
      upwardsLeft -= piece.length;
      if (upwardsLeft <= 0) {
        fault = 'deaf';
        upwardsLeft = Number.POSITIVE_INFINITY;
      }
      if (loses()) return;
      if (fault === 'busy') return void client.end(BUSY);
      pass(spoiled(piece), client, upstream);
    });
    upstream.on('data', (piece: Buffer) => {
      if (loses()) return;
      cameBack += piece.length;
      if (cut.times > 0 && cameBack > cut.afterBytes) {
        cut.times -= 1;
        client.end(piece.subarray(0, Math.max(0, piece.length - (cameBack - cut.afterBytes))), () => client.destroy());
        upstream.destroy();
        return;
      }
      pass(piece, upstream, client);
    });
    upstream.on('close', () => !loses() && client.destroy());
    client.on('close', () => upstream.destroy());
  });

  /** As fast as the other side takes it. */
  function pass(piece: Buffer, from: Socket, to: Socket): void {
    if (to.write(piece)) return;
    from.pause();
    to.once('drain', () => fault !== 'held' && from.resume());
  }

  /** The second piece of a connection and later ones hold no headers, where a body is large. */
  function spoiled(piece: Buffer): Buffer {
    if (toSpoil === 0 || piece.includes('HTTP/1.1\r\n')) return piece;
    toSpoil -= 1;
    const other = Buffer.from(piece);
    other[other.length - 1]! ^= 1;
    return other;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    fault: () => fault,
    set(next) {
      const before = fault;
      fault = next;
      if (next === 'cut') for (const socket of open) socket.resetAndDestroy();
      if (next === 'held') for (const socket of open) socket.pause();
      if (before === 'held' && next !== 'held') for (const socket of open) socket.resume();
    },
    cutAfter(afterBytes, times) {
      cut = { afterBytes, times };
    },
    deafenAfter(bytes) {
      upwardsLeft = bytes;
    },
    spoilUploads(times) {
      toSpoil = times;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
