import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { attackHome, names } from './attack-home.ts';
import { strangerService } from './attack-service.ts';

const { importing, pathOf, put, recon } = attackHome();

const LIST = 'name,email\nAna,ana@example.org\nBo,bo@example.org\nCy,cy@example.org\nDi,di@example.org\n';
const report = () => readFileSync(pathOf('list.report.csv'), 'utf8');
const statuses = () =>
  report()
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').slice(2, 4).join(' ').trim());

/** An import that has made Ana, does not know of Bo, and has sent nobody else. */
async function interrupted() {
  const service = await strangerService();
  const list = put(LIST);
  service.fateOf = (_, { name }) => (name === 'Bo' ? 'lost unapplied' : name === 'Ana' ? 'answered' : { status: 401 });
  await importing(service, list);
  expect(statuses()).toEqual(['1 created', 'unknown', 'not_sent', 'not_sent']);
  service.fateOf = undefined;
  return { service, list };
}

test('an import that finds no service at its start says what is known, ends with 10 for open changes, and leaves the report', async () => {
  const { service, list } = await interrupted();
  const before = report();
  service.isDown = true;
  const known = /^0 created · 1 done before · 1 perhaps created · 2 not sent$/m;
  const again = await importing(service, list);
  expect(again).toMatchObject({ exitCode: 10, stdout: '', stderr: expect.stringMatching(known) });
  expect(again.stderr).toContain('so nothing was sent, and of 1 patient nobody knows yet whether');
  const resumed = await recon(service, 'resume');
  expect(resumed).toMatchObject({ exitCode: 10, stderr: expect.stringMatching(known) });
  expect(report()).toBe(before);
  service.isDown = false;
  expect(await recon(service, 'resume')).toMatchObject({ exitCode: 0 });
  expect(names(service)).toEqual(['Ana', 'Bo', 'Cy', 'Di']);
}, 60_000);

test('an import that loses the service before it has looked at a row keeps what is known of it in the report', async () => {
  const { service, list } = await interrupted();
  let reads = 0;
  service.onRequest = () => {
    reads += 1;
    service.isDown = reads > 1;
  };
  const again = await importing(service, list, '--jobs', '4');
  expect(again).toMatchObject({
    exitCode: 10,
    stderr: expect.stringMatching(/^0 created · 1 done before · 2 failed · 1 perhaps created$/m),
  });
  expect(statuses()).toEqual(['1 created', 'unknown', 'failed', 'failed']);
}, 60_000);

test('without a service and without an earlier run it is 6, and there is no report', async () => {
  const service = await strangerService();
  service.isDown = true;
  const { exitCode, stderr } = await importing(service, put(LIST));
  expect({ exitCode, stderr }).toEqual({ exitCode: 6, stderr: expect.stringContaining('so nothing was sent') });
  expect(report).toThrow('ENOENT');
}, 60_000);
