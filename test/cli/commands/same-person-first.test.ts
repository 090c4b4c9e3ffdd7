import { join } from 'node:path';
import { expect, test } from 'vitest';
import { record, TOKEN } from '../../core/recorder.ts';
import { SAMPLES } from '../../support/recon-home.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { type Keys, typeMain } from '../../support/typed-terminal.ts';

const MARIA = { id: 7, name: 'Maria Silva', email: null, phone: null, reconstructions: [] };
const META = { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_entries: 1 };
const FACE = ['--type', 'face', '--provider', '4', '--photos', join(SAMPLES, 'ana', 'face'), '--no-wait'];

/** All that a create needs is typed, so that nothing but the person is asked about. */
async function typing(name: string, answers: Keys[], ...flags: string[]) {
  const { url, requests } = await record(({ method, url: asked }) => ({
    body: JSON.stringify(
      method === 'GET' && asked.startsWith('/patients?')
        ? { patients: [MARIA], meta: META }
        : { patient: MARIA, async: 'true' },
    ),
  }));
  const environment = { HOME: tempFolder(), RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  const ended = await typeMain(['create', '--name', name, ...FACE, ...flags], environment, answers);
  return { ...ended, sent: requests.map((one) => `${one.method} ${one.url}`) };
}

const BY_NAME = (name: string) => `GET /patients?name=${name}&per_page=100&page=1`;
const SAME = BY_NAME('Maria%20Silva');

test('that somebody is there already was asked about after the look at the photos', async () => {
  const { exitCode, stderr, asked, sent } = await typing('Maria Silva', [[/Create another one\?/, '\r']]);
  expect({ exitCode, asked }).toEqual({ exitCode: 5, asked: 1 });
  expect(stderr).not.toMatch(/look(ed|ing) at/);
  expect(sent).toEqual([SAME, 'GET /patients/7']);
}, 60_000);

test('who wants another record is not asked again, and the list is read once more, for the record of the change', async () => {
  const yes: Keys[] = [[/Create another one\?/, 'y\r']];
  const { exitCode, asked, sent } = await typing('Maria Silva', yes, '--no-photo-check');
  expect({ exitCode, asked }).toEqual({ exitCode: 0, asked: 1 });
  expect(sent).toEqual([SAME, 'GET /patients/7', SAME, 'POST /patients']);
}, 60_000);

test('of a new person those who are alike are looked for once, before the photos', async () => {
  const { exitCode, sent } = await typing('Bea Lopes', [], '--no-photo-check');
  expect(exitCode).toBe(0);
  const [alike, sharing] = [BY_NAME('Lopes'), BY_NAME('Lopes')];
  expect(sent).toEqual([BY_NAME('Bea%20Lopes'), alike, sharing, BY_NAME('Bea%20Lopes'), 'POST /patients']);
}, 60_000);
