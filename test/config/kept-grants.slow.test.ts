import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openConfiguration } from '../../src/config/configuration.ts';
import { ReconError } from '../../src/errors.ts';
import { takeFileLock } from '../../src/system/file-lock.ts';
import type { Grant } from '../../src/system/grant.ts';
import { workingKeyring } from './keyrings/keyrings.ts';
import { temporaryHome } from './temporary-home.ts';

const SERVICE = 'https://clinic.example/api';
const CLIENT = { issuer: 'https://login.example', clientId: 'recon' };
const GRANT: Grant = {
  ...{ ...CLIENT, login: 'a', subject: 'ana', accessToken: 'access-canary-1', refreshToken: 'refresh-canary-1' },
};
const renewed = (grant: Grant): Grant => ({
  ...grant,
  accessToken: 'access-canary-2',
  refreshToken: 'refresh-canary-2',
});

async function machine() {
  const { home, paths } = await temporaryHome();
  const { keyring, secrets } = await workingKeyring(home);
  const warnings: string[] = [];
  const open = () =>
    openConfiguration({
      environment: { HOME: home },
      platform: 'linux',
      flags: () => ({}),
      keyring,
      onWarning: (sentence) => warnings.push(sentence),
    });
  const target = (await open().loginTarget(SERVICE))!;
  const logIn = (grant = GRANT, insecure = false) => open().keepGrant(target, CLIENT, grant, insecure);
  return { home, paths, open, target, logIn, secrets, warnings };
}

test('a login is found by the next command; the settings hold no token', async () => {
  const { open, logIn, secrets } = await machine();
  expect(await logIn()).toMatchObject({ kind: 'keyring' });
  const connection = await open().connection();
  expect(connection).toMatchObject({ baseUrl: SERVICE, token: 'access-canary-1', grant: GRANT });
  const settings = await readFile(open().file, 'utf8');
  expect(JSON.parse(settings)).toMatchObject({
    profiles: { default: { 'base-url': SERVICE, issuer: CLIENT.issuer, 'client-id': 'recon' } },
  });
  expect(settings).not.toContain('canary');
  expect(Object.keys(JSON.parse(await secrets()))).toEqual(['recon: default https://clinic.example oauth']);
  expect(await open().loginTarget()).toMatchObject({ oauth: CLIENT });
});

test('of the two kinds of login the last counts, and the other is gone', async () => {
  const { open, logIn, target, secrets } = await machine();
  await open().keepLogin(target, 'rcn_canary0123456789', false);
  await logIn();
  expect(Object.keys(JSON.parse(await secrets()))).toHaveLength(1);
  const again = (await open().loginTarget())!;
  await open().keepLogin(again, 'rcn_canary0123456789', false);
  expect(await open().connection()).toMatchObject({ token: 'rcn_canary0123456789', holder: 'rcn_canary0123456789' });
  expect(Object.values(JSON.parse(await secrets()))).toEqual(['rcn_canary0123456789']);
  expect(await open().loginTarget()).toMatchObject({ oauth: undefined });
});

test.each([false, true])('a renewal is kept where the login is (in a file: %s)', async (insecure) => {
  const { open, logIn, target } = await machine();
  const place = await logIn(GRANT, insecure);
  expect(await open().renewGrant(target, async (kept) => renewed(kept))).toEqual(renewed(GRANT));
  expect(await open().connection()).toMatchObject({ token: 'access-canary-2', from: place });
});

test('the one who renews after another one sees what that one kept', async () => {
  const { open, logIn, target } = await machine();
  await logIn();
  const seen: string[] = [];
  const renew = async (kept: Grant) => {
    seen.push(kept.accessToken);
    await new Promise((resolve) => setTimeout(resolve, 100));
    return renewed(kept);
  };
  await Promise.all([open().renewGrant(target, renew), open().renewGrant(target, renew)]);
  expect(seen).toEqual(['access-canary-1', 'access-canary-2']);
});

test('a renewal that cannot be kept is used all the same, and told', async () => {
  const { home, open, logIn, target, warnings } = await machine();
  await logIn();
  const renew = async (kept: Grant) => {
    await rm(join(home, 'keyring.cjs'));
    return renewed(kept);
  };
  expect(await open().renewGrant(target, renew)).toEqual(renewed(GRANT));
  expect(warnings).toEqual(['the renewed token could not be kept; log in again before the next command']);
});

test('a keyring that does not answer is no login that was removed', async () => {
  const { home, open, logIn, target } = await machine();
  await logIn();
  await rm(join(home, 'keyring.cjs'));
  await expect(open().renewGrant(target, async (kept) => kept)).rejects.toMatchObject({
    message: 'the keyring of this computer did not answer',
  });
});

test('Ctrl-C ends the wait for another process that renews', async () => {
  const { paths, open, logIn, target } = await machine();
  await logIn();
  const release = (await takeFileLock(join(paths.configFolder, 'grant.lock')))!;
  const stop = new AbortController();
  const waiting = open().renewGrant(target, async (kept) => kept, stop.signal);
  setTimeout(() => stop.abort(new ReconError('interrupted', 'stopped by Ctrl-C')), 100);
  await expect(waiting).rejects.toMatchObject({ code: 'interrupted' });
  release();
});

test('a login that was removed is not renewed, and its tokens are given back for the issuer', async () => {
  const { open, logIn, target, secrets } = await machine();
  await logIn();
  expect(await open().forgetLogin()).toMatchObject({ grant: GRANT, places: [{ kind: 'keyring' }] });
  expect(await secrets()).toBe('{}');
  expect(await open().renewGrant(target, async (kept) => kept)).toBeUndefined();
  await expect(open().connection()).rejects.toMatchObject({ code: 'not_logged_in' });
});

test('who it is stays the same through renewals and logins of one person, and differs else', async () => {
  const { open, logIn } = await machine();
  const holders: string[] = [];
  const { subject: _, ...nameless } = GRANT;
  const logins = [GRANT, renewed(GRANT), { ...GRANT, login: 'b' }, { ...GRANT, subject: 'ben' }, nameless];
  for (const grant of [...logins, { ...nameless, login: 'b' }]) {
    await logIn(grant, true);
    holders.push((await open().connection()).holder);
  }
  expect(holders.slice(0, 3)).toEqual(Array(3).fill(holders[0]));
  expect(new Set(holders).size).toBe(4);
});

test.each(['access-canary', '{"login":"a"}', '[]', 'null', JSON.stringify({ ...GRANT, expiresAt: 'soon' })])(
  'a kept login that is damaged is told without its content: %s',
  async (text) => {
    const { paths, open, logIn } = await machine();
    await logIn(GRANT, true);
    const account = 'default https://clinic.example oauth';
    await writeFile(join(paths.configFolder, 'credentials.json'), JSON.stringify({ [account]: text }));
    const failure = await open()
      .connection()
      .catch((error: unknown) => error as ReconError);
    expect(failure).toMatchObject({ code: 'storage', hint: { command: ['login'] } });
    expect((failure as ReconError).message).not.toContain('canary');
  },
);

test('a login is of one service: its tokens go to no other address', async () => {
  const { home, logIn } = await machine();
  await logIn(GRANT, true);
  const elsewhere = openConfiguration({
    environment: { HOME: home },
    platform: 'linux',
    flags: () => ({ 'base-url': 'https://other.example' }),
  });
  await expect(elsewhere.connection()).rejects.toMatchObject({ code: 'not_logged_in' });
});
