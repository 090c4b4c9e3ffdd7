import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openConfiguration } from '../../../src/config/configuration.ts';
import { makeHome } from '../../support/recon-home.ts';
import { requireTool } from '../../support/require-tool.ts';
import { runMain } from '../../support/run-main.ts';
import { openService } from '../../support/running-service.ts';
import { selfSigned } from '../../support/self-signed.ts';

async function opened(tls?: { cert: string; key: string }) {
  const service = await openService(tls && { tls });
  onTestFinished(service.close);
  const home = await makeHome();
  onTestFinished(home.remove);
  const run = (args: string[]) => runMain(args, home.environment, `${service.token}\n`);
  const logIn = (name: string, ...flags: string[]) =>
    run(['login', '--profile', name, '--base-url', service.url, '--token-stdin', '--insecure-storage', ...flags]);
  return { service, home, run, logIn };
}

test('a logout did not say which other logins stay on this computer', async () => {
  const { service, run, logIn } = await opened();
  for (const name of ['desk', 'doctor', 'left']) expect((await logIn(name)).exitCode).toBe(0);
  await run(['config', 'set', 'base-url', 'https://a.example', '--profile', 'never-in']);
  const first = await run(['logout', '--profile', 'left']);
  expect(first.stderr).toContain(`Still logged in on this computer: desk (${service.url}), doctor (${service.url}).\n`);
  const second = await run(['logout', '--profile', 'desk', '--forget']);
  expect(second.stderr).toContain(`Still logged in on this computer: doctor (${service.url}).\n`);
  expect(second.stderr).toContain(
    'Files that were saved stay, such as downloads, exports and reports; how they are taken away: recon help privacy\n',
  );
  expect((await run(['logout', '--profile', 'doctor'])).stderr).not.toContain('Still logged in');
});

test.runIf(requireTool('openssl'))(
  'the login that a logout offered was refused, as the ca-file was forgotten with the profile',
  async () => {
    const tls = selfSigned('IP:127.0.0.1');
    const { service, home, run } = await opened(tls);
    const [file, tokenFile] = [join(home.folder, 'ca.pem'), join(home.folder, 'token')];
    writeFileSync(file, tls.cert);
    writeFileSync(tokenFile, service.token, { mode: 0o600 });
    const { saveLocalService } = openConfiguration({
      ...{ environment: home.environment, platform: process.platform, flags: () => ({}) },
    });
    await saveLocalService({ baseUrl: service.url, tokenFile });
    await run(['config', 'set', 'ca-file', file]);
    expect(await run(['list'])).toMatchObject({ exitCode: 0 });
    const { stderr } = await run(['logout', '--forget']);
    const offered = [...stderr.matchAll(/(?:with the token in that file|and then): recon (.*)$/gm)].map(([, line]) =>
      line!.split(' '),
    );
    expect(offered.map(([word]) => word)).toEqual(['config', 'login']);
    expect(await run(offered[0]!)).toMatchObject({ exitCode: 0 });
    expect(await run([...offered[1]!, '--token-stdin'])).toMatchObject({ exitCode: 0 });
    expect(await run(['list'])).toMatchObject({ exitCode: 0 });
  },
);
