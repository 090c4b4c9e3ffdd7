import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

test('a service whose program was taken away while it runs says so, and works on once it is there again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'recon-replaced-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['bin', 'dist', 'package.json']) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const data = join(folder, 'data');
  const service = execa(process.execPath, [join(folder, 'bin/recon.js'), 'serve', '--port', '0', '--data', data], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: tmpdir() },
    extendEnv: false,
    reject: false,
  });
  onTestFinished(async () => {
    service.kill('SIGTERM');
    await service;
  });
  const url = await new Promise<string>((told) => service.stdout.once('data', (text) => told(String(text).trim())));
  const headers = { authorization: `Bearer ${readFileSync(join(data, 'token'), 'utf8').trim()}` };
  const create = async () => {
    const body = new FormData();
    body.set('patient[name]', 'Una Sample');
    body.set('reconstruction[type]', 'face');
    for (const view of ['left', 'front', 'right']) {
      const photo = readFileSync(join(root, 'samples/ana/face', `${view}.jpg`));
      body.set(`reconstruction[${view}]`, new Blob([photo]), `${view}.jpg`);
    }
    const response = await fetch(`${url}/patients`, { method: 'POST', headers, body });
    return [response.status, await response.text()];
  };
  renameSync(join(folder, 'dist'), join(folder, 'away'));
  expect(await create()).toEqual([503, expect.stringContaining('was removed or replaced while it runs')]);
  renameSync(join(folder, 'away'), join(folder, 'dist'));
  expect(await create()).toEqual([201, expect.any(String)]);
});
