import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openInvitedSet } from '../support/invited-set.ts';
import { openService, type TestService } from '../support/running-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'recon-page-'));
let service: TestService;
beforeAll(async () => {
  for (const name of ['patient.js', 'patient.css']) writeFileSync(join(folder, name), `/* ${name} */`);
  service = await openService({ pagesUrl: pathToFileURL(`${folder}/`), guesses: { tokens: 1e9, invitations: 1e9 } });
});
afterAll(async () => {
  await service?.close();
  rmSync(folder, { recursive: true });
});

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' blob: data:",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
  "style-src 'sha256-HASH' 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The address of the page after a sending. */
async function sentPage(): Promise<string> {
  const { page } = await openInvitedSet(service);
  const answer = await service.send('POST', `${page}/send`, {
    token: null,
    form: { 'reconstruction[nipple_to_nipple]': '21.5' },
    headers: { 'idempotency-key': 'a-key-of-the-page-1' },
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { sent: string }).sent;
}

test.each<[string, number, () => Promise<string>]>([
  ['the form', 200, async () => (await openInvitedSet(service)).page],
  ['a link that does not work', 404, async () => '/invitations/never-was'],
  ['the page after the sending', 200, sentPage],
  ['such a page with a wrong address', 404, async () => '/sent/1/1'],
])('with a script, %s lets run only the file of the service', async (_page, status, pathOf) => {
  const answer = await service.send('GET', await pathOf(), { token: null });
  expect(answer.status).toBe(status);
  const markup = await answer.text();
  const style = createHash('sha256')
    .update(/<style>(.*)<\/style>/s.exec(markup)![1]!)
    .digest('base64');
  expect(answer.headers.get('content-security-policy')).toBe(POLICY.replace('HASH', style));
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('referrer-policy')).toBe('same-origin');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const scripts = [...markup.matchAll(/<script ([^>]*)>/g)].map(([, attributes]) => attributes);
  expect(scripts).toEqual([
    'type="application/json" id="page-data"',
    expect.stringMatching(/^type="module" src="\/pages\/patient-[0-9a-f]{16}\.js"$/),
  ]);
  expect(markup).not.toMatch(/ style="| on[a-z]+="|javascript:|https?:/);
});
