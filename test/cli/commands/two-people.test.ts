import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeHome, type ReconHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService, workerNamed } from '../../support/running-service.ts';
import { faceForm } from '../../support/service-forms.ts';
import { typeMain } from '../../support/typed-terminal.ts';

let service: TestService;
let home: ReconHome;
beforeAll(async () => {
  service = await openService({ workerUrl: workerNamed('people') });
  home = await makeHome();
});
afterAll(async () => {
  await service.close();
  await home.remove();
});

const environment = () => ({ ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token });
const run = (...args: string[]) => runMain(args, environment());
const onTerminal = async (...args: string[]) => (await typeMain(args, environment(), [])).stdout;
const DOUBT = 'face ready, perhaps two people';

test('neither the list nor the status told that a model is perhaps of two people', async () => {
  const form = { 'patient[name]': 'Ana Doubted', ...(await faceForm(2)) };
  const { patient } = await service.patient('POST', '/patients', { form });
  const id = String(patient.id);
  const told = async () => (await service.send('GET', '/patients')).headers.get('recon-two-people');
  await run('wait', id);
  expect(await told()).toBe(`${id}=face`);
  for (const flags of [[], ['--sort', 'name'], ['--id', id], ['--fields', 'name,reconstructions']]) {
    expect(await onTerminal('list', '--no-pager', ...flags)).toContain(DOUBT);
  }
  const status = await onTerminal('status');
  expect(status).toContain('Of 1 patient, 1 has a model of perhaps two people.');
  expect(status).toContain(DOUBT);
  // A program reads the words of the interface.
  const piped = await run('list');
  expect(piped.stdout).toContain('face has_3d');
  expect(piped.stdout).not.toContain('two people');
  expect((await run('patients', 'accept', id, '--type', 'face')).exitCode).toBe(0);
  expect(await onTerminal('list', '--no-pager')).toContain('face ready and accepted');
  expect(await onTerminal('status')).not.toContain('two people');
});
