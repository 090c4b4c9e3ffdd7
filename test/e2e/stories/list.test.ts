import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clinic, openClinic } from '../../support/clinic.ts';
import { createPatient } from '../../support/records.ts';

let clinic: Clinic;
const ids: string[] = [];

beforeAll(async () => {
  clinic = await openClinic();
  for (const [name, email] of [
    ['Zoë Ångström', 'zoe@example.org'],
    ['Bo Li', 'bo@example.org'],
    ['Zoe Example', 'second.zoe@example.org'],
  ] as const) {
    ids.push(await createPatient(clinic, '--name', name, '--email', email));
  }
});
afterAll(() => clinic.close());

const list = (...args: string[]) => clinic.recon(['patients', 'list', ...args]);
const listedIds = async (...args: string[]) => {
  const { stdout, exitCode } = await list('--json', ...args);
  expect(exitCode).toBe(0);
  return JSON.parse(stdout).patients.map((patient: { id: number }) => String(patient.id));
};

test('a pipe gets one tab-separated line per patient, without header or colour', async () => {
  const { stdout, exitCode } = await list();
  expect(exitCode).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines.map((line) => line.split('\t').slice(0, 3))).toEqual([
    [ids[0], 'Zoë Ångström', 'zoe@example.org'],
    [ids[1], 'Bo Li', 'bo@example.org'],
    [ids[2], 'Zoe Example', 'second.zoe@example.org'],
  ]);
  expect(stdout).not.toContain('\u001b');
});

test('--json is the service’s own answer', async () => {
  const { stdout } = await list('--json');
  const answer = JSON.parse(stdout);
  expect(Object.keys(answer)).toEqual(['patients', 'meta']);
  expect(answer.meta).toEqual({ current_page: 1, next_page: null, prev_page: null, total_pages: 1, total_entries: 3 });
  expect(Object.keys(answer.patients[0])).toEqual(
    expect.arrayContaining(['id', 'player_id', 'country_iso', 'postal_code', 'updated_at', 'reconstructions']),
  );
});

test('filters by name, email and one or several ids', async () => {
  expect(await listedIds('--name', 'zoe')).toEqual([ids[0], ids[2]]);
  expect(await listedIds('--email', 'bo@')).toEqual([ids[1]]);
  expect(await listedIds('--id', ids[1]!)).toEqual([ids[1]]);
  expect(await listedIds('--id', ids[0]!, '--id', ids[2]!)).toEqual([ids[0], ids[2]]);
  expect(await listedIds('--name', 'nobody')).toEqual([]);
});

test('pages, and says when the list is cut', async () => {
  const first = await list('--per-page', '2', '-o', 'id');
  expect(first.stdout).toBe(`${ids[0]}\n${ids[1]}\n`);
  expect(first.stderr).toMatch(/2 of 3/);
  const second = await list('--per-page', '2', '--page', '2', '-o', 'id');
  expect(second.stdout).toBe(`${ids[2]}\n`);
  const all = await list('--per-page', '2', '--all', '--json');
  expect(JSON.parse(all.stdout).patients).toHaveLength(3);
  expect(JSON.parse(all.stdout).meta).toEqual({
    current_page: 1,
    next_page: null,
    prev_page: null,
    total_pages: 1,
    total_entries: 3,
  });
});

test('ndjson, csv, chosen fields and a limit', async () => {
  const ndjson = await list('-o', 'ndjson');
  expect(
    ndjson.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).name),
  ).toEqual(['Zoë Ångström', 'Bo Li', 'Zoe Example']);
  const csv = await list('-o', 'csv', '--fields', 'id,name');
  expect(csv.stdout.split(/\r?\n/).slice(0, 2)).toEqual(['id,name', `${ids[0]},Zoë Ångström`]);
  const limited = await list('--all', '--limit', '2', '-o', 'id');
  expect(limited.stdout.trimEnd().split('\n')).toHaveLength(2);
});

test('a page that is no number ends with 2 and nothing on stdout', async () => {
  const { exitCode, stdout, stderr } = await list('--page', 'two');
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(stderr).toContain('--page');
});
