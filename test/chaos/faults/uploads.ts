import type { Socket } from 'node:net';
import { write } from '../fault-proxy.ts';
import type { Fault } from '../faults.ts';
import { headOf } from '../scripted-server.ts';

/** For a request without a body the head is all: it strikes as a lost request. */
const atHead = (name: string, strike: (socket: Socket) => void, refusedWith?: number): Fault => ({
  name,
  atHead: strike,
  reply: strike,
  ...(refusedWith !== undefined && { saysRefused: { once: refusedWith, always: refusedWith } }),
});

const answering = (status: number) => (socket: Socket) => {
  write(socket, `${headOf(status, { 'content-type': 'application/json', 'content-length': 2 })}{}`);
  setTimeout(() => socket.resetAndDestroy(), 50);
};

function afterSome(socket: Socket, bytes: number, strike: () => void): void {
  let got = 0;
  socket.on('data', (piece: Buffer) => {
    got += piece.length;
    if (got < bytes) return;
    got = Number.NEGATIVE_INFINITY;
    strike();
  });
  // One that sends less is met all the same.
  setTimeout(() => got >= 0 && strike(), 200);
}

/** Faults before the last byte of the request: the service never has the whole of it. */
export const UPLOADS: readonly Fault[] = [
  atHead('reset at the head', (socket) => socket.resetAndDestroy()),
  atHead('closed at the head', (socket) => socket.destroy()),
  atHead('reset in the upload', (socket) => afterSome(socket, 3000, () => socket.resetAndDestroy())),
  atHead('closed in the upload', (socket) => afterSome(socket, 3000, () => socket.destroy())),
  atHead('413 in the upload', answering(413), 5),
  atHead('401 in the upload', answering(401), 4),
  atHead('429 in the upload', answering(429), 6),
  atHead('503 in the upload', answering(503)),
];
