import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openAccounts } from '../../src/service/accounts.ts';
import { otherName } from '../../src/service/certificate-facts.ts';
import { toldBy } from '../support/doctor-findings.ts';
import { makeHome } from '../support/recon-home.ts';
import { requireTool } from '../support/require-tool.ts';
import { runMain } from '../support/run-main.ts';
import { openService } from '../support/running-service.ts';
import { caSigned, selfSigned } from '../support/self-signed.ts';
import { tempFolder } from '../support/temp-folder.ts';

const PUBLIC = 'https://recon.clinic.test';
const hasOpenssl = requireTool('openssl');

test.runIf(hasOpenssl).each([
  ['DNS:recon.clinic.test', PUBLIC, false],
  ['DNS:*.clinic.test', `${PUBLIC}:4747/path`, false],
  ['DNS:*.test', PUBLIC, true],
  ['IP:10.0.0.7', 'https://10.0.0.7', false],
  ['IP:fd00:0:0:0:0:0:0:7', 'https://[fd00::7]', false],
  ['DNS:recon.old.test', PUBLIC, true],
  // The subject of these certificates is localhost, which browsers do not look at.
  ['IP:10.0.0.8', 'https://10.0.0.7', true],
  ['DNS:other.test', 'https://localhost', false],
])('a certificate for %s is at %s that of another name: %s', (names, publicUrl, isOther) => {
  const listening = { host: '127.0.0.1', publicUrl, tls: selfSigned(names) };
  expect(otherName(listening) !== undefined).toBe(isOther);
  // Others see the certificate of the proxy then.
  expect(otherName({ ...listening, isProxy: () => true })).toBeUndefined();
});

test.runIf(hasOpenssl)(
  'of a certificate for another name, and of a signer of the clinic’s, start and doctor tell',
  async () => {
    const folder = tempFolder();
    const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
    const [old, fitting] = [
      caSigned('DNS:recon.old.test,IP:127.0.0.1'),
      caSigned('DNS:recon.clinic.test,IP:127.0.0.1'),
    ];
    const put = ({ cert, key }: { cert: string; key: string }) => {
      writeFileSync(files.key, key);
      writeFileSync(files.cert, cert);
    };
    put(old);
    const service = await openService({ tls: old, tlsFiles: files, publicUrl: PUBLIC });
    onTestFinished(service.close);
    const home = await makeHome();
    onTestFinished(home.remove);
    const told = async () => {
      const { all } = toldBy(await runMain(['doctor', '--json', '--data', service.dataFolder], home.environment));
      return all.filter(({ about }) => about === 'public address' || about === 'phones');
    };
    const unfit = 'is for recon.old.test, 127.0.0.1, and not for recon.clinic.test, which --public-url names';
    const phones = { state: 'warning', about: 'phones', found: expect.stringContaining('no public authority') };
    expect(service.log).toContainEqual(expect.stringContaining(unfit));
    expect(service.log).toContainEqual(expect.stringMatching(/no public authority .* a proxy before the service/));
    expect(await told()).toMatchObject([
      {
        ...{ state: 'wrong', about: 'public address', found: expect.stringContaining(unfit) },
        fix: expect.stringMatching(/names recon\.clinic\.test \(subjectAltName\).*--behind-proxy/),
      },
      phones,
    ]);
    put(fitting);
    await vi.waitFor(async () => expect(await told()).toMatchObject([phones]), 15_000);

    await service.restart({ isProxy: () => true });
    expect(await told()).toEqual([]);
  },
);

test.runIf(hasOpenssl)('who has a login elsewhere is told that phones do not know the signer', async () => {
  const tls = selfSigned('IP:127.0.0.1');
  const service = await openService({ tls });
  onTestFinished(service.close);
  const home = await makeHome();
  onTestFinished(home.remove);
  writeFileSync(join(home.folder, 'ca.pem'), tls.cert);
  const accounts = await openAccounts(service.places);
  const { token } = await accounts.add('desk');
  await accounts.close();
  const environment = { ...home.environment, RECON_TOKEN: token };
  await runMain(['config', 'set', 'ca-file', join(home.folder, 'ca.pem')], environment);
  const { all } = toldBy(await runMain(['doctor', '--json', '--base-url', service.url], environment));
  expect(all).toContainEqual(
    expect.objectContaining({
      state: 'warning',
      about: 'phones',
      found: expect.stringContaining('phones of patients'),
    }),
  );
});
