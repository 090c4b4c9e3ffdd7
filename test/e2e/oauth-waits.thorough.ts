import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SAMPLES } from '../support/recon-home.ts';
import { requireTool } from '../support/require-tool.ts';
import { type Desk, type OAuthClinic, openDesk, openOAuthClinic } from './oauth-home.ts';
import { openPty } from './pty-session.ts';

const READY_AFTER_S = 12;

let place: OAuthClinic;
let desk: Desk;

beforeAll(async () => {
  place = await openOAuthClinic(['--ready-after', `${READY_AFTER_S}s`]);
});
afterAll(() => place.close());
beforeEach(async () => {
  desk = await openDesk(place);
});

const renewals = () => place.issuer.grants.filter((kind) => kind === 'refresh_token').length;
const FACE = ['--type', 'face', '--photos', join(SAMPLES, 'ben/face')];
/** Requests that came with a token. */
const asked = () => desk.service.seen.filter(({ token }) => token !== undefined);

test('a token is renewed before it ends', async () => {
  place.issuer.ttl.accessToken = 10;
  await desk.logIn();
  expect(await desk.recon('patients', 'list')).toMatchObject({ exitCode: 0 });
  expect(renewals()).toBe(0);
  await sleep(8_500);
  expect(await desk.recon('patients', 'list')).toMatchObject({ exitCode: 0 });
  expect(renewals()).toBe(1);
  expect(desk.service.seen.filter(({ token, status }) => token !== undefined && status === 401)).toEqual([]);
});

test('a wait goes on when its token ends between two polls', async () => {
  place.issuer.ttl.accessToken = 5;
  await desk.logIn();
  const created = await desk.recon('patients', 'create', '--name', 'Poll Sample', ...FACE, '--no-wait');
  expect(created.exitCode).toBe(0);
  const before = renewals();
  const wait = await desk.recon('wait', created.stdout.trim(), '--json');
  expect(wait).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('has_3d') });
  expect(renewals() - before).toBeGreaterThan(0);
});

test('a wait goes on when its token is revoked between two polls, and ends with 4 when the login is', async () => {
  await desk.logIn();
  const created = await desk.recon('patients', 'create', '--name', 'Poll Two', ...FACE, '--no-wait');
  const id = created.stdout.trim();
  const from = asked().length;
  let [ends, polls] = [0, 0];
  desk.service.says.onAsked = async () => {
    polls += 1;
    if (polls !== 2) return;
    ends += 1;
    await place.issuer.revokeAccess((await desk.grant())!.accessToken);
  };
  expect(await desk.recon('wait', id)).toMatchObject({ exitCode: 0 });
  expect({
    ends,
    refused: asked()
      .slice(from)
      .filter(({ status }) => status === 401).length,
  }).toEqual({ ends: 1, refused: 1 });

  const other = await desk.recon('patients', 'create', '--name', 'Poll Three', ...FACE, '--no-wait');
  polls = 0;
  desk.service.says.onAsked = async () => {
    polls += 1;
    if (polls !== 2) return;
    const { accessToken, refreshToken } = (await desk.grant())!;
    await place.issuer.revokeRefresh(refreshToken);
    await place.issuer.revokeAccess(accessToken);
  };
  const wait = await desk.recon('wait', other.stdout.trim());
  expect(wait).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('has ended this login') });
});

test('an import goes on past several ends of its tokens: nobody is missing, nobody twice', async () => {
  await desk.logIn();
  const names = Array.from({ length: 30 }, (_, at) => `Import Sample ${at}`);
  const list = join(desk.home.folder, 'list.csv');
  await writeFile(list, `name\n${names.join('\n')}\n`);
  const revoked = new Set<string>();
  desk.service.says.onAsked = async () => {
    const token = desk.service.lastToken();
    // Two rows are under way at once; each is to get through with the token after the one that was taken from it.
    if (revoked.has(token) || asked().filter((one) => one.token === token && one.status === 200).length < 12) return;
    revoked.add(token);
    await place.issuer.revokeAccess(token);
  };
  const run = await desk.recon('patients', 'import', list, '--jobs', '2');
  desk.service.says.onAsked = undefined;
  expect(run).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('30 created') });
  expect(revoked.size).toBeGreaterThan(2);
  const { stdout } = await desk.recon('patients', 'list', '--name', 'Import Sample', '--all', '-o', 'ndjson');
  const made = stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { name: string }).name);
  expect(made.toSorted()).toEqual(names.toSorted());
});

test('a change that was cut off is finished with a renewed token: it is the same person', async () => {
  await desk.logIn();
  desk.service.says.cutsCreates = true;
  const cut = await desk.recon('patients', 'create', '--name', 'Cut Sample', '--timeout', '2s');
  expect(cut.exitCode).not.toBe(0);
  desk.service.says.cutsCreates = false;
  await place.issuer.revokeAccess((await desk.grant())!.accessToken);
  expect(await desk.recon('patients', 'list')).toMatchObject({ exitCode: 0 });
  const resumed = await desk.recon('resume');
  expect(resumed).toMatchObject({ exitCode: 0 });
  const { stdout } = await desk.recon('patients', 'list', '--name', 'Cut Sample', '-o', 'ndjson');
  expect(stdout.trim().split('\n')).toHaveLength(1);
});

test('an issuer that is away: nothing is sent, the login stays, and log out says how far it got', async () => {
  await desk.logIn();
  const grant = (await desk.grant())!;
  await place.issuer.revokeAccess(grant.accessToken);
  const back = await place.issuer.goAway();
  const list = await desk.recon('patients', 'list');
  expect(list).toMatchObject({ exitCode: 6, stdout: '' });
  expect(await desk.grant()).toEqual(grant);
  const logout = await desk.recon('logout');
  expect(logout).toMatchObject({
    exitCode: 6,
    stderr: expect.stringContaining('the token is gone from this computer'),
  });
  expect(await desk.secrets()).toEqual({});
  await back();
});

test.skipIf(!requireTool('script'))('on a terminal a browser is opened; not with --no-open', async () => {
  const bin = join(desk.home.folder, 'bin');
  await mkdir(bin);
  const browser = resolve(import.meta.dirname, '../support/oauth/scripted-browser.mjs');
  const opener = `#!/bin/sh\necho opened >> '${desk.home.folder}/opened'\nNODE_OPTIONS= exec '${process.execPath}' '${browser}' "$1"\n`;
  await writeFile(join(bin, 'xdg-open'), opener, { mode: 0o755 });
  const environment = { ...desk.home.environment, PATH: `${bin}:${desk.home.environment.PATH}` };
  const line = `recon login --base-url ${desk.service.url} --oauth`;
  const opened = openPty(line, { environment, folder: desk.home.folder });
  await opened.waitFor('Logged in to');
  expect(await opened.ended).toBe(0);
  expect(await desk.recon('patients', 'list')).toMatchObject({ exitCode: 0 });

  const closed = openPty(`${line} --no-open`, { environment, folder: desk.home.folder });
  await closed.waitFor(/\/auth\?\S+/);
  await sleep(1_000);
  closed.type('\u0003');
  expect(await closed.ended).toBe(130);
  expect(await desk.recon('patients', 'list')).toMatchObject({ exitCode: 0 });
  expect(await readFile(join(desk.home.folder, 'opened'), 'utf8')).toBe('opened\n');

  // Whoever has logged in so does so again.
  const again = openPty('recon login', { environment, folder: desk.home.folder });
  await again.waitFor('Logged in to');
  expect(await again.ended).toBe(0);
});
