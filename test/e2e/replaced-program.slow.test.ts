import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { expect, onTestFinished, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** The program in a folder of its own. */
function installed(): string {
  const folder = mkdtempSync(join(tmpdir(), 'recon-replaced-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['bin', 'dist', 'package.json']) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

test('a command whose program was taken away while it ran told of a connection or of a file', async () => {
  const folder = installed();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.method!);
    if (asked.length === 1) renameSync(join(folder, 'dist'), join(folder, 'away'));
    response.setHeader('content-type', 'application/json');
    response.end(
      '{"patients":[],"meta":{"current_page":1,"next_page":null,"prev_page":null,"total_pages":0,"total_entries":0}}',
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const photos = ['--type', 'face', '--photos', join(root, 'samples/ana/face')];
  const line = [join(folder, 'bin/recon.js'), 'create', '--name', 'Una Sample', '--no-input', ...photos];
  const { port } = server.address() as AddressInfo;
  const { exitCode, stderr } = await execa(process.execPath, line, {
    cwd: folder,
    env: {
      ...{ PATH: process.env['PATH'] ?? '', HOME: folder, TMPDIR: tmpdir(), RECON_TOKEN: `rcn_${'x'.repeat(43)}` },
      RECON_BASE_URL: `http://127.0.0.1:${port}`,
    },
    extendEnv: false,
    reject: false,
  });
  expect(stderr).toMatch(
    /recon: this program was replaced or removed .*\n {2}nothing was changed at the service\n {2}Try: the same command again$/,
  );
  expect([exitCode, asked.filter((method) => method !== 'GET')]).toEqual([12, []]);
});

test('a service whose program was taken away while it runs says so, and works on once it is there again', async () => {
  const folder = installed();
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
