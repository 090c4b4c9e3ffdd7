import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeHome, type ReconHome, SAMPLES } from '../../support/recon-home.ts';
import { runMain } from '../../support/run-main.ts';
import { strangerService } from './attack-service.ts';

const TOKEN = 'canary_5up3r53cr3tt0k3n';
const OTHER = 'another_token_of_someone';
const FACE = ['--type', 'face', '--photos', join(SAMPLES, 'ana', 'face')];

let home: ReconHome;
beforeEach(async () => {
  home = await makeHome();
  await runMain(['config', 'set', 'quiet-period', '50ms'], home.environment);
  return () => home.remove();
});
const as = (token: string, service: { url: string }, ...args: string[]) =>
  runMain(args, { ...home.environment, RECON_BASE_URL: service.url, RECON_TOKEN: token });
const recon = (service: { url: string }, ...args: string[]) => as(TOKEN, service, ...args);
const create = (service: { url: string }, ...args: string[]) => recon(service, 'patients', 'create', ...args);

describe('a service that writes fields in its own way', () => {
  test.each<[string, string[], (fields: Record<string, string>) => Record<string, unknown>, 'exact' | 'contains']>([
    [
      'lower-cases the email, exact filter',
      ['--name', 'Ana', '--email', 'Ana@Clinic.pt'],
      (f) => ({ ...f, email: f['email']?.toLowerCase() }),
      'exact',
    ],
    ['title-cases the name, exact filter', ['--name', 'ana silva'], (f) => ({ ...f, name: 'Ana Silva' }), 'exact'],
    [
      'drops inner spaces',
      ['--name', 'Ana  Silva'],
      (f) => ({ ...f, name: f['name']?.replaceAll(/\s+/g, ' ') }),
      'contains',
    ],
    [
      'composes letters, exact filter',
      ['--name', 'Jose\u0301'],
      (f) => ({ ...f, name: f['name']?.normalize('NFC') }),
      'exact',
    ],
    [
      'writes phones internationally',
      ['--name', 'Ana', '--phone', '912 345 678'],
      (f) => ({ ...f, phone: '+351912345678' }),
      'contains',
    ],
    [
      'writes phones with 00',
      ['--name', 'Ana', '--phone', '+351 912 345 678'],
      (f) => ({ ...f, phone: '00351912345678' }),
      'contains',
    ],
    ['drops the phone', ['--name', 'Ana', '--phone', '12'], (f) => ({ ...f, phone: null }), 'contains'],
    [
      'cuts long names',
      ['--name', 'Ana Maria da Conceicao'],
      (f) => ({ ...f, name: f['name']?.slice(0, 14) }),
      'contains',
    ],
    [
      'puts the family name first',
      ['--name', 'Ana Silva', '--email', 'a@b.pt'],
      (f) => ({ ...f, name: 'Silva, Ana' }),
      'contains',
    ],
  ])('%s: a lost create is not made twice', async (_, args, rewrite, filter) => {
    const service = await strangerService({ rewrite, filter });
    service.fates = ['lost applied'];
    const { exitCode, stderr } = await create(service, ...args);
    expect(service.patients.length, stderr).toBe(1);
    expect([0, 10]).toContain(exitCode);
  });

  test('ids that are no digits: a create whose answer names no id is not made three times', async () => {
    const service = await strangerService({ idOf: (number) => `p_${number}` });
    const { exitCode, stderr } = await create(service, '--name', 'Ana');
    expect(service.patients.length, stderr).toBe(1);
    expect(exitCode).toBe(10);
  });
});

describe('name twins', () => {
  test('one without a phone does not take the other one for itself', async () => {
    const service = await strangerService();
    const list = join(home.folder, 'list.csv');
    writeFileSync(list, 'name,phone\nAna,\nAna,5550199\n');
    const seen = new Map<string, number>();
    service.fateOf = (_, { phone = '' }) => {
      const times = (seen.get(phone) ?? 0) + 1;
      seen.set(phone, times);
      return times > 1 ? 'answered' : phone === '' ? 'lost unapplied' : 'lost applied';
    };
    const { exitCode, stderr } = await recon(service, 'patients', 'import', list, '--jobs', '2');
    expect(service.patients.map(({ phone = '' }) => phone).sort(), stderr).toEqual(['', '5550199']);
    expect(exitCode).toBe(0);
  });

  test('one made meanwhile by a colleague with more fields is not adopted', async () => {
    const service = await strangerService();
    service.fates = ['lost unapplied'];
    const running = create(service, '--name', 'Ana');
    await expect.poll(() => service.log.length).toBeGreaterThan(1);
    service.patients.push({ id: 77, owner: TOKEN, name: 'Ana', phone: '999', email: 'other@ana.pt' });
    const { exitCode, stdout } = await running;
    expect({ exitCode, stdout }).not.toEqual({ exitCode: 0, stdout: '77\n' });
  });

  test('one made meanwhile without photos is not taken for the one that was sent with photos', async () => {
    const service = await strangerService();
    service.fates = ['lost unapplied'];
    await runMain(['config', 'set', 'quiet-period', '1s'], home.environment);
    const running = create(service, '--name', 'Ana', '--no-wait', ...FACE);
    await expect.poll(() => service.log.some((line) => line.startsWith('POST')), { timeout: 8000 }).toBe(true);
    service.patients.push({ id: 77, owner: TOKEN, name: 'Ana' });
    const { exitCode, stdout } = await running;
    expect({ exitCode, stdout }).not.toEqual({ exitCode: 0, stdout: '77\n' });
  });
});

describe('another token, same profile', () => {
  test('a deletion that was not made is not told as made because the other account cannot see the patient', async () => {
    const service = await strangerService();
    await create(service, '--name', 'Ana');
    service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
    expect((await recon(service, 'patients', 'delete', '1', '--yes')).exitCode).toBe(10);
    const { exitCode } = await as(OTHER, service, 'resume');
    expect(service.patients).toHaveLength(1);
    expect(exitCode).not.toBe(0);
  });

  test('delete of the same id by the other account does not say success', async () => {
    const service = await strangerService();
    await create(service, '--name', 'Ana');
    service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
    await recon(service, 'patients', 'delete', '1', '--yes');
    const { exitCode } = await as(OTHER, service, 'patients', 'delete', '1', '--yes');
    expect(service.patients).toHaveLength(1);
    expect(exitCode).not.toBe(0);
  });

  test('a patient of the other account is not adopted', async () => {
    const service = await strangerService();
    service.patients.push({ id: 50, owner: OTHER, name: 'Ana' });
    service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
    expect((await create(service, '--name', 'Ana')).exitCode).toBe(10);
    const { exitCode, stdout } = await as(OTHER, service, 'resume');
    expect({ exitCode, stdout }).not.toEqual({ exitCode: 0, stdout: '50\n' });
  });
});
