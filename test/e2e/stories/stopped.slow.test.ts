import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request as forward, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openServer } from '../../support/open-server.ts';
import { makeHome, type ReconHome } from '../../support/recon-home.ts';
import { openService, type TestService } from '../../support/running-service.ts';
import { faceForm, photoOf } from '../../support/service-forms.ts';

let service: TestService;
let proxy: Awaited<ReturnType<typeof openHoldingProxy>>;
let home: ReconHome;
beforeEach(async () => {
  service = await openService();
  proxy = await openHoldingProxy(service.url);
  home = await makeHome({ RECON_BASE_URL: proxy.url, RECON_TOKEN: service.token });
});
afterEach(async () => {
  await home.remove();
  await proxy.close();
  await service.close();
});

/** Passes everything on, but keeps back the answers that are asked for: of these only the head and half come through. */
async function openHoldingProxy(targetUrl: string) {
  let isHeld = (_request: IncomingMessage) => false;
  let held = 0;
  const server = await openServer((incoming, outgoing) => {
    const { host: _host, ...headers } = incoming.headers;
    const onward = forward(`${targetUrl}${incoming.url}`, { method: incoming.method ?? 'GET', headers });
    onward.on('response', async (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      if (!isHeld(incoming)) return void answer.pipe(outgoing);
      const body = Buffer.concat(await answer.toArray());
      outgoing.write(body.subarray(0, body.length / 2));
      held += 1;
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  return {
    ...server,
    /** From now on. */
    hold: (which: typeof isHeld) => {
      isHeld = which;
    },
    held: () => held,
  };
}

const FACE = ['left', 'front', 'right'] as const;
const putPhotos = async (folder: string, seed: number, views: readonly (typeof FACE)[number][] = FACE) => {
  const path = join(home.folder, 'camera', folder);
  mkdirSync(path, { recursive: true });
  for (const view of views) writeFileSync(join(path, `${view}.jpg`), await photoOf(view, seed));
};

function watching() {
  const running = home.start(['patients', 'import', 'camera', '--watch', '--type', 'face']);
  let told = '';
  running.stderr!.on('data', (piece) => {
    told += piece;
  });
  return {
    tells: (words: RegExp) => expect.poll(() => told, { timeout: 60_000 }).toMatch(words),
    stop: async () => {
      running.kill('SIGINT');
      const { exitCode, stderr } = await running;
      return { exitCode, stderr: String(stderr) };
    },
  };
}

const people = async () =>
  (await service.list()).patients.map(({ name, reconstructions }) => `${name}: ${reconstructions.length}`).sort();
const reported = () =>
  readFileSync(join(home.folder, 'camera.report.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .map(({ photos, recon_status }) => `${photos} ${recon_status}`)
    .sort();

test('a watch of folders named as patients makes each of them once, also after Ctrl-C in a request and a resume', async () => {
  await putPhotos('Silva, Ana', 1);
  await putPhotos('Costa, Rui', 2, ['left', 'front']);
  const first = watching();
  await first.tells(/^Silva, Ana: created patient \d+, Ana Silva$/m);
  await first.tells(/^Costa, Rui: not sent yet: .*right/m);
  expect(await people()).toEqual(['Ana Silva: 1']);
  // The service makes the patient, and the answer does not come before Ctrl-C.
  proxy.hold(({ method }) => method === 'POST');
  await putPhotos('Costa, Rui', 2, ['right']);
  await expect.poll(proxy.held, { timeout: 60_000 }).toBe(1);
  const stopped = await first.stop();
  expect(stopped.exitCode).toBe(130);
  expect(stopped.stderr).toMatch(/^Costa, Rui: nobody knows yet whether it was created/m);
  expect(stopped.stderr).toMatch(/^ {2}Try: recon patients import camera --watch --type face$/m);

  proxy.hold(() => false);
  const resumed = await home.recon(['resume']);
  expect(resumed).toMatchObject({
    exitCode: 0,
    stderr: expect.stringMatching(/watch of .*camera was cut off; it goes on with.*--watch --type face/),
  });
  expect(await people()).toEqual(['Ana Silva: 1', 'Rui Costa: 1']);

  await putPhotos('Melo, Eva', 3);
  const second = watching();
  await second.tells(/^Melo, Eva: created patient \d+, Eva Melo$/m);
  await second.tells(/^Costa, Rui: created patient \d+, Rui Costa$/m);
  expect((await second.stop()).exitCode).toBe(130);
  expect(await people()).toEqual(['Ana Silva: 1', 'Eva Melo: 1', 'Rui Costa: 1']);
  expect(reported()).toEqual(['Costa, Rui', 'Melo, Eva', 'Silva, Ana'].map((name) => `camera/${name} created`));
  expect((await home.recon(['resume', '--list'])).stdout).toBe('');
});

test('Ctrl-C in an export tells what was begun as not saved yet, and the same command saves it', async () => {
  const ids: string[] = [];
  for (const [at, name] of ['Ana', 'Ben', 'Cid'].entries()) {
    const form = { 'patient[name]': name, async: 'false', ...(await faceForm(at + 1)) };
    ids.push(String((await service.patient('POST', '/patients', { form })).patient.id));
  }
  const archive = (id: string) => join(home.folder, 'out', 'archives', id, `patient-${id}-face.zip`);
  const [saved, ...begun] = ids;
  proxy.hold(({ url = '' }) => begun.some((id) => url.startsWith(`/patients/${id}/download`)));
  const running = home.start(['patients', 'export', '--to', 'out', '--jobs', '3']);
  await expect.poll(proxy.held, { timeout: 60_000 }).toBe(2);
  await expect.poll(() => existsSync(archive(saved!)), { timeout: 60_000 }).toBe(true);
  running.kill('SIGINT');
  const { exitCode, stdout, stderr } = await running;
  expect({ exitCode, stdout }).toEqual({ exitCode: 130, stdout: '' });
  expect(stderr).toMatch(/^3 patients · 1 archive · 2 not saved yet$/m);
  expect(stderr).toMatch(/\b1 archive is saved, 2 are not saved yet$/m);
  expect(begun.map((id) => existsSync(archive(id)))).toEqual([false, false]);

  proxy.hold(() => false);
  const again = await home.recon(['patients', 'export', '--to', 'out']);
  expect(again).toMatchObject({
    exitCode: 0,
    stderr: expect.stringMatching(/^3 patients · 3 archives \(1 of them there already\)$/m),
  });
  expect(ids.every((id) => existsSync(archive(id)))).toBe(true);
});
