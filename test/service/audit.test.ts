import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type AuditEntry, openAudit } from '../../src/service/audit.ts';
import { openService } from '../support/running-service.ts';
import { canMount, openSmallDisk } from '../support/small-disk.ts';
import { tempFolder } from '../support/temp-folder.ts';

const entry = (patient: number): AuditEntry => ({
  time: `2026-11-22T10:00:0${patient}.000Z`,
  account: 1,
  token: 1,
  operation: 'GET /patients/:id',
  patient,
  outcome: 200,
});
const linesOf = (path: string) =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** A log file that is always full. */
function fullLog(folder: string): string {
  const path = join(folder, 'audit.log');
  symlinkSync('/dev/full', path);
  return path;
}

test.runIf(platform() === 'linux')(
  'an audit line that cannot be written is no failure of what was done, nor of what was refused',
  async () => {
    const dataFolder = join(tempFolder(), 'data');
    mkdirSync(dataFolder);
    fullLog(dataFolder);
    const service = await openService({ dataFolder });
    onTestFinished(() => service.close());
    const { patient } = await service.patient('POST', '/patients', { form: { 'patient[name]': 'Ana' } });
    expect((await service.list()).patients.map(({ name }) => name)).toEqual(['Ana']);
    expect(await service.problem('GET', '/patients', { token: null })).toMatchObject({ code: 'not_logged_in' });
    expect((await service.send('DELETE', `/patients/${patient.id}`)).status).toBe(200);
    expect(service.log).toEqual(['audit log: cannot be written (ENOSPC); lines are counted']);
  },
);

test.runIf(platform() === 'linux')('lines that could not be written are counted in the log, and told', () => {
  const folder = tempFolder();
  const path = fullLog(folder);
  const told: string[] = [];
  const audit = openAudit(path, (line) => told.push(line));
  for (const patient of [1, 2, 3]) audit.append(entry(patient));
  rmSync(path);
  audit.append(entry(4));
  audit.close();
  expect(linesOf(path)).toEqual([{ missing: 3, since: entry(1).time, until: entry(3).time }, entry(4)]);
  expect(told.at(-1)).toBe('audit log: can be written again; lines that are missing: 3');
});

test.runIf(platform() === 'linux')('a log that ends before it can be written again tells the number', () => {
  const told: string[] = [];
  const audit = openAudit(fullLog(tempFolder()), (line) => told.push(line));
  for (const patient of [1, 2]) audit.append(entry(patient));
  audit.close();
  expect(told.at(-1)).toBe('audit log: still cannot be written; lines that are missing: 2');
});

test.runIf(canMount())('a full disk leaves no half line', () => {
  const disk = openSmallDisk('64k');
  const path = join(disk.folder, 'audit.log');
  const audit = openAudit(path, () => {});
  disk.fill('other', 60 * 1024);
  for (let count = 0; count < 100; count++) audit.append(entry(1));
  const whole = linesOf(path).length;
  expect(whole).toBeLessThan(100);
  rmSync(join(disk.folder, 'other'));
  audit.append(entry(2));
  audit.close();
  const lines = linesOf(path);
  expect(lines.slice(whole)).toMatchObject([{ missing: 100 - whole }, { patient: 2 }]);
});

test('a log that somebody moved away is begun anew', () => {
  const path = join(tempFolder(), 'audit.log');
  const audit = openAudit(path, () => {});
  audit.append(entry(1));
  renameSync(path, `${path}.1`);
  audit.append(entry(2));
  audit.close();
  expect([linesOf(`${path}.1`), linesOf(path)]).toEqual([[entry(1)], [entry(2)]]);
});
