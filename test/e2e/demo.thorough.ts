import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { validateBytes } from 'gltf-validator';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeHome, type ReconHome, SAMPLES } from '../support/recon-home.ts';
import { requireTool } from '../support/require-tool.ts';

let home: ReconHome;
beforeEach(async () => {
  home = await makeHome();
});
afterEach(() => home.remove());

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

test('the whole job is done, by commands that are shown, and nothing of the person’s is touched', async () => {
  const { exitCode, stdout, stderr } = await home.recon(['demo'], {
    env: { RECON_BASE_URL: 'https://clinic.example' },
  });
  expect({ exitCode, stdout }, stderr).toEqual({ exitCode: 0, stdout: 'recon-demo\n' });
  expect(stderr).not.toContain('warning');
  for (const command of ['serve', 'patients create', 'wait', 'patients get', 'download']) {
    expect(stderr).toContain(`$ recon ${command}`);
  }
  expect(await readdir(home.folder)).toEqual(['recon-demo']);

  const folder = join(home.folder, 'recon-demo');
  expect((await readdir(folder)).sort()).toEqual(['ana-face', 'ana-face.zip', 'ben-body', 'ben-body.zip']);
  for (const [name, photos] of [
    ['ana-face', 'ana/face'],
    ['ben-body', 'ben/body'],
  ] as const) {
    await expectWholeArchive(join(folder, name), join(SAMPLES, photos));
  }
}, 400_000);

test('a folder that holds something is not written into', async () => {
  const attempt = await home.recon(['demo', SAMPLES]);
  expect(attempt).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringContaining('is there already') });
});

test('stopped early, it leaves no service and no half result behind', async () => {
  const child = home.start(['demo', 'mine'], { env: { TMPDIR: home.folder } });
  await new Promise<void>((resolve) => {
    let heard = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      heard += chunk.toString();
      if (heard.includes('$ recon patients create')) resolve();
    });
  });
  child.kill('SIGTERM');
  const { exitCode } = await child;
  expect(exitCode).toBe(143);
  await expect(stat(join(home.folder, 'mine'))).rejects.toMatchObject({ code: 'ENOENT' });
  expect(await readdir(home.folder)).toEqual([]);
}, 60_000);
