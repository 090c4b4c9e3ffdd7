import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { makeHome, type ReconHome, SAMPLES } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { type Kept, strangerService } from '../changes/attack-service.ts';

let home: ReconHome;
beforeEach(async () => {
  home = await makeHome();
  return () => home.remove();
});

const importing = (service: { url: string }, list: string) =>
  runMain(['patients', 'import', list, '--allow-same', '--jobs', '1'], {
    ...home.environment,
    RECON_BASE_URL: service.url,
    RECON_TOKEN: 'a_token_that_is_long_enough',
  });
const pathOf = (name: string) => join(home.folder, name);
const put = (text: string) => {
  writeFileSync(pathOf('list.csv'), text);
  return pathOf('list.csv');
};
const names = ({ patients }: { patients: Kept[] }) => patients.map(({ name }) => name).sort();

const FACE = 'Ana,face,head-hq,photos\n';

/** A list of equal patients with photos, of whom the service took one and then no more. */
async function stoppedAfterOne() {
  const service = await strangerService();
  cpSync(join(SAMPLES, 'ana', 'face'), pathOf('photos'), { recursive: true });
  const list = put(`name,type,provider,photos\n${FACE.repeat(3)}`);
  service.fates = ['answered', { status: 401 }];
  expect((await importing(service, list)).exitCode).toBe(4);
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
  expect((await importing(service, placed(list, report))).exitCode).toBe(0);
  expect(names(service)).toEqual(['Ana', 'Ana', 'Ana']);
});

test('a report that is older than the last run, fed back twice because the first time was cut short', async () => {
  const service = await strangerService();
  const list = put('name\nAna\nBo\nCy\nDi\n');
  service.fates = ['answered', { status: 401 }];
  expect((await importing(service, list)).exitCode).toBe(4);
  const old = pathOf('old.report.csv');
  writeFileSync(old, readFileSync(pathOf('list.report.csv')));
  service.fates = ['answered', { status: 401 }];
  expect((await importing(service, list)).exitCode).toBe(4);
  service.fates = ['answered', { status: 401 }];
  expect((await importing(service, old)).exitCode).toBe(4);
  expect((await importing(service, old)).exitCode).toBe(0);
  expect(names(service)).toEqual(['Ana', 'Bo', 'Cy', 'Di']);
});
