import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { closeGently } from '../../src/service/close-gently.ts';
import { openService } from '../support/running-service.ts';

const LENGTH = 4_000_000;

/** Sends a quarter of a request's body, and the rest when the answer to it is there. What the connection ended with. */
async function sendOnAfterAnswer(port: number): Promise<{ answer: string; error?: string }> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let error: string | undefined;
  socket.on('error', ({ message }) => {
    error = message;
  });
  socket.write(`POST /patients HTTP/1.0\r\nHost: 127.0.0.1\r\nContent-Length: ${LENGTH}\r\n\r\n`);
  socket.write(Buffer.alloc(LENGTH / 4));
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  socket.once('end', () => socket.end(Buffer.alloc((LENGTH * 3) / 4)));
  await once(socket, 'close');
  return { answer, ...(error !== undefined && { error }) };
}

// nginx told a 502 where the service had refused with 401 or 403.
test('a refusal before the end of a large body does not break the connection that it is sent on', async () => {
  const service = await openService();
  onTestFinished(() => service.close());
  const { answer, error } = await sendOnAfterAnswer(Number(new URL(service.url).port));
  expect(answer).toMatch(/^HTTP\/1.1 401 /);
  expect(error).toBeUndefined();
});

test('nor does one by whoever has begun to read the body', async () => {
  const server = createServer((request, response) => {
    request.once('data', () => {
      request.pause();
      response.writeHead(413).end();
    });
  });
  closeGently(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { answer, error } = await sendOnAfterAnswer((server.address() as AddressInfo).port);
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
  expect(error).toBeUndefined();
});
