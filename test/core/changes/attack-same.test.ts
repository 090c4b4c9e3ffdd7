import { describe, expect, test } from 'vitest';
import { attackHome, entryIn, TOKEN } from './attack-home.ts';
import { type StrangerOptions, strangerService } from './attack-service.ts';

const { create, put, recon } = attackHome();

const REWRITES: [string, StrangerOptions][] = [
  ['lower-cases emails', { rewrite: (f) => ({ ...f, email: f['email']?.toLowerCase() }) }],
  [
    'lower-cases emails, exact filter',
    { filter: 'exact', rewrite: (f) => ({ ...f, email: f['email']?.toLowerCase() }) },
  ],
  ['trims', { filter: 'exact', rewrite: (f) => ({ ...f, name: f['name']?.trim(), email: f['email']?.trim() }) }],
  ['title-cases names', { rewrite: (f) => ({ ...f, name: 'Ana Silva' }) }],
  ['drops spaces of phones', { rewrite: (f) => ({ ...f, phone: f['phone']?.replaceAll(' ', '') }) }],
  ['writes phones internationally', { rewrite: (f) => ({ ...f, phone: '+351912345678' }) }],
];
const PERSON = ['--name', 'ana silva', '--email', 'Ana@Clinic.pt', '--phone', '912 345 678'];

describe('the same person again, on a service that', () => {
  test.each(REWRITES)('%s: create stops with 5', async (_, options) => {
    const service = await strangerService(options);
    await create(service, ...PERSON);
    const { exitCode } = await create(service, ...PERSON);
    expect({ exitCode, made: service.patients.length }).toEqual({ exitCode: 5, made: 1 });
  });

  test.each(REWRITES)('%s: a list that was moved makes nobody twice', async (_, options) => {
    const service = await strangerService(options);
    const text = 'name,email,phone\nana silva,Ana@Clinic.pt,912 345 678\n';
    await recon(service, 'patients', 'import', put(text));
    await recon(service, 'patients', 'import', put(text, 'moved.csv'));
    expect(service.patients).toHaveLength(1);
  });
});

test('--recreate that the network stops is still a --recreate when it is resumed', async () => {
  const service = await strangerService();
  service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
  const entry = entryIn((await create(service, '--name', 'Ana')).stderr);
  service.patients.push({ id: 71, owner: TOKEN, name: 'Ana' }, { id: 72, owner: TOKEN, name: 'Ana' });
  expect((await recon(service, 'resume', entry)).exitCode).toBe(10);
  service.fates = [{ status: 401 }];
  expect((await recon(service, 'resume', entry, '--recreate')).exitCode).toBe(4);
  await recon(service, 'resume', entry);
  expect(service.patients).toHaveLength(3);
});
