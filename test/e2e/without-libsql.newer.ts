import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

let folder: string;
/** The program, installed without libsql. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'recon-without-'));
  for (const name of ['bin', 'dist', 'package.json', 'samples'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules')).filter((one) => !/libsql/.test(one))) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('service and client need no libsql, and say nothing of experiments', async () => {
  const data = join(folder, 'data');
  const start = (args: string[], more: Record<string, string> = {}) =>
    execa(process.execPath, [join(folder, 'bin/recon.js'), ...args], {
      cwd: folder,
      stdin: 'ignore',
      env: { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: tmpdir(), ...more },
      extendEnv: false,
      reject: false,
    });
  const service = start(['serve', '--port', '0', '--data', data]);
  await new Promise((resolve) => service.stdout.once('data', resolve));
  const token = readFileSync(join(data, 'token'), 'utf8').trim();
  const { stdout: url } = await start(['config', 'get', 'base-url', '--profile', 'local']);
  const recon = (...args: string[]) => start(args, { RECON_BASE_URL: url, RECON_TOKEN: token });
  const created = await recon('patients', 'create', '--name', 'Uma Sample');
  expect({ exit: created.exitCode, id: created.stdout }).toEqual({ exit: 0, id: '1' });
  expect((await recon('patients', 'list', '--fields', 'name')).stdout).toContain('Uma Sample');
  expect((await recon('config', 'set', 'jobs', '2')).exitCode).toBe(0);
  const added = await start(['accounts', 'add', 'second', '--data', data]);
  expect(added.exitCode).toBe(0);
  service.kill('SIGTERM');
  const { exitCode, stderr } = await service;
  expect(exitCode).toBe(0);
  for (const said of [stderr, created.stderr, added.stderr]) expect(said).not.toMatch(/Experimental|libsql/);
});
