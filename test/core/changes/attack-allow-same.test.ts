import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeHome, type ReconHome } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { strangerService } from './attack-service.ts';

const TOKEN = 'canary_5up3r53cr3tt0k3n';

let home: ReconHome;
beforeEach(async () => {
  home = await makeHome();
  await runMain(['config', 'set', 'quiet-period', '50ms'], home.environment);
  return () => home.remove();
});
const as = (token: string, service: { url: string }, ...args: string[]) =>
  runMain(args, { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: token });
const recon = (service: { url: string }, ...args: string[]) => as(TOKEN, service, ...args);

describe('an import with --allow-same', () => {
  const importing = (service: { url: string }, list: string, ...more: string[]) =>
    recon(service, 'patients', 'import', list, '--allow-same', '--jobs', '1', ...more);

  test('whose report was fed back and finished is not sent again by recon resume', async () => {
    const service = await strangerService();
    const list = join(home.folder, 'list.csv');
    writeFileSync(list, 'name,phone\nAna,1\nBo,2\nCy,3\n');
    service.fates = ['answered', { status: 401 }];
    expect((await importing(service, list)).exitCode).toBe(4);
    const report = join(home.folder, 'list.report.csv');
    expect(readFileSync(report, 'utf8')).toMatch(/not_sent/);
    expect((await importing(service, report)).exitCode).toBe(0);
    expect(service.patients).toHaveLength(3);
    const { stderr } = await recon(service, 'resume');
    expect(
      service.patients.map(({ name }) => name),
      stderr,
    ).toEqual(['Ana', 'Bo', 'Cy']);
  });

  test('a row finished as an entry of another list is not made again when the list is imported again', async () => {
    const service = await strangerService();
    const [one, two] = [join(home.folder, 'one.csv'), join(home.folder, 'two.csv')];
    writeFileSync(one, 'name,phone\nAna,1\n');
    writeFileSync(two, 'name,phone\nAna,1\nBo,2\n');
    service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
    expect((await importing(service, one)).exitCode).toBe(10);
    expect((await importing(service, two)).exitCode).toBe(0);
    const before = service.patients.length;
    expect((await importing(service, two)).exitCode).toBe(0);
    expect(service.patients).toHaveLength(before);
  });
});
