import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Script } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const { CODE_CACHE, functionOf } = (await import(`${ROOT}/bin/load.js`)) as {
  CODE_CACHE: string;
  functionOf: (text: string) => string;
};
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

test('the build keeps compiled code of the program, of its requests and of Tab, and V8 takes it', () => {
  expect(cached).toContain('recon.cjs');
  expect(cached).toContain('tab.cjs');
  expect(cached.some((name) => name.startsWith('list-action-'))).toBe(true);
  for (const name of cached) {
    const cachedData = readFileSync(join(CODE_CACHE, name));
    const source = functionOf(readFileSync(join(ROOT, 'dist', name), 'latin1'));
    expect(new Script(source, { cachedData }).cachedDataRejected, name).toBe(false);
  }
});

test('compiled code is small', () => {
  const bytes = cached.reduce((sum, name) => sum + readFileSync(join(CODE_CACHE, name)).length, 0);
  expect(bytes).toBeLessThan(1_000_000);
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

test('the program runs without a folder of compiled code, as on a Node that did not build it', () => {
  const expected = help();
  rmSync(join(copy, 'dist/cache'), { recursive: true });
  expect(help()).toBe(expected);
});
