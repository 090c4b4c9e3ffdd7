import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '../../src/contract/problem.ts';
import { makeHome, type ReconHome } from '../support/recon-home.ts';
import { runMain } from '../support/run-main.ts';
import { openService, type TestForm, type TestService } from '../support/running-service.ts';
import { everyNth } from '../support/thorough.ts';
import { startWatchingProxy } from '../support/watching-proxy.ts';
import { RULE_CASES, type RuleCase } from './cases.ts';

const VIEWS = ['left', 'front', 'right', 'back', 'left_45', 'right_45', 'below'];
const COMPLETE: Record<string, TestForm> = {};

let service: TestService;
let proxy: Awaited<ReturnType<typeof startWatchingProxy>>;
let home: ReconHome;
let emptyPatient: string;

beforeAll(async () => {
  home = await makeHome();
  service = await openService();
  proxy = await startWatchingProxy(service.url);
  mkdirSync(join(home.folder, 'photos'));
  for (const [index, view] of VIEWS.entries()) {
    const background = { r: 30 * index, g: 200 - 20 * index, b: 90 };
    const image = sharp({ create: { width: 480, height: 500, channels: 3, background } });
    writeFileSync(photoOf(view), await image.jpeg().toBuffer());
  }
  const photos = (...views: string[]) =>
    Object.fromEntries(views.map((view) => [`reconstruction[${view}]`, readPhoto(view)]));
  const three = photos('left', 'front', 'right');
  COMPLETE['face'] = { 'reconstruction[type]': 'face', ...three };
  COMPLETE['mammo'] = { 'reconstruction[type]': 'mammo', 'reconstruction[nipple_to_nipple]': '21', ...three };
  COMPLETE['body'] = { 'reconstruction[type]': 'body', 'reconstruction[hipline]': '95', ...three, ...photos('back') };
  emptyPatient = await newPatient({ 'patient[name]': 'Nothing Stored' });
});
afterAll(async () => {
  proxy.close();
  await service.close();
  await home.remove();
});

const photoOf = (view: string) => join(home.folder, 'photos', `${view}.jpg`);
const readPhoto = (view: string) => new Uint8Array(readFileSync(photoOf(view)));

async function newPatient(form: TestForm): Promise<string> {
  const { patient } = await service.patient('POST', '/patients', { form });
  return String(patient.id);
}

const ready = new Map<string, Promise<string>>();

/**
 * A patient whose reconstruction of the type is ready, so that an update of it is applied. Cases that send the same
 * measures share it: it never holds one that its case does not send, and photos it has had since it was made.
 */
async function patientWithReady({ type, measures }: RuleCase, side: Side): Promise<string> {
  const key = [side, type, ...Object.keys(measures)].join(' ');
  const made = ready.get(key) ?? newPatient(COMPLETE[type!]!);
  ready.set(key, made);
  const id = await made;
  for (;;) {
    const { patient } = await service.patient('GET', `/patients/${id}`);
    if (patient.reconstructions[0]?.status === 'has_3d') return id;
    await new Promise((again) => setTimeout(again, 20));
  }
}

type Side = 'client' | 'service';

/** The patient that the case's request to one side goes to: of its own where it will be changed. */
async function targetOf(rule: RuleCase, side: Side): Promise<string> {
  const { purpose, stored, wrong } = rule;
  if (purpose === 'create') return '';
  if (stored) return patientWithReady(rule, side);
  return wrong.length > 0 ? emptyPatient : newPatient({ 'patient[name]': 'Nothing Stored' });
}

const flag = (name: string) => `--${name.replaceAll('_', '-')}`;

function commandOf({ purpose, type, provider, photos, measures }: RuleCase, id: string): string[] {
  const command = {
    create: ['patients', 'create', '--name', 'Rule Sample', '--allow-same', '--no-wait'],
    after: ['after', 'create', id],
    update: ['patients', 'update', id, '--no-wait', '--yes'],
  }[purpose];
  return [
    ...command,
    ...(type === undefined ? [] : ['--type', type]),
    ...(provider === undefined ? [] : ['--provider', provider]),
    ...photos.flatMap((view) => [flag(view), photoOf(view)]),
    ...Object.entries(measures).map(([name, value]) => `${flag(name)}=${value}`),
  ];
}

