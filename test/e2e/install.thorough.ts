import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { execa } from 'execa';
import { validateBytes } from 'gltf-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SAMPLES } from '../support/recon-home.ts';
import { requireTool } from '../support/require-tool.ts';

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

const hashOf = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

/** All sums hold, the photos are those that were sent, and the model is one that any viewer takes. */
async function expectWholeArchive(folder: string, photoFolder: string): Promise<void> {
  const sums = (await readFile(join(folder, 'SHA256SUMS'), 'utf8')).trim().split('\n');
  expect(sums.length).toBeGreaterThan(8);
  for (const line of sums) {
    const [sum, name] = line.split(/ [ *]/) as [string, string];
    expect(await hashOf(join(folder, name)), name).toBe(sum);
  }
  if (requireTool('sha256sum')) {
    expect(await execa('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd: folder })).toMatchObject({ exitCode: 0 });
  }
  for (const view of await readdir(photoFolder)) {
    expect(await hashOf(join(folder, 'photos', view)), view).toBe(await hashOf(join(photoFolder, view)));
  }
  const { issues, info } = await validateBytes(await readFile(join(folder, 'model.glb')));
  expect({ errors: issues.numErrors, messages: issues.messages.filter(({ severity }) => severity === 0) }).toEqual({
    errors: 0,
    messages: [],
  });
  expect(info).toMatchObject({ hasTextures: true });
  expect(info.totalTriangleCount).toBeGreaterThan(1_000);
}

test('the installed demo does the main job, by commands that are shown, and touches nothing of the person’s', async () => {
  const work = join(folder, 'work');
  mkdirSync(work);
  const { exitCode, stdout, stderr } = await execa('recon', ['demo'], {
    cwd: work,
    env: { ...environment, RECON_BASE_URL: 'https://clinic.example' },
    extendEnv: false,
    reject: false,
  });
  expect({ exitCode, stdout }, stderr).toEqual({ exitCode: 0, stdout: 'recon-demo' });
  expect(stderr).not.toContain('warning');
  for (const command of ['serve', 'patients create', 'wait', 'patients get', 'download']) {
    expect(stderr).toContain(`$ recon ${command}`);
  }
  expect([readdirSync(work), existsSync(environment['HOME']!)]).toEqual([['recon-demo'], false]);

  const made = join(work, 'recon-demo');
  expect(readdirSync(made).sort()).toEqual(['ana-face', 'ana-face.zip', 'ben-body', 'ben-body.zip']);
  for (const [name, photos] of [
    ['ana-face', 'ana/face'],
    ['ben-body', 'ben/body'],
  ] as const) {
    await expectWholeArchive(join(made, name), join(SAMPLES, photos));
  }
});
