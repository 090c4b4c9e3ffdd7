import { describe, expect, test } from 'vitest';
import { attackHome, FACE, OTHER, TOKEN } from './attack-home.ts';
import { strangerService } from './attack-service.ts';

const { as, create, put, recon } = attackHome();

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
    ['drops the phone', ['--name', 'Ana', '--phone', '5550112'], (f) => ({ ...f, phone: null }), 'contains'],
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
    const list = put('name,phone\nAna,\nAna,5550199\n');
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

  test.each<[string, string[], Record<string, string>]>([
    ['by a colleague with more fields', [], { phone: '999', email: 'other@ana.pt' }],
    ['without photos, where photos were sent', ['--no-wait', ...FACE], {}],
  ])('one made meanwhile %s is not adopted', async (_, args, fields) => {
    const service = await strangerService();
    service.fateOf = () => {
      service.patients.push({ id: 77, owner: TOKEN, name: 'Ana', ...fields });
      return 'lost unapplied';
    };
    const { exitCode, stdout, stderr } = await create(service, '--name', 'Ana', ...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 10, stdout: '' });
    expect(stderr).toContain('it may be: 77');
  });
});

describe('another token, same profile', () => {
  test('a deletion that was not made is not told as made because the other account cannot see the patient', async () => {
    const service = await strangerService();
    await create(service, '--name', 'Ana');
    service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
    expect((await recon(service, 'patients', 'delete', '1', '--yes')).exitCode).toBe(10);
    expect((await as(OTHER, service, 'resume')).exitCode).toBe(10);
    expect(service.patients).toHaveLength(1);
  });

  test('delete of the same id by the other account does not say success', async () => {
    const service = await strangerService();
    await create(service, '--name', 'Ana');
    service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
    await recon(service, 'patients', 'delete', '1', '--yes');
    expect((await as(OTHER, service, 'patients', 'delete', '1', '--yes')).exitCode).toBe(10);
    expect(service.patients).toHaveLength(1);
  });

  test('a patient of the other account is not adopted', async () => {
    const service = await strangerService();
    service.patients.push({ id: 50, owner: OTHER, name: 'Ana' });
    service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
    expect((await create(service, '--name', 'Ana')).exitCode).toBe(10);
    expect(await as(OTHER, service, 'resume')).toMatchObject({ exitCode: 10, stdout: '' });
  });
});
