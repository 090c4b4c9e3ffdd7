// What the demo makes is seen of the installed program: install.thorough.ts.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeHome, type ReconHome, SAMPLES } from '../support/recon-home.ts';

let home: ReconHome;
beforeEach(async () => {
  home = await makeHome();
});
afterEach(() => home.remove());

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
