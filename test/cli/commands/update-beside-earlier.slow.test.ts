import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeHome, type ReconHome, SAMPLES } from '../../support/recon-home.ts';
import { openService, type TestService } from '../../support/running-service.ts';
import { type Keys, typeMain } from '../../support/typed-terminal.ts';

const VIEWS = ['left', 'front', 'right'] as const;

// Six photos are looked at, beside other tests.
vi.setConfig({ testTimeout: 180_000 });

let service: TestService;
let home: ReconHome;
let id: string;
beforeAll(async () => {
  service = await openService();
  home = await makeHome();
  const photos = VIEWS.map(async (view) => [`reconstruction[${view}]`, await readFile(photoOf('ana', view))]);
  const form = { 'patient[name]': 'Ana Sample', 'reconstruction[type]': 'face', async: 'false' };
  const sent = { ...form, ...Object.fromEntries(await Promise.all(photos)) };
  id = String((await service.patient('POST', '/patients', { form: sent })).patient.id);
});
afterAll(async () => {
  await service.close();
  await home.remove();
});

const photoOf = (who: string, view: string) => join(SAMPLES, who, 'face', `${view}.jpg`);
const stored = async () => (await service.patient('GET', `/patients/${id}`)).patient.reconstructions[0]?.updated_at;

async function update(who: string, views: readonly string[], keys: Keys[]) {
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const photos = views.flatMap((view) => [`--${view}`, photoOf(who, view)]);
  return await typeMain(['patients', 'update', id, ...photos], environment, keys);
}

test.each([
  ['all three photos', VIEWS, /if the earlier ones are: send the new ones, which replace all of them/],
  ['one photo', ['left'], /if the earlier ones are: recon invite \d+ --type face --open \(a link/],
])('%s of somebody else are told before anything is sent', async (_, views, ifEarlier) => {
  const before = await stored();
  const { exitCode, stderr, asked } = await update('ben', views, [[/Send them anyway\?/, '\r']]);
  expect({ exitCode, asked }).toEqual({ exitCode: 130, asked: 1 });
  expect(stderr).toContain('The new photos and the earlier ones of this model seem to show two');
  const [told = '', end = ''] = stderr.replaceAll(/\s+/g, ' ').split(/Send them anyway\?(?!.*Send them anyway)/);
  // Who has said no is told how to put it right, and not how to send it all the same.
  for (const place of [told, end]) {
    expect(place).toContain('if the new photos are of somebody else: recon patients create --type face');
    expect(place).toMatch(ifEarlier);
  }
  expect(end).not.toContain('--no-photo-check');
  expect(await stored()).toBe(before);
});

test('photos of the same person pass', async () => {
  const { exitCode, stderr, asked } = await update('ana', VIEWS, [[/show Ana Sample\?/, '\r']]);
  expect({ exitCode, asked }).toEqual({ exitCode: 130, asked: 1 });
  expect(stderr).toContain('looked at 3 photos: usable');
});
