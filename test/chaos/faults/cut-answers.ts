import type { Socket } from 'node:net';
import { wholeAnswer, write } from '../fault-proxy.ts';
import type { Fault } from '../faults.ts';
import { headOf } from '../scripted-server.ts';

/** Longer than the silence a run of the matrix allows. */
export const TOO_LONG_MS = 3500;

const JSON_TYPE = { 'content-type': 'application/json' };
const half = (body: Buffer) => body.subarray(0, Math.floor(body.length / 2));

/** Sends, then ends as an orderly close, or as a reset a moment later, so that what was sent is read first. */
function thenEnd(socket: Socket, bytes: Uint8Array | string): void {
  write(socket, bytes);
  socket.end();
}

function thenReset(socket: Socket, bytes: Uint8Array | string): void {
  write(socket, bytes);
  setTimeout(() => socket.resetAndDestroy(), 30);
}

function drip(socket: Socket, bytes: Buffer, everyMs: number, pieceBytes = 1): void {
  let at = 0;
  const timer = setInterval(() => {
    if (socket.destroyed || at >= bytes.length) return clearInterval(timer);
    write(socket, bytes.subarray(at, at + pieceBytes));
    at += pieceBytes;
  }, everyMs);
  socket.on('close', () => clearInterval(timer));
}

const chunk = (body: Buffer) =>
  Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')]);
const CHUNKED = headOf(200, { ...JSON_TYPE, 'transfer-encoding': 'chunked' });
const withHead = (head: string, body: Uint8Array) => Buffer.concat([Buffer.from(head), body]);

/** The answer is lost, or a part of it. */
export const CUT_ANSWERS: readonly Fault[] = [
  { name: 'reset instead of an answer', reply: (socket) => socket.resetAndDestroy() },
  { name: 'closed instead of an answer', reply: (socket) => socket.end() },
  { name: 'silence', reply: () => {} },
  { name: 'silence, then reset', reply: (socket) => setTimeout(() => socket.resetAndDestroy(), 400) },
  { name: 'status line cut', reply: (socket) => thenEnd(socket, 'HTTP/1.1 20') },
  { name: 'head cut by a close', reply: (socket) => thenEnd(socket, 'HTTP/1.1 200 OK\r\ncontent-type: appli') },
  { name: 'head cut by a reset', reply: (socket) => thenReset(socket, 'HTTP/1.1 200 OK\r\ncontent-type: appli') },
  { name: 'head that stops', reply: (socket) => write(socket, 'HTTP/1.1 200 OK\r\ncontent-type: appli') },
  {
    name: 'head without a body',
    reply: (socket) => thenEnd(socket, headOf(200, { ...JSON_TYPE, 'content-length': 400 })),
  },
  {
    name: 'body cut by a close',
    reply: (socket, { status, body }) =>
      thenEnd(socket, withHead(headOf(status, { ...JSON_TYPE, 'content-length': body.length }), half(body))),
  },
  {
    name: 'body cut by a reset',
    reply: (socket, { status, body }) =>
      thenReset(socket, withHead(headOf(status, { ...JSON_TYPE, 'content-length': body.length }), half(body))),
  },
  {
    name: 'body one byte short',
    reply: (socket, { status, body }) =>
      thenEnd(socket, withHead(headOf(status, { ...JSON_TYPE, 'content-length': body.length }), body.subarray(0, -1))),
  },
  {
    name: 'body that stops half-way',
    reply: (socket, { status, body }) =>
      write(socket, withHead(headOf(status, { ...JSON_TYPE, 'content-length': body.length }), half(body))),
  },
  {
    name: 'body of no length, cut',
    reply: (socket, { body }) => thenEnd(socket, withHead(headOf(200, JSON_TYPE), half(body))),
  },
  {
    name: 'chunked, cut in a chunk',
    reply: (socket, { body }) => thenEnd(socket, withHead(CHUNKED, chunk(body).subarray(0, -9))),
  },
  {
    name: 'chunked, the last chunk missing',
    reply: (socket, { body }) => thenEnd(socket, withHead(CHUNKED, chunk(body))),
  },
  {
    name: 'chunked, cut by a reset',
    reply: (socket, { body }) => thenReset(socket, withHead(CHUNKED, chunk(half(body)))),
  },
  { name: 'head, a byte now and then', reply: (socket, answer) => drip(socket, wholeAnswer(answer), 300) },
  {
    name: 'body, a byte in a long while',
    reply: (socket, { status, body }) => {
      write(socket, headOf(status, { ...JSON_TYPE, 'content-length': body.length }));
      drip(socket, body, TOO_LONG_MS);
    },
  },
  {
    name: 'an answer that comes too late',
    saysDone: true,
    reply: (socket, answer) => setTimeout(() => write(socket, wholeAnswer(answer)), TOO_LONG_MS),
  },
  {
    name: 'an answer in small pieces',
    saysDone: true,
    reply: (socket, answer) => {
      const whole = wholeAnswer({ ...answer, headers: JSON_TYPE });
      drip(socket, whole, 1, Math.ceil(whole.length / 200));
    },
  },
];
