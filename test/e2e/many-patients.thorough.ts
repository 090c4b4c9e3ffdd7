import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Clinic, openClinic } from '../support/clinic.ts';

const PATIENTS = 10_000;
const PEAK_MEMORY = pathToFileURL(resolve(import.meta.dirname, '../support/peak-memory.mjs')).href;

let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic(['--seed', String(PATIENTS)]);
}, 120_000);
afterAll(() => clinic.close());

async function listWithPeak(...args: string[]) {
  const file = join(clinic.folder, `peak-${args.join('-').replaceAll('/', '_')}`);
  const env = { NODE_OPTIONS: `--import=${PEAK_MEMORY}`, PEAK_MEMORY_FILE: file };
  const finished = await clinic.recon(['patients', 'list', ...args], { env });
  return { ...finished, peakMiB: Number(readFileSync(file, 'utf8')) / 1024 };
}

test('--all gives each of 10,000 ids once', async () => {
  const { exitCode, stdout } = await clinic.recon(['patients', 'list', '--all', '--per-page', '100', '-o', 'id']);
  expect(exitCode).toBe(0);
  const ids = stdout.trimEnd().split('\n');
  expect(ids).toHaveLength(PATIENTS);
  expect(new Set(ids).size).toBe(PATIENTS);
});

test.each(['json', 'ndjson', 'table'])('memory does not grow with the number of pages (%s)', async (format) => {
  const few = await listWithPeak('--all', '--limit', '3000', '--per-page', '100', '-o', format);
  const many = await listWithPeak('--all', '--per-page', '100', '-o', format);
  expect([few.exitCode, many.exitCode]).toEqual([0, 0]);
  // 30 pages, since the collector lets the heap grow over the first ones: a table peaks at 81, 105, 118 and 117 MiB
  // after 10, 30, 100 and 300 pages.
  console.log(
    `list --all -o ${format}: ${few.peakMiB.toFixed(0)} MiB for 30 pages, ${many.peakMiB.toFixed(0)} MiB for 100`,
  );
  expect(many.peakMiB - few.peakMiB).toBeLessThan(30);
});

test('--all --json is one object of the same shape', async () => {
  const { stdout } = await clinic.recon(['patients', 'list', '--all', '--per-page', '100', '--json']);
  const { patients, meta } = JSON.parse(stdout);
  expect(new Set(patients.map((patient: { id: number }) => patient.id)).size).toBe(PATIENTS);
  expect(meta).toEqual({
    current_page: 1,
    next_page: null,
    prev_page: null,
    total_pages: 1,
    total_entries: PATIENTS,
  });
});

test.each(['json', 'ndjson', 'id', 'csv', 'xlsx', 'table'])('a page that fails fails the list (%s)', async (format) => {
  const server = createServer((request, response) => {
    const page = Number(new URL(request.url ?? '', 'http://x').searchParams.get('page') ?? 1);
    response.writeHead(page === 3 ? 422 : 200, { 'content-type': 'application/json' });
    const meta = { current_page: page, next_page: page + 1, prev_page: null, total_pages: 5, total_entries: 10 };
    response.end(JSON.stringify({ patients: [{ id: page * 2 }, { id: page * 2 + 1 }], meta }));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const { exitCode, stderr } = await clinic.recon(['patients', 'list', '--all', '-o', format], {
    env: { RECON_BASE_URL: `http://127.0.0.1:${port}`, RECON_TOKEN: 'a-token-of-theirs' },
  });
  server.close();
  expect(exitCode).toBe(5);
  expect(stderr).not.toBe('');
});
