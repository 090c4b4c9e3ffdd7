import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openAccounts } from '../../../src/service/accounts.ts';
import { toldBy } from '../../support/doctor-findings.ts';
import { makeHome } from '../../support/recon-home.ts';
import { requireTool } from '../../support/require-tool.ts';
import { runMain } from '../../support/run-main.ts';
import { openService } from '../../support/running-service.ts';
import { caSigned } from '../../support/self-signed.ts';
import { ARE_PLACES_SHARED } from '../../support/test-places.ts';

const freshHome = async () => {
  const home = await makeHome();
  onTestFinished(home.remove);
  return home;
};

test.skipIf(ARE_PLACES_SHARED)(
  'whoever has a login at another name of a service of this machine was led from doctor to doctor',
  async () => {
    const service = await openService();
    onTestFinished(service.close);
    const home = await freshHome();
    const accounts = await openAccounts(service.places);
    const { token } = await accounts.add('desk');
    await accounts.close();
    const local = { 'base-url': service.url, 'token-file': join(service.dataFolder, 'token') };
    const desk = { 'base-url': service.url.replace('127.0.0.1', 'localhost') };
    const folder = join(home.folder, '.config/recon');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const settings = { version: 1, profile: 'desk', profiles: { local, desk } };
    writeFileSync(join(folder, 'config.json'), JSON.stringify(settings), { mode: 0o600 });
    const login = ['login', '--profile', 'desk', '--base-url', desk['base-url'], '--token-stdin', '--insecure-storage'];
    expect(await runMain(login, home.environment, token)).toMatchObject({ exitCode: 0 });
    for (const flags of [[], ['--profile', 'desk']]) {
      const { all, exitCode } = toldBy(await runMain(['doctor', '--json', ...flags], home.environment));
      expect(all.filter(({ about, fix }) => about === 'service inside' || fix.includes('recon doctor'))).toEqual([]);
      expect(all.map(({ about }) => about)).toContain('privacy');
      expect(exitCode).toBe(0);
    }
  },
);

test.runIf(requireTool('openssl'))('doctor told twice that a ca-file has no signer', async () => {
  const pair = caSigned('IP:127.0.0.1');
  const server = createServer(pair, (_, response) => void response.end('{}'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const home = await freshHome();
  const file = join(home.folder, 'leaf.pem');
  writeFileSync(file, pair.cert);
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const environment = { ...home.environment, RECON_BASE_URL: url, RECON_TOKEN: `rcn_${'x'.repeat(43)}` };
  await runMain(['config', 'set', 'ca-file', file], environment);
  const { wrong } = toldBy(await runMain(['doctor', '--json'], environment));
  expect(wrong.map(({ about }) => about)).toEqual(['certificates', 'service']);
  expect(JSON.stringify(wrong).split('has no certificate of a signer')).toHaveLength(2);
});
