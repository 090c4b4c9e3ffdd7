import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHome, type ReconHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService, workerNamed } from '../../support/running-service.ts';
import { faceForm } from '../../support/service-forms.ts';
import { typeMain } from '../../support/typed-terminal.ts';

let service: TestService;
let home: ReconHome;
let id: string;
beforeAll(async () => {
  [service, home] = await Promise.all([openService({ workerUrl: workerNamed('refuse') }), makeHome()]);
  id = String((await service.patient('POST', '/patients', { form: await faceForm() })).patient.id);
});
afterAll(() => Promise.all([service.close(), home.remove()]));

const WHY = /shows no person/;

/** What the audit tells of one command at the service. */
async function auditOf(command: () => Promise<unknown>): Promise<string[]> {
  const environment = home.environment;
  const list = async () => {
    await service.stop();
    const { stdout } = await runMain(
      ['audit', 'list', '--all', '-o', 'csv', '--fields', 'in_words', '--data', service.dataFolder],
      environment,
    );
    await service.restart();
    return stdout.split(/\r?\n/);
  };
  const before = (await list()).length;
  await command();
  return (await list()).slice(before - 1, -1);
}

const own = () => ({ ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token });

test.each([['list'], ['status'], ['show', 'ID']])(
  'recon %s asks why a model failed, and no download is put on record',
  async (...typed) => {
    let text = '';
    const told = await auditOf(async () => {
      const terminal = await typeMain(
        typed.map((word) => (word === 'ID' ? id : word)),
        own(),
        [],
      );
      text = JSON.stringify(terminal);
    });
    expect(text).toMatch(WHY);
    expect(told).toContain('ask why model failed: done');
    expect(told.join('\n')).not.toMatch(/download|refused/);
  },
);

test('the service tells why, of a model and of an after-record', async () => {
  const failureOf = async (query: string) => {
    const answer = await service.send('GET', `/recon/patients/${id}/failure?type=${query}`);
    return [answer.status, ((await answer.json()) as { failure?: string }).failure];
  };
  expect(await failureOf('face')).toEqual([200, expect.stringMatching(WHY)]);
  expect(await failureOf('face&after=1')).toEqual([404, undefined]);
  await service.send('POST', `/patients/${id}/after`, { form: await faceForm() });
  await expect.poll(() => failureOf('face&after=1')).toEqual([200, expect.stringMatching(WHY)]);
  expect(await failureOf('mammo')).toEqual([404, undefined]);
});
