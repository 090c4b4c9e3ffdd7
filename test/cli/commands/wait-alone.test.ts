import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeHome, type ReconHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { openService, type TestService, workerNamed } from '../../support/running-service.ts';
import { faceForm } from '../../support/service-forms.ts';
import { type Keys, typeMain } from '../../support/typed-terminal.ts';

// A wait of a second each, beside other tests.
vi.setConfig({ testTimeout: 60_000 });

let service: TestService;
let home: ReconHome;
beforeAll(async () => {
  service = await openService({ workerUrl: workerNamed('hang') });
  home = await makeHome();
});
afterAll(async () => {
  await service.close();
  await home.remove();
});

// The answer of a create that is not `async` comes with the model, which this worker never makes.
async function create(name: string, form = {}): Promise<string> {
  const fields = { 'patient[name]': name, ...form, async: 'true' };
  return String((await service.patient('POST', '/patients', { form: fields })).patient.id);
}
const wait = (more: string[], keys: Keys[]) => {
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  return typeMain(['wait', '--wait-timeout', '1s', ...more], environment, keys);
};

test('wait alone tells that nothing is being made, and else offers only what is', async () => {
  await create('Ada Record');
  const nothing = await wait([], [[/\? /, '\r']]);
  expect(nothing).toMatchObject({ exitCode: 0, asked: 0 });
  expect(nothing.stderr).toContain('nothing to wait for: no 3D model is being made');
  expect(nothing.stderr).toContain('next: recon list (to see which models are ready, and which failed)');

  const bea = await create('Bea Going', await faceForm());
  const one = await wait([], [[/\? /, '\r']]);
  expect(one.asked).toBe(0);
  expect(one.exitCode).toBe(8);
  expect(one.stderr).toContain(`being made: ${bea}  Bea Going  face generating`);
  expect((await wait(['--type', 'body'], [])).stderr).toContain('no body model is being made');

  const cy = await create('Cy Going', await faceForm());
  const all = await wait([], [[/Which patient\?/, '\r']]);
  expect(all.asked).toBe(1);
  expect(all.stderr).toContain('all of them (2)');
  expect(all.stderr).toContain(`${cy}  Cy Going   face generating`);
  expect(all.stderr).not.toContain('Ada');
  for (const id of [bea, cy]) expect(all.stderr).toContain(`patient ${id}`);
});

test('a wait for a number did not tell whose it is: a terminal does, once, and a log never', async () => {
  const id = await create('Ida Going', await faceForm());
  const { stderr } = await wait([id], []);
  expect(stderr.split(`patient ${id}, Ida Going\n`)).toHaveLength(2);
  const environment = { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: service.token };
  const log = await runMain(['wait', '--wait-timeout', '1s', id], environment);
  expect(log.stderr).toContain('face is processing');
  expect(log.stderr + log.stdout).not.toContain('Ida');
});

test('the last lines of a wait for several name the patients on a terminal', async () => {
  const ids = [await create('Gil Going', await faceForm()), await create('Hugo Going', await faceForm())];
  const { exitCode, stdout } = await wait(ids, []);
  expect(exitCode).toBe(8);
  for (const [at, name] of ['Gil Going', 'Hugo Going'].entries())
    expect(stdout).toContain(`${ids[at]}, ${name}: face is generating`);
});

test('a wait for somebody without a model names whom there is nothing to wait for, and how photos come', async () => {
  const [dee, eve] = [await create('Dee Record'), await create('Eve Record')];
  const one = await wait([dee], []);
  expect(one.exitCode).toBe(0);
  expect(one.stderr).toContain(`nothing to wait for: patient ${dee} has no 3D model\n`);
  expect(one.stderr).toMatch(new RegExp(`recon invite ${dee} .*recon update ${dee} `, 's'));
  const both = await wait([dee, eve], []);
  expect(both.exitCode).toBe(0);
  expect(both.stderr).toContain(`nothing to wait for: patients ${dee}, ${eve} have no 3D model\n`);
  const fay = await create('Fay Going', await faceForm());
  const body = await wait([fay, '--type', 'body'], []);
  expect(body.exitCode).toBe(0);
  expect(body.stderr).toMatch(new RegExp(`: patient ${fay} has no body model\n[^]*recon show ${fay} `));
});
