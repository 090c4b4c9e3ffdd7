import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { followTlsFiles } from '../../src/service/tls-files.ts';
import { toldBy } from '../support/doctor-findings.ts';
import { makeHome } from '../support/recon-home.ts';
import { requireTool } from '../support/require-tool.ts';
import { runMain } from '../support/run-main.ts';
import { openService } from '../support/running-service.ts';
import { selfSigned } from '../support/self-signed.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { ARE_PLACES_SHARED } from '../support/test-places.ts';

const INFORMED = /^TLS: the changed certificate is in use, until \d{4}-\d\d-\d\d$/;

test.runIf(requireTool('openssl'))('a renewed certificate is news and no fault; one that has expired is', async () => {
  const folder = tempFolder();
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  const [first, second, third] = [0, 1, 2].map(() => selfSigned('IP:127.0.0.1'));
  const put = (pair: typeof first) => {
    writeFileSync(files.cert, pair!.cert);
    writeFileSync(files.key, pair!.key);
  };
  put(first);
  const told: [string, string | undefined][] = [];
  let now = Date.now();
  const onLog = (line: string, weight?: string) => void told.push([line, weight]);
  onTestFinished(followTlsFiles(files, first!, { onPair: () => {}, onLog, now: () => now, everyMs: 20 }));
  put(second);
  await vi.waitFor(() => expect(told).toEqual([[expect.stringMatching(INFORMED), 'news']]), 5_000);
  now += 3 * 86_400_000;
  put(third);
  const expired = expect.stringMatching(/^TLS: the changed certificate is in use, but it /);
  await vi.waitFor(() => expect(told[1]).toEqual([expired, 'fault']), 5_000);
});

// Beside a folder, that is: of shared places the command needs more than the folder.
test.runIf(requireTool('openssl') && !ARE_PLACES_SHARED)('half a renewal was told nobody but the log', async () => {
  const folder = tempFolder();
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  const [first, second] = [selfSigned('IP:127.0.0.1'), selfSigned('IP:127.0.0.1')];
  writeFileSync(files.cert, first.cert);
  writeFileSync(files.key, first.key);
  const service = await openService({ tls: first, tlsFiles: files });
  onTestFinished(service.close);
  const home = await makeHome();
  onTestFinished(home.remove);
  const ofCertificate = async () => {
    const { all } = toldBy(await runMain(['doctor', '--json', '--data', service.dataFolder], home.environment));
    return all.find(({ about }) => about === 'renewed certificate')?.state;
  };
  expect(await ofCertificate()).toBeUndefined();
  writeFileSync(files.cert, second.cert);
  await vi.waitFor(async () => expect(await ofCertificate()).toBe('wrong'), 15_000);
  writeFileSync(files.key, second.key);
  await vi.waitFor(async () => expect(await ofCertificate()).toBeUndefined(), 15_000);
});
