import { gzipSync } from 'node:zlib';
import { wholeAnswer, write } from '../fault-proxy.ts';
import type { Fault } from '../faults.ts';
import { headOf } from '../scripted-server.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const PAGE = '<!doctype html><title>Sorry</title><h1>Sorry, the gateway is napping</h1>';

const saying = (name: string, body: string | Buffer, headers: Record<string, string> = JSON_TYPE): Fault => ({
  name,
  reply: (socket) => write(socket, wholeAnswer({ status: 200, headers, body: Buffer.from(body) })),
});

const bytes = (name: string, text: string): Fault => ({
  name,
  reply: (socket) => {
    write(socket, text);
    socket.end();
  },
});

/** A gigabyte of zeros in a megabyte; what asks for no compression must not unpack it. */
let bomb: Buffer | undefined;
function bombBytes(): Buffer {
  bomb ??= Buffer.concat(new Array<Buffer>(64).fill(gzipSync(Buffer.alloc(16 * 1024 * 1024))));
  return bomb;
}

/** An answer is there, and it is no answer of the interface. */
export const WRONG_ANSWERS: readonly Fault[] = [
  saying('200 with a web page', PAGE, { 'content-type': 'text/html' }),
  saying('200 with nothing', ''),
  // All that a delete or a transfer has to say.
  { ...bytes('204', headOf(204)), saysDone: true },
  saying('JSON cut, of the right length', '{"patients":[{"id":1,"na'),
  saying('JSON null', 'null'),
  saying('JSON list', '[]'),
  saying('JSON text', '"ok"'),
  saying('JSON of another shape', '{"ok":true,"data":{"id":1}}'),
  saying('JSON without an id', '{"patient":{},"patients":{},"after":null,"result":1,"invitation_url":null}'),
  saying('JSON with a broken id', '{"patient":{"id":"1/../2"},"patients":7,"result":"maybe","invitation_url":"x"}'),
  saying('JSON 5,000 deep', '['.repeat(5000)),
  saying('JSON that is not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
  {
    name: 'gzip that nobody asked for',
    reply: (socket, { body }) =>
      write(
        socket,
        wholeAnswer({ status: 200, headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: gzipSync(body) }),
      ),
  },
  {
    name: 'gzip bomb',
    reply: (socket) =>
      write(
        socket,
        wholeAnswer({ status: 200, headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: bombBytes() }),
      ),
  },
  bytes('two lengths that differ', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}x'),
  bytes('a length that is no number', 'HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n{}'),
  bytes('length and chunks together', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}'),
  bytes('a chunk size that is no number', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'),
  bytes('a head of 64 KB', `HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(65_536)}\r\ncontent-length: 2\r\n\r\n{}`),
  bytes('noise', '\u0000\u0001\u0016\u0003\u0001 not http at all \u007f\r\n\r\n'),
  bytes('the banner of SSH', 'SSH-2.0-OpenSSH_9.2p1\r\n'),
  bytes('a body without a head', '{"patients":[]}'),
  bytes('a header with a line break in it', 'HTTP/1.1 200 OK\r\nx-a: b\r\n c\u0000\r\n\r\n{}'),
  bytes('a protocol switch', headOf(101, { upgrade: 'websocket', connection: 'upgrade' })),
  {
    name: '1xx without end',
    reply: (socket) => {
      const timer = setInterval(() => write(socket, headOf(103, { link: '</a.css>' }).repeat(20)), 20);
      socket.on('close', () => clearInterval(timer));
    },
  },
  {
    name: '100 Continue, then the answer',
    saysDone: true,
    reply: (socket, answer) => write(socket, Buffer.concat([Buffer.from(headOf(103)), wholeAnswer(answer)])),
  },
  {
    name: 'the answer twice',
    saysDone: true,
    reply: (socket, answer) => write(socket, Buffer.concat([wholeAnswer(answer), wholeAnswer(answer)])),
  },
  {
    name: 'the right answer as text/html',
    saysDone: true,
    reply: (socket, answer) => write(socket, wholeAnswer({ ...answer, headers: { 'content-type': 'text/html' } })),
  },
];
