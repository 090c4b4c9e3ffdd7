import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SAMPLES } from '../../support/recon-home.ts';
import { attackHome, names } from '../changes/attack-home.ts';
import { strangerService } from '../changes/attack-service.ts';

const { importing, pathOf, put, recon } = attackHome();

const FACE = 'Ana,face,head-hq,photos\n';

/** A list of equal patients with photos, of whom the service took one and then no more. */
async function stoppedAfterOne() {
  const service = await strangerService();
  cpSync(join(SAMPLES, 'ana', 'face'), pathOf('photos'), { recursive: true });
  const list = put(`name,type,provider,photos\n${FACE.repeat(3)}`);
  service.fates = ['answered', { status: 401 }];
  expect((await importing(service, list, '--allow-same')).exitCode).toBe(4);
  expect(names(service)).toEqual(['Ana']);
  return { service, list, report: pathOf('list.report.csv') };
}

test.each([
  ['under its own name', (_: string, report: string) => report],
  [
    'in the place of the list',
    (list: string, report: string) => {
      copyFileSync(report, list);
      return list;
    },
  ],
])('a report with equal rows, fed back %s: each is made once', async (_, placed) => {
  const { service, list, report } = await stoppedAfterOne();
  expect((await importing(service, placed(list, report), '--allow-same')).exitCode).toBe(0);
  expect(names(service)).toEqual(['Ana', 'Ana', 'Ana']);
});

test('a report that is older than the last run, fed back twice because the first time was cut short', async () => {
  const service = await strangerService();
  const list = put('name\nAna\nBo\nCy\nDi\n');
  service.fates = ['answered', { status: 401 }];
  expect((await importing(service, list, '--allow-same')).exitCode).toBe(4);
  const old = pathOf('old.report.csv');
  writeFileSync(old, readFileSync(pathOf('list.report.csv')));
  service.fates = ['answered', { status: 401 }];
  expect((await importing(service, list, '--allow-same')).exitCode).toBe(4);
  service.fates = ['answered', { status: 401 }];
  expect((await importing(service, old, '--allow-same')).exitCode).toBe(4);
  expect((await importing(service, old, '--allow-same')).exitCode).toBe(0);
  expect(names(service)).toEqual(['Ana', 'Bo', 'Cy', 'Di']);
});

test('a report that only found a patient of another import does not close that one', async () => {
  const service = await strangerService();
  const list = put('name,phone\nAna,1\nBo,2\n');
  service.fates = ['answered', { status: 401 }];
  expect((await importing(service, list)).exitCode).toBe(4);
  const other = put('name,phone\nAna,1\nZoe,9\n', 'other.csv');
  service.fates = [{ status: 422 }];
  expect((await importing(service, other)).exitCode).toBe(7);
  expect((await importing(service, pathOf('other.report.csv'))).exitCode).toBe(0);
  const { stderr } = await recon(service, 'resume');
  expect(names(service), stderr).toEqual(['Ana', 'Bo', 'Zoe']);
});

test('a report that is fed back and cut short names those that are done in the next one', async () => {
  const service = await strangerService();
  const list = put('name\nAna\nBo\nCy\n');
  service.fateOf = (_, { name }) => (name === 'Ana' ? { status: 422 } : undefined);
  expect((await importing(service, list)).exitCode).toBe(7);
  const report = pathOf('list.report.csv');
  writeFileSync(report, `name,recon_id,recon_status\nAna,,\n${'Zoe,,\n'.repeat(400)}Bo,1,created\n`);
  service.fateOf = () => ({ status: 401 });
  expect((await importing(service, report, '--allow-same')).exitCode).toBe(4);
  expect(readFileSync(pathOf('list.report.2.csv'), 'utf8')).toMatch(/^Bo,1,created,\r$/m);
});
