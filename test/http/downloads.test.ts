import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ReconError } from '../../src/errors.ts';
import { aRead, failureOf, transportTo } from './quick.ts';
import { emptyAnswer, httpServer, netServer, onWholeRequest } from './servers.ts';

const MB = 1024 * 1024;

async function sizeOf(body: AsyncIterable<Buffer>): Promise<number> {
  let bytes = 0;
  for await (const piece of body) bytes += piece.length;
  return bytes;
}

test('a body of any size streams through', async () => {
  const server = await httpServer((request, response) => {
    expect(request.headers.accept).toBe('*/*');
    response.setHeader('content-length', 40 * MB);
    response.end(Buffer.alloc(40 * MB));
  });
  const { headers, body } = await transportTo(server.url).open(aRead());
  expect(headers['content-length']).toBe(String(40 * MB));
  expect(await sizeOf(body)).toBe(40 * MB);
});

test('what goes wrong before the body is tried again or thrown', async () => {
  const server = await netServer((socket, number) =>
    onWholeRequest(socket, () => socket.end(number === 1 ? emptyAnswer('503 Busy') : emptyAnswer('409 Not yet'))),
  );
  const transport = transportTo(server.url);
  expect(await failureOf(transport.open(aRead()))).toMatchObject({ code: 'refused', status: 409 });
  expect(transport.tries()).toBe(2);
});

test.each([
  ['cut', 'network', (send: (part: string) => void, end: () => void) => [send('abc'), end()]],
  ['silent', 'timeout', (send: (part: string) => void) => [send('abc')]],
])('a %s body breaks with a ReconError', async (_, code, answer) => {
  const server = await netServer((socket) =>
    onWholeRequest(socket, () => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n');
      answer(
        (part) => socket.write(part),
        () => socket.end(),
      );
    }),
  );
  const { body } = await transportTo(server.url, { timeoutMs: 80 }).open(aRead());
  expect(await failureOf(sizeOf(body))).toMatchObject({ name: 'ReconError', code });
});

test('a body that is no longer wanted frees its connection', async () => {
  let closed = false;
  const server = await httpServer((request, response) => {
    request.socket.on('close', () => {
      closed = true;
    });
    response.writeHead(200, { 'content-length': 40 * MB });
    response.write(Buffer.alloc(MB));
  });
  const { body } = await transportTo(server.url).open(aRead());
  body.destroy();
  for (let at = 0; at < 100 && !closed; at += 1) await pause(10);
  expect(closed).toBe(true);
});

test('Ctrl-C breaks a body with its own reason', async () => {
  const server = await httpServer((_, response) => {
    response.writeHead(200, { 'content-length': 40 * MB });
    response.write(Buffer.alloc(MB));
  });
  const stop = new AbortController();
  const reason = new ReconError('interrupted', 'Interrupted');
  const { body } = await transportTo(server.url, { signal: stop.signal }).open(aRead());
  setTimeout(() => stop.abort(reason), 30);
  expect(await failureOf(sizeOf(body))).toBe(reason);
});
