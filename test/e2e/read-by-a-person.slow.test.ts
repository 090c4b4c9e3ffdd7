import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clinic, openClinic } from '../support/clinic.ts';
import { SAMPLES } from '../support/recon-home.ts';
import { createPatient } from '../support/records.ts';
import { requireTool } from '../support/require-tool.ts';
import { KEYS, openPty } from './pty-session.ts';

const inTerminal = test.skipIf(!requireTool('script'));

let clinic: Clinic;
let id: string;
beforeAll(async () => {
  clinic = await openClinic();
  id = await createPatient(clinic, '--name', 'Ana Sample', '--city', 'Porto');
});
afterAll(() => clinic.close());

const open = (line: string) => openPty(line, clinic);

async function screen(line: string) {
  const session = open(line);
  const exit = await session.ended;
  return { exit, seen: session.seen().replaceAll('\r\n', '\n') };
}

const withoutColours = (text: string) => text.replaceAll(/\u001b\[[0-9;]*m/g, '');

inTerminal('JSON has a line for each value and colours on a terminal; a pipe gets it as it came', async () => {
  for (const command of [`patients get ${id} --json`, 'patients list --json', `api GET /patients/${id}`]) {
    const { exit, seen } = await screen(`recon ${command}`);
    expect(exit).toBe(0);
    expect(seen).toContain('\u001b[1m"name"\u001b[22m: \u001b[32m"Ana Sample"\u001b[39m');
    const piped = (await clinic.recon(command.split(' '))).stdout;
    expect(withoutColours(seen)).toBe(`${JSON.stringify(JSON.parse(piped), undefined, 2)}\n`);
    expect(piped.trimEnd()).not.toContain('\n');
  }
  const plain = await screen(`NO_COLOR=1 recon patients get ${id} --json`);
  expect(plain.seen).toContain('\n    "name": "Ana Sample",\n');
  expect(plain.seen).not.toContain('\u001b');
});

inTerminal('a list that streams its pages is one text; ndjson keeps a line for each patient', async () => {
  await createPatient(clinic, '--name', 'Ben Sample');
  const { seen } = await screen('recon patients list --all --json --per-page 1');
  expect(JSON.parse(withoutColours(seen)).patients.length).toBeGreaterThan(1);
  expect(withoutColours(seen)).toContain('{\n  "patients": [\n    {\n      "id": ');
  const lines = (await screen('recon patients list --all -o ndjson')).seen.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).name)).toEqual(expect.arrayContaining(['Ana Sample', 'Ben Sample']));
});

test('--template writes a line for each patient, in a pipe', async () => {
  const template = '{id}\\t{name}, {city}';
  const list = await clinic.recon(['patients', 'list', '--all', '--template', template]);
  expect({ exitCode: list.exitCode, stdout: list.stdout }).toEqual({
    exitCode: 0,
    stdout: expect.stringContaining(`${id}\tAna Sample, Porto\n`),
  });
  const one = await clinic.recon(['patients', 'get', id, '--template', '{name}']);
  expect(one.stdout).toBe('Ana Sample\n');
});

test.each([
  [['--template', '{nmae}'], 'a patient has no "nmae"'],
  [['--template', '{name'], 'without its other brace'],
  [['--template', '{name}', '--json'], '--template and --output exclude each other'],
  [['--template', '{name}', '--fields', 'id'], '--template and --fields exclude each other'],
])('%j ends with 2, and nothing is on stdout', async (flags, why) => {
  for (const command of [['list'], ['get', id]]) {
    const { exitCode, stdout, stderr } = await clinic.recon(['patients', ...command, ...flags]);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain(why);
  }
});

inTerminal('on a terminal a template is a line for each patient as well, and no card', async () => {
  const { seen } = await screen(`recon patients get ${id} --template '{name} of {city}'`);
  expect(seen).toBe('Ana Sample of Porto\n');
});

/** What is seen, without its colours. */
const words = async (line: string) => stripVTControlCharacters((await screen(line)).seen);

inTerminal('after an import, an invitation and a login it is told what comes next', async () => {
  writeFileSync(join(clinic.folder, 'two.csv'), 'name\nCy Import\nDi Import\n');
  expect(await words('recon patients import two.csv')).toContain('next: recon list (to see who is');
  cpSync(join(SAMPLES, 'ana', 'face'), join(clinic.folder, 'ed'), { recursive: true });
  writeFileSync(join(clinic.folder, 'photos.csv'), 'name,type,provider,photos\nEd Import,face,4,ed\n');
  expect(await words('recon patients import photos.csv')).toContain('next: recon status (to see which 3D');
  expect(await words(`recon invite ${id} --type face`)).toContain(`next: recon show ${id} --watch (to see when`);
  const token = readFileSync(join(clinic.dataFolder, 'token'), 'utf8').trim();
  const login = open(`recon login --base-url ${clinic.baseUrl} --profile desk --insecure-storage`);
  await login.waitFor('Access token');
  login.type(`${token}${KEYS.enter}`);
  expect(await login.ended).toBe(0);
  expect(login.seen()).toContain('next: recon list --profile desk');
});

test('in a pipe nothing is told of what comes next', async () => {
  writeFileSync(join(clinic.folder, 'one.csv'), 'name\nFe Import\n');
  const imported = await clinic.recon(['patients', 'import', 'one.csv']);
  const invited = await clinic.recon(['invite', id, '--type', 'face']);
  expect(imported.stderr + invited.stderr).not.toContain('next:');
});

inTerminal('status tells which links are out, until they are taken back', async () => {
  const invited = await createPatient(clinic, '--name', 'Gi Invited');
  const gone = await createPatient(clinic, '--name', 'Ho Gone');
  for (const one of [invited, gone]) await clinic.recon(['invite', one, '--type', 'face']);
  await clinic.recon(['patients', 'delete', gone, '--yes']);
  const before = await screen('recon status');
  expect(before.exit).toBe(0);
  expect(before.seen).toMatch(/^Photos waited for, by links that are out: \d+$/m);
  expect(before.seen).toMatch(new RegExp(`^  ${invited}  Gi Invited, face, made just now, works until \\d{4}-`, 'm'));
  expect(stripVTControlCharacters(before.seen)).toContain(
    `next: recon invite ${invited} --type face (Gi Invited, a new link)`,
  );
  expect(before.seen).not.toContain('Ho Gone');
  await clinic.recon(['invite', invited, '--type', 'face', '--revoke']);
  expect((await screen('recon status')).seen).not.toContain('Gi Invited, face');
  // A script gets what it always got, without a request for it.
  expect((await clinic.recon(['status'])).stdout).not.toContain('Links made');
});

inTerminal.each(['--help', 'patients list --help', 'serve --help'])(
  'in 60 columns no line of %s is broken',
  async (asked) => {
    const { exit, seen } = await screen(`stty cols 60; recon ${asked}`);
    expect(exit).toBe(0);
    const lines = seen.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(20);
    // Lines to copy are never broken by us.
    for (const line of lines) if (!/^ {2}recon /.test(line)) expect(line.length).toBeLessThanOrEqual(60);
  },
);
