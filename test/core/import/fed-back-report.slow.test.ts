import { copyFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
  const list = put('name,phone\nAna,1001\nBo,1002\n');
  service.fates = ['answered', { status: 401 }];
  expect((await importing(service, list)).exitCode).toBe(4);
  const other = put('name,phone\nAna,1001\nZoe,1009\n', 'other.csv');
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
  expect(readFileSync(pathOf('list.report.2.csv'), 'utf8')).toMatch(/^Bo,1,created,,\r$/m);
});

/** The report, one line as `change` makes it. */
function edited(report: string, change: (lines: string[]) => string[]): string {
  const [head = '', ...lines] = readFileSync(report, 'utf8').trimEnd().split('\r\n');
  writeFileSync(report, `${[head, ...change(lines)].join('\r\n')}\r\n`);
  return report;
}

test('a row that is corrected in its report is sent, though the report names it', async () => {
  const service = await strangerService();
  const list = put('name\nAna\nBo\n');
  service.fateOf = (_, { name }) => (name === 'Bo' ? { status: 422 } : undefined);
  expect((await importing(service, list)).exitCode).toBe(7);
  const report = edited(pathOf('list.report.csv'), ([ana = '', bo = '']) => [ana, bo.replace('Bo', 'Beatriz')]);
  service.fateOf = () => undefined;
  expect((await importing(service, report)).exitCode).toBe(0);
  expect(names(service)).toEqual(['Ana', 'Beatriz']);
});

test('a row whose id was taken out of its report, and whose name was changed, is another patient', async () => {
  const service = await strangerService();
  const list = put('name\nAna\n');
  expect((await importing(service, list)).exitCode).toBe(0);
  const report = edited(pathOf('list.report.csv'), ([ana = '']) => [ana, ana.replace('Ana,1,created', 'Zoe,,')]);
  expect((await importing(service, report)).exitCode).toBe(0);
  expect(names(service)).toEqual(['Ana', 'Zoe']);
});

test('a few rows of a report, in a list of their own, leave the rest to resume', async () => {
  const service = await strangerService();
  const list = put('name\nAna\nBo\nCy\nDi\n');
  service.fates = ['answered', { status: 401 }];
  expect((await importing(service, list, '--jobs', '1')).exitCode).toBe(4);
  const lines = readFileSync(pathOf('list.report.csv'), 'utf8').split('\r\n');
  const few = put([lines[0], lines[2], ''].join('\r\n'), 'few.csv');
  expect((await importing(service, few)).exitCode).toBe(0);
  expect(names(service)).toEqual(['Ana', 'Bo']);
  expect((await recon(service, 'resume')).exitCode).toBe(0);
  expect(names(service)).toEqual(['Ana', 'Bo', 'Cy', 'Di']);
});

test('the list again after its report was fed back sends nothing twice', async () => {
  const { service, list, report } = await stoppedAfterOne();
  expect((await importing(service, report, '--allow-same')).exitCode).toBe(0);
  expect((await importing(service, list, '--allow-same')).exitCode).toBe(0);
  expect(names(service)).toEqual(['Ana', 'Ana', 'Ana']);
});

test('a recon_row that names no row is a problem of the row', async () => {
  const service = await strangerService();
  const { exitCode, stderr } = await importing(service, put('name,recon_row\nAna,../x:1\n'));
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringMatching(/row 2: has recon_row/) });
  expect(names(service)).toEqual([]);
});

test('a report in another folder means the photos beside its list, also where photos of such names lie beside it', async () => {
  const service = await strangerService();
  cpSync(join(SAMPLES, 'ana', 'face'), pathOf('lists/photos'), { recursive: true });
  cpSync(join(SAMPLES, 'ben', 'face'), pathOf('elsewhere/photos'), { recursive: true });
  const list = put(
    `name,type,left,front,right\nAna,face,${['left', 'front', 'right'].map((view) => `photos/${view}.jpg`)}\n`,
    'lists/list.csv',
  );
  service.fates = [{ status: 422 }];
  const report = pathOf('elsewhere/list.report.csv');
  const first = await importing(service, list, '--report', report);
  expect(first.stderr).toContain(`recon patients import ${report} --folder ${pathOf('lists')}`);
  const alone = await importing(service, report);
  expect({ exitCode: alone.exitCode, stderr: alone.stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining('--folder DIR names the folder of the photos'),
  });
  expect(names(service)).toEqual([]);
  expect((await importing(service, report, '--folder', pathOf('lists'))).exitCode).toBe(0);
  expect(names(service)).toEqual(['Ana']);
  expect(readFileSync(pathOf('elsewhere/list.report.2.csv'), 'utf8')).toContain(pathOf('lists/photos/left.jpg'));
});

test('a report of a refused list in another folder tells how it is imported', async () => {
  const service = await strangerService();
  mkdirSync(pathOf('lists'));
  const list = put('name,type,photos\nAna,face,photos\n', 'lists/list.csv');
  const report = pathOf('report.csv');
  const { exitCode, stderr } = await importing(service, list, '--report', report);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining(`recon patients import ${report} --folder ${pathOf('lists')}`),
  });
});
