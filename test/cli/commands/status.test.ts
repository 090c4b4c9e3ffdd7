import { expect, onTestFinished, test } from 'vitest';
import { httpServer } from '../../http/servers.ts';
import { makeHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService } from '../../support/running-service.ts';

test('the version of the service is told where it tells it', async () => {
  const [home, service] = await Promise.all([makeHome(), openService({ version: '0.20.0' })]);
  onTestFinished(async () => void (await Promise.all([home.remove(), service.close()])));
  const statusAt = async (url: string, ...flags: string[]) => {
    const environment = { ...home.environment, RECON_BASE_URL: url, RECON_TOKEN: service.token };
    return await runMain(['status', ...flags], environment);
  };
  expect((await statusAt(service.url)).stdout).toMatch(/^service version\trecon 0\.20\.0$/m);
  expect(JSON.parse((await statusAt(service.url, '--json')).stdout)).toMatchObject({ service_version: '0.20.0' });
  const { url } = await httpServer((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end('{"patients":[],"meta":{}}');
  });
  const { exitCode, stdout } = await statusAt(url, '--json');
  expect([exitCode, Object.keys(JSON.parse(stdout))]).toEqual([0, expect.not.arrayContaining(['service_version'])]);
});
