import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { toldBy } from '../../support/doctor-findings.ts';
import { makeHome } from '../../support/recon-home.ts';
import { requireTool } from '../../support/require-tool.ts';
import { runMain } from '../../support/run-main.ts';
import { openService } from '../../support/running-service.ts';
import { selfSigned } from '../../support/self-signed.ts';
import { tempFolder } from '../../support/temp-folder.ts';

test.runIf(requireTool('openssl'))('half a renewal was told nobody but the log', async () => {
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
