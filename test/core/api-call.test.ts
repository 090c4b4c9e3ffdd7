import { expect, test } from 'vitest';
import { createClient } from '../../src/core/client.ts';
import { lineText } from '../../src/system/line-text.ts';
import { transportTo } from '../http/quick.ts';
import { emptyAnswer, netServer, onWholeRequest } from '../http/servers.ts';

test('a 429 without a Date names the time from now on, and not 1970', async () => {
  const server = await netServer((socket) =>
    onWholeRequest(socket, () => socket.write(emptyAnswer('429 Too Many Requests', 'retry-after: 3600\r\n'))),
  );
  const client = createClient(transportTo(server.url));
  const before = Date.now();
  const { answer, refusal } = await client.call({ method: 'GET', path: '/patients' });
  expect(answer.headers).not.toHaveProperty('date');
  const [, time] = /^the same command again in 3600 s, after (\S+ \S+)$/.exec(lineText(refusal?.hint ?? '')) ?? [];
  expect(Date.parse(time!)).toBeGreaterThanOrEqual(before + 3_600_000);
  expect(Date.parse(time!)).toBeLessThan(Date.now() + 3_660_000);
});

test('a change that may have been made is told as such beside its answer', async () => {
  const server = await netServer((socket) =>
    onWholeRequest(socket, () => socket.write(emptyAnswer('500 Internal Server Error'))),
  );
  const client = createClient(transportTo(server.url));
  const { answer, refusal } = await client.call({ method: 'GET', path: '/patients/7/invitation' });
  expect([answer.status, refusal?.code]).toEqual([500, 'outcome_unknown']);
});
