import { copyFile, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Clinic, openClinic } from '../support/clinic.ts';
import { openIssuer, type TestIssuer } from '../support/oauth/issuer.ts';
import { openResourceServer } from '../support/oauth/resource-server.ts';
import { browse } from '../support/oauth/scripted-browser.mjs';
import { makeHome, type ReconHome } from '../support/recon-home.ts';

const support = resolve(import.meta.dirname, '../support/oauth');

let clinic: Clinic;
let issuer: TestIssuer;
let service: Awaited<ReturnType<typeof openResourceServer>>;
let home: ReconHome;

beforeAll(async () => {
  clinic = await openClinic();
  issuer = await openIssuer();
});
afterAll(async () => {
  await issuer.close();
  await clinic.close();
});
beforeEach(async () => {
  const token = (await readFile(join(clinic.dataFolder, 'token'), 'utf8')).trim();
  service = await openResourceServer(issuer, { url: clinic.baseUrl, token });
  Object.assign(issuer.ttl, { accessToken: 600, deviceCode: 300 });
  issuer.grants.length = 0;
  home = await makeHome();
  const keyring = join(home.folder, 'keyring.cjs');
  await copyFile(resolve(import.meta.dirname, '../config/keyrings/working.cjs'), keyring);
  const options = `--require ${join(support, 'mock-keyring.cjs')}`;
  Object.assign(home.environment, { NODE_OPTIONS: options, RECON_TEST_KEYRING: keyring });
});
afterEach(async () => {
  await service.close();
  await home.remove();
});

/** Logs in, and has a browser do what the person would; `way` is what is done there. */
async function logIn(flags: string[] = [], way = { login: 'ana', abort: false }) {
  const run = home.start(['login', '--base-url', service.url, '--oauth', ...flags]);
  let stderr = '';
  const pages: Promise<unknown>[] = [];
  run.stderr?.on('data', (chunk) => {
    stderr += chunk;
    const address = /^(http:\S+\/auth\?\S+)$/m.exec(stderr)?.[1];
    if (address !== undefined && pages.length === 0) pages.push(browse(address, way));
  });
  const { exitCode, stdout } = await run;
  return { exitCode, stdout: String(stdout), stderr, page: (await pages[0]) as Awaited<ReturnType<typeof browse>> };
}

test('log in with a browser, at the issuer that the service names', async () => {
  const login = await logIn();
  expect(login).toMatchObject({ exitCode: 0, stdout: '' });
  expect(login.stderr).toContain(`Logged in to ${service.url} as profile default.`);
  expect(login.page.text).toContain('You have logged in');
  expect(await home.recon(['patients', 'list'])).toMatchObject({ exitCode: 0 });
});
