import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeHome, type ReconHome, SAMPLES } from '../support/recon-home.ts';

let home: ReconHome;
beforeEach(async () => {
  home = await makeHome();
});
afterEach(() => home.remove());

const hashOf = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

test('the whole job is done, by commands that are shown, and nothing of the person’s is touched', async () => {
  const { exitCode, stdout, stderr } = await home.recon(['demo'], {
    env: { RECON_BASE_URL: 'https://clinic.example' },
  });
  expect({ exitCode, stdout }, stderr).toEqual({ exitCode: 0, stdout: 'recon-demo\n' });
  for (const command of ['serve', 'patients create', 'wait', 'patients get', 'download']) {
    expect(stderr).toContain(`$ recon ${command}`);
  }
  expect(await readdir(home.folder)).toEqual(['recon-demo']);

  const folder = join(home.folder, 'recon-demo');
  expect((await readdir(folder)).sort()).toEqual(['ana-face', 'ana-face.zip', 'ben-body', 'ben-body.zip']);
  const sums = (await readFile(join(folder, 'ana-face/SHA256SUMS'), 'utf8')).trim().split('\n');
  expect(sums.length).toBeGreaterThan(8);
  for (const line of sums) {
    const [sum, name] = line.split(/ [ *]/) as [string, string];
    expect(await hashOf(join(folder, 'ana-face', name)), name).toBe(sum);
  }
  for (const view of await readdir(join(SAMPLES, 'ana/face'))) {
    const sent = await hashOf(join(SAMPLES, 'ana/face', view));
    expect(await hashOf(join(folder, 'ana-face/photos', view)), view).toBe(sent);
  }
  expect((await readFile(join(folder, 'ana-face/model.glb'))).toString('latin1', 0, 4)).toBe('glTF');
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
