import { expect, onTestFinished, test } from 'vitest';
import { httpServer } from '../../http/servers.ts';
import { toldBy } from '../../support/doctor-findings.ts';
import { makeHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';

async function doctorAt(answer: Parameters<typeof httpServer>[0], ...flags: string[]) {
  const home = await makeHome();
  onTestFinished(home.remove);
  let requests = 0;
  const { url } = await httpServer((request, response) => {
    requests += 1;
    answer(request, response, requests);
  });
  const environment = { ...home.environment, RECON_BASE_URL: url, RECON_TOKEN: 'x'.repeat(40) };
  const { all } = toldBy(await runMain(['doctor', '--json', ...flags], environment));
  return { service: all.find(({ about }) => about === 'service'), requests };
}

test('a service that took the request and hangs was asked four times for 2 minutes, and more patience advised', async () => {
  const { service, requests } = await doctorAt(() => {});
  expect(requests).toBe(1);
  expect(service).toMatchObject({
    state: 'wrong',
    found: expect.stringMatching(/did not answer within 10 s$/),
    fix: expect.stringMatching(/^on the machine of the service: recon doctor \(.*start it again\)/),
  });
  expect(service!.fix).not.toContain('tried');
}, 60_000);

test('doctor waits as long as --timeout says', async () => {
  expect((await doctorAt(() => {}, '--timeout', '1s')).service?.found).toMatch(/within 1 s$/);
});

test('a slow answer is told as slow', async () => {
  const { service } = await doctorAt((_, response) => {
    response.setHeader('content-type', 'application/json');
    setTimeout(() => response.end('{"patients":[],"meta":{}}'), 2100);
  });
  expect(service).toMatchObject({ state: 'ok', found: expect.stringMatching(/answers after 2\.\d s, which is slow/) });
});
