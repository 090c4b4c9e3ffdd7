import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ArrivedPhotosAnswer,
  PHOTO_ID_FIELD,
  PHOTO_SHA256_FIELD,
  patientPagePaths,
  SEEN_PHOTOS_FIELD,
} from '../../src/contract/patient-page.ts';
import { parseAddressRanges } from '../../src/system/address-ranges.ts';
import { startCaddy } from '../support/caddy.ts';
import { freePort } from '../support/free-port.ts';
import { startNginx } from '../support/nginx.ts';
import { requireTool } from '../support/require-tool.ts';
import { formData, openService, type TestForm, type TestService } from '../support/running-service.ts';
import { faceForm, mammoForm } from '../support/service-forms.ts';

const DEPLOY = resolve(import.meta.dirname, '../../docs/deploy');
const example = (name: string) => readFileSync(join(DEPLOY, name), 'utf8');
const loopback = parseAddressRanges('loopback')!;

interface Proxy {
  url: string;
  close(): Promise<void>;
}

interface Before {
  target: string;
  port: number;
  folder: string;
}

/** nginx gives root's workers to a user who cannot look into a temporary folder. */
const user = process.getuid?.() === 0 ? 'user root; ' : '';

const nginxMain = (folder: string, server: string) =>
  `${user}pid ${join(folder, 'nginx.pid')}; error_log stderr crit; events {} http { ${server} }`;

/** What a person types who follows the first page about `proxy_pass`; nginx takes 1 MB by itself. */
async function plainNginx({ target, port, folder }: Before): Promise<Proxy> {
  const url = `http://localhost:${port}`;
  const server = `client_max_body_size 50m; server { listen 127.0.0.1:${port}; location / { proxy_pass ${target}; } }`;
  return { url, ...(await startNginx(nginxMain(folder, server).replace('', ''), folder, url)) };
}

/** The same with a group of servers, whose name nginx sends as Host. */
async function groupNginx({ target, port, folder }: Before): Promise<Proxy> {
  const url = `http://localhost:${port}`;
  const group = `upstream recon_servers { server ${new URL(target).host}; }`;
  const server = `server { listen 127.0.0.1:${port}; location / { proxy_pass http://recon_servers; } }`;
  const all = `client_max_body_size 50m; ${group} ${server}`;
  return { url, ...(await startNginx(nginxMain(folder, all).replace('', ''), folder, url)) };
}

async function exampleNginx({ target, port, folder }: Before): Promise<Proxy> {
  const site = example('nginx-site.conf')
    .replace('listen 443 ssl', `listen 127.0.0.1:${port}`)
    .replace(/^ {2}ssl_.*$/gm, '')
    .replace('http://127.0.0.1:4747', target);
  const url = `http://localhost:${port}`;
  return { url, ...(await startNginx(nginxMain(folder, site).replace('', ''), folder, url)) };
}

async function plainCaddy({ target, port, folder }: Before): Promise<Proxy> {
  const url = `http://localhost:${port}`;
  return { url, ...(await startCaddy(`${url} {\n\treverse_proxy ${target}\n}\n`, folder, url)) };
}

async function exampleCaddy({ target, port, folder }: Before): Promise<Proxy> {
  const url = `http://localhost:${port}`;
  const caddyfile = example('Caddyfile')
    .replace(/^recon\.clinic\.example/m, url)
    .replace('127.0.0.1:4747', new URL(target).host);
  return { url, ...(await startCaddy(caddyfile, folder, url)) };
}

const PROXIES = [
  ['nginx as it is', 'nginx', plainNginx, undefined],
  ['nginx as it is, believed', 'nginx', plainNginx, loopback],
  ['nginx with a group of servers, believed', 'nginx', groupNginx, loopback],
  ['docs/deploy/nginx-site.conf', 'nginx', exampleNginx, loopback],
  ['Caddy as it is', 'caddy', plainCaddy, undefined],
  ['docs/deploy/Caddyfile', 'caddy', exampleCaddy, loopback],
] as const;

