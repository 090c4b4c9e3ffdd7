import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccounts } from '../../src/service/accounts.ts';
import { drip, uploadHead } from '../support/dripping.ts';
import { formData, openService, type TestService } from '../support/running-service.ts';
import { faceForm, mammoForm } from '../support/service-forms.ts';

let service: TestService;
let elsewhere: string;
beforeAll(async () => {
  service = await openService();
  const accounts = await openAccounts(service.places);
  elsewhere = (await accounts.add('elsewhere')).token;
  await accounts.close();
});
afterAll(() => service.close());

const host = () => new URL(service.url).host;

async function invitation(token: string): Promise<string> {
  const { patient } = await service.patient('POST', '/patients', { token, form: { 'patient[name]': 'Ana Sample' } });
  const answer = await service.send('GET', `/patients/${patient.id}/invitation?reconstruction_type=face`, { token });
  return new URL(((await answer.json()) as { invitation_url: string }).invitation_url).pathname;
}

async function sendPhotos(path: string): Promise<Response> {
  const { 'reconstruction[type]': _type, ...photos } = await faceForm();
  return service.send('POST', path, { token: null, form: photos });
}

test('a dripping upload is told 408 after 10 s, and its slot, its socket and its file are free', async () => {
  const begun = performance.now();
  const uploads = Array.from({ length: 4 }, () =>
    drip(service.url, uploadHead('/patients', { host: host(), token: service.token })),
  );
  await sleep(500);
  const full = await service.send('POST', '/patients', { form: await mammoForm() });
  expect([full.status, full.headers.get('retry-after')]).toEqual([503, '5']);
  // Another account has slots of its own.
  const other = await service.send('POST', '/patients', { token: elsewhere, form: await mammoForm() });
  expect(other.status).toBe(201);
  const answers = await Promise.all(uploads.map(({ answer }) => answer));
  expect(performance.now() - begun).toBeLessThan(14_000);
  expect(performance.now() - begun).toBeGreaterThan(9_500);
  for (const answer of answers) {
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(answer).toContain('slower than 10 kB a second');
  }
  expect((await service.send('POST', '/patients', { form: await mammoForm() })).status).toBe(201);
  await expect.poll(() => readdir(join(service.dataFolder, 'incoming'))).toEqual([]);
});

test('one that begins fast and then drips is ended too', async () => {
  const upload = drip(service.url, uploadHead('/patients', { host: host(), token: service.token }));
  upload.send(Buffer.alloc(2_000_000));
  expect(await upload.answer).toMatch(/^HTTP\/1.1 408 /);
});

test('15 kB a second for 14 s is not slow', async () => {
  const request = new Request('http://x', { method: 'POST', body: formData(await mammoForm()) });
  const photos = Buffer.from(await request.arrayBuffer());
  const size = 210_000;
  const type = request.headers.get('content-type')!;
  const head = `POST /patients HTTP/1.1\r\nHost: ${host()}\r\nAuthorization: Bearer ${service.token}\r\nContent-Type: ${type}\r\nContent-Length: ${size}\r\nConnection: close\r\n\r\n`;
  // What follows the last boundary is nobody's, and belongs to the body.
  const body = Buffer.concat([photos, Buffer.alloc(Math.max(0, size - photos.length), '\r\n')]).subarray(0, size);
  expect(photos.length).toBeLessThan(size);
  const upload = drip(service.url, head, { bytes: '', everyMs: 60_000 });
  for (let at = 0; at < size; at += 1_500) {
    upload.send(body.subarray(at, at + 1_500));
    await sleep(100);
  }
  expect(await upload.answer).toMatch(/^HTTP\/1.1 201 /);
});

test('four slow patients of one clinic keep out nobody of another, nor the clinic itself', async () => {
  const [ours, theirs] = [await invitation(service.token), await invitation(elsewhere)];
  const slow = Array.from({ length: 4 }, () => drip(service.url, uploadHead(ours, { host: host() })));
  await sleep(500);
  const fifth = await sendPhotos(ours);
  expect([fifth.status, fifth.headers.get('retry-after')]).toEqual([503, '5']);
  expect(await fifth.text()).toContain('too many uploads');
  expect((await sendPhotos(theirs)).status).toBe(200);
  expect((await service.send('POST', '/patients', { form: await mammoForm() })).status).toBe(201);
  for (const answer of await Promise.all(slow.map((one) => one.answer))) {
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(answer).toContain('text/html');
  }
  expect((await sendPhotos(ours)).status).toBe(200);
});