function formOf({ type, provider, photos, measures }: RuleCase): TestForm {
  return {
    ...(type !== undefined && { 'reconstruction[type]': type }),
    ...(provider !== undefined && { 'reconstruction[provider]': provider }),
    ...Object.fromEntries(photos.map((view) => [`reconstruction[${view}]`, readPhoto(view)])),
    ...Object.fromEntries(Object.entries(measures).map(([name, value]) => [`reconstruction[${name}]`, value])),
  };
}

const ROUTES = {
  create: () => ['POST', '/patients'],
  after: (id: string) => ['POST', `/patients/${id}/after`],
  update: (id: string) => ['PUT', `/patients/${id}`],
} as const;

async function sendRaw(rule: RuleCase, id: string) {
  const [method, path] = ROUTES[rule.purpose](id);
  const form = formOf(rule);
  const response = await service.send(method!, path!, {
    form: Object.keys(form).length === 0 ? { 'patient[city]': 'x' } : form,
  });
  return {
    status: response.status,
    warning: response.headers.get('warning'),
    body: (await response.json()) as Partial<Problem>,
  };
}

/** Flags named before the `Try:` line, which repeats them as a command. */
function namedFlags(stderr: string): string[] {
  const said = stderr
    .split('\n')
    .filter((line) => !line.startsWith('  Try:'))
    .join('\n');
  return [...new Set(said.match(/--[a-z0-9-]+/g) ?? [])].sort();
}

const runClient = (rule: RuleCase, id: string) =>
  runMain(commandOf(rule, id), { ...home.environment, RECON_BASE_URL: proxy.url, RECON_TOKEN: service.token });

const wrongCases = RULE_CASES.filter(({ wrong }) => wrong.length > 0);
const completeCases = RULE_CASES.filter(({ wrong }) => wrong.length === 0);

test('there are at least 1,000 different cases', () => {
  expect(new Set(RULE_CASES.map(({ title }) => title)).size).toBeGreaterThanOrEqual(1000);
});

describe('refused by both sides, naming the same', () => {
  test.each(everyNth(20, wrongCases, 5))('$title', async (rule) => {
    const id = await targetOf(rule, 'client');
    const before = proxy.seen.length;
    const { exitCode, stdout, stderr } = await runClient(rule, id);
    expect({ exitCode, stdout, named: namedFlags(stderr) }).toEqual({
      exitCode: 2,
      stdout: '',
      named: rule.wrong.map(flag).sort(),
    });
    expect(proxy.seen.slice(before).filter((request) => !request.startsWith('GET '))).toEqual([]);
    const { status, body } = await sendRaw(rule, id);
    const fields = (body.errors ?? []).map(({ field }) => field);
    expect({ status, fields: fields.sort() }).toEqual({
      status: 422,
      fields: rule.wrong.map((name) => `reconstruction[${name}]`).sort(),
    });
  });
});

test('a type in capitals is refused by the service, and sent by the client as the interface spells it', async () => {
  const id = await newPatient({ 'patient[name]': 'Capital Letters' });
  const capitals: RuleCase = {
    title: 'create FACE',
    purpose: 'create',
    stored: false,
    type: 'FACE',
    provider: undefined,
    photos: ['left', 'front', 'right'],
    measures: {},
    wrong: [],
  };
  expect(await sendRaw(capitals, id)).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'reconstruction[type]' }] },
  });
  const { exitCode, stdout } = await runClient(capitals, id);
  const { patient } = await service.patient('GET', `/patients/${stdout.trim()}`);
  expect({ exitCode, type: patient.reconstructions[0]?.type }).toEqual({ exitCode: 0, type: 'FaceReconstruction' });
});

describe('accepted by both sides', () => {
  test.each(everyNth(20, completeCases, 5))('$title', async (rule) => {
    const [raw, typed] = await Promise.all([targetOf(rule, 'service'), targetOf(rule, 'client')]);
    const { status, warning } = await sendRaw(rule, raw);
    expect({ status, warning }).toEqual({ status: rule.purpose === 'update' ? 200 : 201, warning: null });
    const { exitCode, stderr } = await runClient(rule, typed);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.any(String) });
  });
});
