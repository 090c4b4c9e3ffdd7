import { afterAll, beforeAll, expect, test } from 'vitest';
import { record, TOKEN } from '../../core/recorder.ts';
import { makeHome, type ReconHome } from '../../support/recon-home.ts';
import { openService, type TestService } from '../../support/running-service.ts';
import { faceForm, mammoForm } from '../../support/service-forms.ts';
import { typeMain } from '../../support/typed-terminal.ts';

let service: TestService;
let home: ReconHome;
let environment: Record<string, string>;

/** Of these four, two have a face. */
const PEOPLE = [
  ['Maria Silva', faceForm],
  ['Maria Costa', mammoForm],
  ['Rui Lopes', async () => ({})],
  ['Ana Dias', faceForm],
] as const;

beforeAll(async () => {
  [service, home] = await Promise.all([openService(), makeHome()]);
  for (const [name, form] of PEOPLE) {
    await service.patient('POST', '/patients', { form: { 'patient[name]': name, ...(await form(1)) } });
  }
  environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
});
afterAll(() => Promise.all([service?.close(), home?.remove()]));

const offeredIn = (stderr: string) => PEOPLE.map(([name]) => name).filter((name) => stderr.includes(name));
const choose = (args: string[], question: RegExp) => typeMain(args, environment, [[question, '\u0003']]);

test.each([
  ['download', '--type', 'face'],
  ['view', '--type', 'face'],
  ['accept', '--type', 'face'],
])('%s %s %s offered patients who have no face', async (...args) => {
  const { stderr } = await choose(args, /(Which patient with a|face model of which)/);
  expect(offeredIn(stderr)).toEqual(['Maria Silva', 'Ana Dias']);
});

test.each([['download'], ['invite'], ['update']])('%s without a model to be there offers everybody', async (word) => {
  const { stderr } = await choose([word, ...(word === 'download' ? [] : ['--type', 'face'])], /[Ww]hich patient\?/);
  expect(offeredIn(stderr)).toHaveLength(PEOPLE.length);
});

test('where nobody has such a model that is told, and nobody is asked', async () => {
  const { exitCode, stderr, asked } = await choose(['download', '--type', 'body'], /patient\?/);
  expect({ exitCode, asked }).toEqual({ exitCode: 3, asked: 0 });
  expect(stderr).toContain('no patient has a body model yet');
});

test('of two who are meant by a name, who only reads is offered the one with a face', async () => {
  const { stderr } = await choose(['download', 'maria', '--type', 'face'], /Which one\?/);
  expect(stderr).toContain('2 patients may be meant by "maria"; only 1 with a face model. Which one?');
  expect(offeredIn(stderr)).toEqual(['Maria Silva']);
  const none = await choose(['download', 'maria', '--type', 'body'], /Which one\?/);
  expect(none.stderr).toContain('none with a body model');
  expect(offeredIn(none.stderr)).toEqual(['Maria Silva', 'Maria Costa']);
});

test('to change somebody, all who have the name are offered', async () => {
  const { stderr } = await choose(['accept', 'maria', '--type', 'face'], /Which one\?/);
  expect(offeredIn(stderr)).toEqual(['Maria Silva', 'Maria Costa']);
});

test('of a service that tells no models, all are offered', async () => {
  const patients = PEOPLE.map(([name], at) => ({ id: at + 1, name }));
  const meta = { current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_entries: patients.length };
  const { url } = await record(() => ({ body: JSON.stringify({ patients, meta }) }));
  const other = { ...home.environment, RECON_BASE_URL: url, RECON_TOKEN: TOKEN };
  const { stderr } = await typeMain(['download', '--type', 'face'], other, [[/face model\?/, '\u0003']]);
  expect(offeredIn(stderr)).toHaveLength(PEOPLE.length);
});
