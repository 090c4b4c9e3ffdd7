import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createApp } from '../../src/service/app.ts';
import type { AppDeps } from '../../src/service/deps.ts';
import { Refusal } from '../../src/service/domain/refusal.ts';

const SERVICE = resolve(import.meta.dirname, '../../src/service');

/** Where the service names one of the two statuses. */
const namings = readdirSync(SERVICE, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) =>
    readFileSync(join(SERVICE, file), 'utf8')
      .split('\n')
      .filter((line) => /\b(429|503)\b/.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line))
      .map((line) => ({ file, line: line.trim() })),
  );

test('429 and 503 are said by a refusal, never past it', () => {
  // The log only reads what was answered.
  const known = /new Refusal\((429|503),|refusalHeaders\(|\[429, 503\]\.includes|'With 429 and 503|^const REFUSED = \[/;
  // How the bucket answers us.
  const ours = namings.filter(({ file }) => !file.startsWith('storage/bucket/'));
  expect(ours.length).toBeGreaterThan(8);
  expect(ours.filter(({ line }) => !known.test(line))).toEqual([]);
});

test.each([429, 503])('an answer with %i has Retry-After, whoever gives it and however', async (status) => {
  const deps = {
    ...{ allowedHosts: ['localhost'], audit: { append() {} }, stopping: new AbortController().signal },
    store: { clock: systemClock, database: {}, lastCommit: { ended: async () => {} } },
  } as unknown as AppDeps;
  const app = await createApp(deps);
  const config = { public: true };
  app.get('/refused', { config }, async () => {
    throw new Refusal(status, 'unavailable', 'not now');
  });
  app.get('/told', { config }, async () => {
    throw new Refusal(status, 'unavailable', 'not now', { retryAfterS: 7 });
  });
  app.get('/page', { config }, async (_request, reply) => reply.code(status).type('text/html').send('<p>not now'));
  const asked = ['/refused', '/told', '/page'].map(async (url) => {
    const answer = await app.inject({ url, headers: { host: 'localhost' } });
    return [answer.statusCode, answer.headers['retry-after']];
  });
  expect(await Promise.all(asked)).toEqual([
    [status, '5'],
    [status, '7'],
    [status, '5'],
  ]);
  await app.close();
});
