import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

let folder: string;
let prefix: string;
let environment: Record<string, string>;
let saidByNpm: string;

/** Packs a copy of the tree, so that the build of `npm pack` does not pull the program from under other tests. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'recon-install-'));
  prefix = join(folder, 'prefix');
  const copy = join(folder, 'source');
  const { stdout } = await execa('git', ['ls-files'], { cwd: root });
  for (const file of stdout.split('\n')) cpSync(join(root, file), join(copy, file));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  environment = {
    PATH: `${join(prefix, 'bin')}:${dirname(process.execPath)}:${process.env['PATH']}`,
    HOME: join(folder, 'home'),
    npm_config_fund: 'false',
    npm_config_audit: 'false',
    npm_config_update_notifier: 'false',
  };
  const run = (args: string[]) =>
    execa('npm', args, { cwd: copy, env: { ...environment, HOME: process.env['HOME'] ?? folder } });
  await run(['pack', '--pack-destination', folder]);
  const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  ({ stderr: saidByNpm } = await run(['install', '--global', '--prefix', prefix, join(folder, tarball!)]));
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const installed = (args: string[]) =>
  execa('recon', args, { cwd: folder, env: environment, extendEnv: false, reject: false });

test('the packed program says its version', async () => {
  const { exitCode, stdout } = await installed(['--version']);
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: version });
});

test('no part of it is for another Node than this one', () => {
  expect(saidByNpm).not.toContain('EBADENGINE');
});

test('the package holds what it needs and nothing of the workshop', () => {
  const names = readdirSync(join(prefix, 'lib/node_modules/recon')).sort();
  expect(names).toEqual(
    [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'THIRD-PARTY.md',
      'bin',
      'completions',
      'dist',
      'node_modules',
      'package.json',
      'samples',
    ].sort(),
  );
});

test('the installed demo does the main job', async () => {
  const { exitCode, all } = await execa('recon', ['demo'], {
    cwd: folder,
    env: environment,
    extendEnv: false,
    reject: false,
    all: true,
  });
  expect({ exitCode, all }).toMatchObject({ exitCode: 0 });
  const models = readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('model.glb'));
  expect(models.length).toBeGreaterThan(0);
});