describe.each(PROXIES)('behind %s', (name, tool, start, isProxy) => {
  if (!requireTool(tool)) return test.skip(`${tool} is not installed`, () => {});
  let service: TestService;
  let proxy: Proxy;
  let folder: string;
  beforeAll(async () => {
    const port = await freePort();
    service = await openService({ publicUrl: `http://localhost:${port}`, ...(isProxy && { isProxy }) });
    folder = await mkdtemp(join(tmpdir(), 'recon-proxy-'));
    proxy = await start({ target: service.url, port, folder });
  });
  afterAll(async () => {
    await proxy?.close();
    await service?.close();
    await rm(folder, { recursive: true, force: true });
  });
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${proxy.url}${path}`, { ...init, headers: { authorization: `Bearer ${service.token}`, ...init.headers } });
  const create = async (form: TestForm) => {
    const answer = await ask('/patients', { method: 'POST', body: formData(form) });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { patient: { id: number } }).patient.id;
  };

  test('the form of an invitation is shown and taken from a browser, and not from another site', async () => {
    const id = await create({ 'patient[name]': 'Ana Sample' });
    const invited = await ask(`/patients/${id}/invitation?reconstruction_type=face`);
    const { invitation_url: url } = (await invited.json()) as { invitation_url: string };
    expect(url.startsWith(`${proxy.url}/invitations/`)).toBe(true);
    expect(await (await fetch(url)).text()).toContain('<form method="post"');
    const { 'reconstruction[type]': _type, ...photos } = await faceForm();
    const send = (origin: string) => fetch(url, { method: 'POST', headers: { origin }, body: formData(photos) });
    expect((await send('https://evil.example')).status).toBe(403);
    const taken = await send(proxy.url);
    expect([taken.status, await taken.text()]).toEqual([200, expect.stringContaining('Everything has arrived')]);
  });

  test('the page of a patient goes its whole way: each photo, a look at it, the sending, the model', async () => {
    const id = await create({ 'patient[name]': 'Bea Sample' });
    const invited = await ask(`/patients/${id}/invitation?reconstruction_type=face`);
    const { invitation_url: page } = (await invited.json()) as { invitation_url: string };
    const headers = { origin: proxy.url };
    const form = await faceForm(7);
    const views = ['front', 'left', 'right'] as const;
    const seen: Record<string, string> = {};
    for (const view of views) {
      const photo = form[`reconstruction[${view}]`] as Uint8Array;
      seen[view] = `photo-of-${view}`;
      const body = formData({
        [PHOTO_ID_FIELD]: seen[view],
        [PHOTO_SHA256_FIELD]: createHash('sha256').update(photo).digest('hex'),
        [`reconstruction[${view}]`]: photo,
      });
      const put = await fetch(patientPagePaths.photo(page, view), { method: 'PUT', headers, body });
      expect([view, put.status]).toEqual([view, 200]);
      const look = await fetch(patientPagePaths.look(page, view));
      expect([look.status, Object.keys((await look.json()) as object)]).toEqual([200, ['warnings']]);
    }
    const { photos } = (await (await fetch(patientPagePaths.photos(page))).json()) as ArrivedPhotosAnswer;
    expect(photos.map(({ view }) => view).toSorted()).toEqual(views.toSorted());
    const send = (origin: string) =>
      fetch(patientPagePaths.send(page), {
        method: 'POST',
        headers: { origin, 'idempotency-key': 'a-key-of-this-phone-alone' },
        body: formData({ [SEEN_PHOTOS_FIELD]: JSON.stringify(seen) }),
      });
    expect((await send('https://evil.example')).status).toBe(403);
    const { sent } = (await (await send(proxy.url)).json()) as { sent: string };
    expect(await (await send(proxy.url)).json()).toEqual({ sent });
    const state = async () => {
      const answer = await fetch(new URL(sent, page), { headers: { accept: 'application/json' } });
      return (await answer.json()) as { status: string; frames: string | null };
    };
    await expect.poll(async () => (await state()).status, { timeout: 30_000 }).toBe('has_3d');
    const frames = await fetch(new URL((await state()).frames!, page));
    expect([frames.status, frames.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^image\//)]);
    // The link is used up.
    expect((await fetch(page)).status).toBe(404);
  });

  test('a photo of 40 MB arrives, and polls see its model', async () => {
    const form = await mammoForm(3);
    const photo = form['reconstruction[front]'] as Uint8Array;
    // What follows the picture's end is no picture, and is kept as it came.
    const large = Buffer.alloc(40_000_000, 1);
    large.set(photo);
    const id = await create({ ...form, 'reconstruction[front]': large, async: 'true' });
    const status = async () => {
      const { patient } = (await (await ask(`/patients/${id}`)).json()) as {
        patient: { reconstructions: { status: string }[] };
      };
      return patient.reconstructions[0]?.status;
    };
    await expect.poll(status, { timeout: 20_000 }).toBe('has_3d');
    const archive = await ask(`/patients/${id}/download?type=mammo`);
    expect([archive.status, (await archive.arrayBuffer()).byteLength]).toEqual([200, expect.any(Number)]);
  });

  // nginx by itself passes on what a client claims: believed without the example's line, it lets everybody be anybody.
  const isClaimed = /believed/.test(name);
  const title = isClaimed
    ? 'others than a guesser go on'
    : 'a client cannot guess under made up addresses, and others go on';
  test(title, async () => {
    const guess = (at: number) =>
      ask('/patients', { headers: { authorization: `Bearer rcn_${at}`, 'x-forwarded-for': `203.0.113.${at}` } });
    for (let at = 0; at < 40; at++) expect((await guess(at)).status).toBe(401);
    const refused = await guess(41);
    const isTold = Number(refused.headers.get('retry-after')) > 0;
    expect([refused.status, isTold]).toEqual(isClaimed ? [401, false] : [429, true]);
    expect((await ask('/patients')).status).toBe(200);
  });

  test('headers that a client makes up change no answer', async () => {
    for (const headers of [
      { 'x-forwarded-for': '203.0.113.1, , junk\t, 999.1.1.1' },
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
      { forwarded: 'for=127.0.0.1;host=evil.example;proto=https' },
    ]) {
      const answer = await ask('/patients', { headers });
      expect([headers, answer.status]).toEqual([headers, 200]);
      expect(await answer.text()).not.toContain('evil.example');
    }
  });
});
