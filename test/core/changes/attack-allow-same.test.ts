import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { attackHome, names } from './attack-home.ts';
import { strangerService } from './attack-service.ts';

const { importing, pathOf, put, recon } = attackHome();

describe('an import with --allow-same', () => {
  test('whose report was fed back and finished is not sent again by recon resume', async () => {
    const service = await strangerService();
    const list = put('name,phone\nAna,1001\nBo,1002\nCy,1003\n');
    service.fates = ['answered', { status: 401 }];
    expect((await importing(service, list, '--allow-same')).exitCode).toBe(4);
    const report = pathOf('list.report.csv');
    expect(readFileSync(report, 'utf8')).toMatch(/not_sent/);
    expect((await importing(service, report, '--allow-same')).exitCode).toBe(0);
    expect(service.patients).toHaveLength(3);
    const { stderr } = await recon(service, 'resume');
    expect(names(service), stderr).toEqual(['Ana', 'Bo', 'Cy']);
  });

  test('a row finished as an entry of another list is not made again when the list is imported again', async () => {
    const service = await strangerService();
    const [one, two] = [put('name,phone\nAna,1001\n', 'one.csv'), put('name,phone\nAna,1001\nBo,1002\n', 'two.csv')];
    service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
    expect((await importing(service, one, '--allow-same')).exitCode).toBe(10);
    expect((await importing(service, two, '--allow-same')).exitCode).toBe(0);
    expect(names(service)).toEqual(['Ana', 'Bo']);
    expect((await importing(service, two, '--allow-same')).exitCode).toBe(0);
    expect(names(service)).toEqual(['Ana', 'Bo']);
  });
});
