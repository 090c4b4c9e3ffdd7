import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHome, type ReconHome, SAMPLES } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService } from '../../support/running-service.ts';
import { faceForm } from '../../support/service-forms.ts';
import { type Keys, typeMain } from '../../support/typed-terminal.ts';

const PHOTOS = join(SAMPLES, 'ana', 'face');
const ONE_OF_EACH = 'a patient has one model of each type, and an update makes it anew in the same way';

let service: TestService;
let home: ReconHome;
let environment: Record<string, string>;
let maria: string;
beforeAll(async () => {
  [service, home] = await Promise.all([openService(), makeHome()]);
  environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const form = { 'patient[name]': 'Maria Silva', 'reconstruction[provider]': '4', ...(await faceForm()) };
  maria = String((await service.patient('POST', '/patients', { form })).patient.id);
});
afterAll(() => Promise.all([service?.close(), home?.remove()]));

const asText = (stderr: string) => stderr.replaceAll(/\s+/g, ' ');
const typing = (provider: string, answers: Keys[]) =>
  typeMain(
    [
      'create',
      '--name',
      'Maria Silva',
      '--type',
      'face',
      '--provider',
      provider,
      '--photos',
      PHOTOS,
      '--no-photo-check',
    ],
    environment,
    answers,
  );

test.each([
  [['--type', 'face', '--provider', '6'], 'Head', "'NAME (head)' --allow-same --type face", 'head'],
  [['--provider', 'head'], 'Head', "'NAME (head)' --allow-same --type face", 'head'],
  [['--provider', '6'], 'Head or Upper body', "'NAME (second)' --allow-same --type TYPE", '6'],
])('an update with %j was refused without a way to a model made otherwise', async (flags, title, named, provider) => {
  const { exitCode, stderr } = await runMain(['update', maria, ...flags], environment);
  expect(exitCode).toBe(2);
  const told = asText(stderr);
  expect(told).toContain('--provider cannot be sent by an update');
  expect(told).toContain(ONE_OF_EACH);
  expect(told).toContain(
    'to delete the record that is not needed, with its photos and models: recon patients delete ID',
  );
  expect(told).toContain(`for one made as ${title}, a second record with a name of its own; the first stays as it is`);
  expect(told).toContain(`recon create --name ${named} --photos FOLDER --provider ${provider}`);
});

test.each([
  ['--type', 'face', '--provider', 'face'],
  ['--provider', '6'],
])('an update with %j of a patient without a model advised a second record', async (...flags) => {
  const id = String((await service.patient('POST', '/patients')).patient.id);
  const { exitCode, stderr } = await runMain(['update', id, ...flags], environment);
  expect(exitCode).toBe(2);
  expect(asText(stderr)).toContain('for a first one the service chooses; leave it out');
  expect(stderr).toMatch(/Try: the same command without --provider\n$/);
  expect(stderr).not.toMatch(/second record|patients delete|allow-same/);
});

test('a create of somebody with such a model tells that another way needs a second record', async () => {
  const { exitCode, stderr } = await typing('6', [[/Create another one\?/, '\r']]);
  expect(exitCode).toBe(5);
  const told = asText(stderr);
  expect(told).toContain(`${ONE_OF_EACH}; for one made as Head it needs another record`);
  expect(told).toContain('told apart by a name such as Maria Silva (head)');
  expect(told).toContain(`--name 'Maria Silva (head)' --allow-same --type face --photos ${PHOTOS} --provider head`);
  expect(told).toContain('recon patients delete ID');
});

test('a create with the way of the model that is there leads to its update, as before', async () => {
  const { exitCode, stderr } = await typing('4', [[/Create another one\?/, '\r']]);
  expect(exitCode).toBe(5);
  expect(asText(stderr)).toContain(`recon update ${maria} --type face --photos ${PHOTOS}`);
  expect(asText(stderr)).not.toContain('second record');
});

test('a script that finds the same person is told both lines, and no name', async () => {
  const line = ['create', '--name', 'Maria Silva', '--type', 'face', '--provider', '6', '--photos', PHOTOS];
  const { exitCode, stderr } = await runMain(line, environment);
  expect(exitCode).toBe(5);
  const told = asText(stderr);
  expect(told).toContain(ONE_OF_EACH);
  expect(told).toContain("--name 'NAME (head)'");
  expect(told).not.toContain('Maria Silva');
});
