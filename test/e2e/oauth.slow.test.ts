import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Desk, type OAuthClinic, openDesk, openOAuthClinic } from './oauth-home.ts';

let place: OAuthClinic;
let desk: Desk;

beforeAll(async () => {
  place = await openOAuthClinic();
});
afterAll(() => place.close());
beforeEach(async () => {
  desk = await openDesk(place);
});

const renewals = () => place.issuer.grants.filter((kind) => kind === 'refresh_token').length;
describe('log in', () => {
  test('with a browser, at the issuer that the service names; then every command works', async () => {
    const login = await desk.logIn();
    expect(login).toMatchObject({ exitCode: 0, stdout: '' });
    expect(login.stderr).toContain(`Logged in to ${desk.service.url} as profile default.`);
    expect(login.stderr).toContain('The token is in the keyring of this computer.');
    expect(login.page).toMatchObject({ status: 200, text: expect.stringContaining('You have logged in') });

    const created = await desk.recon('patients', 'create', '--name', 'Ana OAuth');
    expect(created).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^\d+\n$/) });
    expect(await desk.recon('patients', 'get', 'last')).toMatchObject({ exitCode: 0 });
    const status = await desk.recon('status', '--json');
    expect(JSON.parse(status.stdout)).toMatchObject({
      token_from: 'the keyring of this computer',
      issuer: place.issuer.url,
      accepted: true,
    });
  });

  test('tokens are in the keyring, and in no other file, output or trace', async () => {
    expect(await desk.logIn(['--debug'])).toMatchObject({ exitCode: 0 });
    const before = await desk.grant();
    expect((await desk.recon('patients', 'create', '--name', 'Ana Trace', '--debug')).exitCode).toBe(0);
    await place.issuer.revokeAccess(before!.accessToken);
    const list = await desk.recon('patients', 'list', '--debug');
    expect(list).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('debug: request POST /token') });
    const after = await desk.grant();
    const tokens = [before, after].flatMap((grant) => [grant!.accessToken, grant!.refreshToken]);
    expect(new Set(tokens).size).toBe(4);
    expect(await desk.placesOf(tokens)).toEqual([desk.secretsFile]);
  });

  test('issuer and client as typed, where the service says nothing', async () => {
    desk.service.says.announces = false;
    const nothing = await desk.logIn();
    expect(nothing).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--issuer and --client-id missing') });
    const half = await desk.logIn(['--issuer', place.issuer.url]);
    expect(half).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--client-id missing') });
    const typed = ['--issuer', place.issuer.url, '--client-id', 'recon'];
    // Without the service's name the issuer gives a token that is not for it.
    const login = await desk.logIn(typed);
    expect(login).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('does not accept the access token') });
    expect(await desk.secrets()).toEqual({});
    desk.service.says.isNamed = false;
    expect(await desk.logIn([...typed, '--scope', 'openid offline_access'])).toMatchObject({ exitCode: 0 });
    expect(await desk.recon('patients', 'list')).toMatchObject({ exitCode: 0 });
  });

  test('again, at the same issuer, whatever the service says then', async () => {
    await desk.logIn();
    const first = await desk.grant();
    desk.service.says.announces = false;
    desk.service.says.metadata = {};
    const run = await desk.recon('login', '--oauth', '--dry-run');
    expect(run).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(place.issuer.url) });
    expect(await desk.grant()).toEqual(first);
    // Nobody is there to open a page.
    expect(await desk.recon('login')).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('nobody to ask') });
  });

  test('no keyring: it stops before anybody logs in', async () => {
    Object.assign(desk.home.environment, { RECON_TEST_KEYRING: '/nowhere.cjs' });
    const login = await desk.logIn();
    expect(login).toMatchObject({ exitCode: 2, page: undefined });
    expect(login.stderr).toContain('--insecure-storage');
    const insecure = await desk.logIn(['--insecure-storage']);
    expect(insecure).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('plain file') });
    const file = join(desk.home.folder, '.config/recon/credentials.json');
    const kept = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
    const { accessToken } = JSON.parse(kept[`default ${desk.service.url} oauth`]!) as { accessToken: string };
    await place.issuer.revokeAccess(accessToken);
    expect(await desk.recon('patients', 'list')).toMatchObject({ exitCode: 0 });
    expect(renewals()).toBe(1);
    expect(await readFile(file, 'utf8')).not.toContain(accessToken);
  });

  test.each([
    ['--issuer', 'http://issuer.example', 'should begin with https://'],
    ['--issuer', 'https://ana@issuer.example', 'must not hold a user name'],
  ])('%s %s is refused', async (flag, value, message) => {
    const login = await desk.logIn([flag, value, '--client-id', 'recon']);
    expect(login).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) });
  });

  test.each([
    [['login', '--issuer', 'https://a.example'], '--issuer is for a login with --oauth'],
    [['login', '--no-open'], '--no-open is for a login with --oauth'],
    [['login', '--oauth', '--token-stdin'], 'exclude each other'],
  ])('%j is refused', async (args, message) => {
    expect(await desk.recon(...args)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) });
  });
});

describe('a token is renewed', () => {
  test('when the service refuses it', async () => {
    await desk.logIn();
    await place.issuer.revokeAccess((await desk.grant())!.accessToken);
    expect(await desk.recon('patients', 'list')).toMatchObject({ exitCode: 0 });
    expect(desk.service.seen.slice(-2).map(({ status }) => status)).toEqual([401, 200]);
    expect(renewals()).toBe(1);
  });

  test('once, by several processes at once', async () => {
    await desk.logIn();
    await place.issuer.revokeAccess((await desk.grant())!.accessToken);
    const lists = await Promise.all([1, 2, 3, 4, 5].map(() => desk.recon('patients', 'list')));
    expect(lists.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0, 0, 0]);
    expect(renewals()).toBe(1);
  });

  test('not if the issuer has ended the login: 4, and the way on', async () => {
    await desk.logIn();
    const { accessToken, refreshToken } = (await desk.grant())!;
    await place.issuer.revokeRefresh(refreshToken);
    // The access token holds still.
    expect(await desk.recon('patients', 'list')).toMatchObject({ exitCode: 0 });
    await place.issuer.revokeAccess(accessToken);
    const list = await desk.recon('patients', 'list');
    expect(list).toMatchObject({ exitCode: 4, stdout: '', stderr: expect.stringContaining('has ended this login') });
    expect(list.stderr).toContain('Try: recon login --oauth');
    expect(await desk.placesOf([accessToken, refreshToken])).toEqual([desk.secretsFile]);
  });
});

describe('log out', () => {
  test('ends the login at the issuer', async () => {
    await desk.logIn();
    const { accessToken, refreshToken } = (await desk.grant())!;
    const logout = await desk.recon('logout');
    expect(logout).toMatchObject({
      exitCode: 0,
      stderr: expect.stringContaining(`${place.issuer.url} has ended the login.`),
    });
    expect(await desk.secrets()).toEqual({});
    expect(await place.issuer.tokenOf(accessToken)).toBeUndefined();
    expect(await place.issuer.provider.RefreshToken.find(refreshToken)).toBeUndefined();
    const list = await desk.recon('patients', 'list');
    expect(list).toMatchObject({ exitCode: 4, stderr: expect.stringContaining('not logged in') });
  });
});
