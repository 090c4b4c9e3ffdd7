import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DECODING, GENERATING, heapFlags, LOOKING } from '../../src/service/worker/limits.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const { CODE_CACHE } = (await import(`${ROOT}/bin/load.js`)) as { CODE_CACHE: string };
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'recon-code-cache-'));
  for (const name of ['bin', 'dist', 'package.json']) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

const help = () =>
  execFileSync(process.execPath, [join(copy, 'bin/recon.js'), 'patients', 'list', '--help'], { encoding: 'utf8' });

const cached = readdirSync(CODE_CACHE);

/** Of each file with compiled code for `node FLAG… recon ARG…`: whether V8 refuses it there, and its size in bytes. */
function compiledFor(args: string[], flags: string[] = []) {
  const script = `
    process.argv.push(...${JSON.stringify(args)});
    const { CODE_CACHE } = require(${JSON.stringify(join(ROOT, 'bin/load.js'))});
    const { readdirSync, readFileSync } = require('node:fs');
    const files = readdirSync(CODE_CACHE).map((name) => {
      const cachedData = readFileSync(CODE_CACHE + name);
      const source = readFileSync(${JSON.stringify(join(ROOT, 'dist/'))} + name, 'latin1');
      const isRefused = new (require('node:vm').Script)(source, { cachedData }).cachedDataRejected;
      return { name, isRefused, bytes: cachedData.length };
    });
    console.log(JSON.stringify(files));`;
  const printed = execFileSync(process.execPath, [...flags, '-e', script], { encoding: 'utf8' });
  return JSON.parse(printed) as { name: string; isRefused: boolean; bytes: number }[];
}

test('the files that are read without being decoded are ASCII, whatever their source has', () => {
  const files = readdirSync(join(ROOT, 'dist')).filter((name) => name.endsWith('.cjs'));
  const others = files.filter((name) => readFileSync(join(ROOT, 'dist', name)).some((byte) => byte > 0x7f));
  expect(files.length).toBeGreaterThan(50);
  expect(others).toEqual([]);
});

test.each([
  { args: ['patients', 'list'], holds: [/^recon\.cjs$/, /^tab\.cjs$/, /^list-action-/], below: 1_000_000 },
  { args: ['serve'], holds: [/^recon\.cjs$/, /^serve-action-/], below: 3_000_000 },
])('the build keeps compiled code for `recon $args`, V8 takes it, and it is small', ({ args, holds, below }) => {
  const files = compiledFor(args);
  for (const wanted of holds) expect(files.map(({ name }) => name)).toContainEqual(expect.stringMatching(wanted));
  expect(files.filter(({ isRefused }) => isRefused)).toEqual([]);
  expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(below);
});

test.each([
  { name: 'generate.cjs', limits: GENERATING },
  { name: 'decode.cjs', limits: DECODING },
  { name: 'look.cjs', limits: LOOKING },
])('the build keeps the compiled code of $name, and V8 takes it in the process that a service starts', (process) => {
  const files = compiledFor([], heapFlags(process.limits));
  expect(files).toEqual([{ name: process.name, isRefused: false, bytes: expect.any(Number) }]);
  // All functions, not the few that V8 compiles before any is called.
  expect(files[0]?.bytes).toBeGreaterThan(readFileSync(join(ROOT, 'dist', process.name)).length);
});

test.each([
  ['is empty', () => Buffer.alloc(0)],
  ['is cut', (code: Buffer) => code.subarray(0, code.length / 2)],
  [
    'is of another version of V8',
    (code: Buffer) => Buffer.concat([code.subarray(0, 4), Buffer.alloc(4), code.subarray(8)]),
  ],
  ['is of another file', () => readFileSync(join(CODE_CACHE, 'tab.cjs'))],
])('the program runs without compiled code that %s', (_, spoilt) => {
  const expected = help();
  const path = CODE_CACHE.replace(join(ROOT, 'dist'), join(copy, 'dist'));
  for (const name of cached) writeFileSync(join(path, name), spoilt(readFileSync(join(CODE_CACHE, name))));
  expect(help()).toBe(expected);
});

test('where llhttp with SIMD cannot be compiled, answers are read by the one without', async () => {
  writeFileSync(join(copy, 'dist/llhttp.wasm'), Buffer.alloc(8));
  const answer = JSON.stringify({ patients: [], meta: { total_entries: 0, total_pages: 1, current_page: 1 } });
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end(answer);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const env = { HOME: copy, RECON_BASE_URL: `http://127.0.0.1:${port}`, RECON_TOKEN: 'made-up'.repeat(6) };
  const { stdout, exitCode } = await execa(process.execPath, [join(copy, 'bin/recon.js'), 'list', '--json'], {
    ...{ env, extendEnv: false, reject: false },
  });
  server.close();
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout)).toEqual(JSON.parse(answer));
});

test('the program runs without a folder of compiled code, as on a Node that did not build it', () => {
  const expected = help();
  rmSync(join(copy, 'dist/cache'), { recursive: true });
  expect(help()).toBe(expected);
});
