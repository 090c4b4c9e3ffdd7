import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/clock.ts';
import { attackHome, entryIn, names, TOKEN } from './attack-home.ts';
import { strangerService } from './attack-service.ts';

const { create, importing, keptOf, put, recon, setQuietPeriod } = attackHome();

test('a list that was moved is the same list', async () => {
  const service = await strangerService();
  const [one, two] = [put('name,phone\nAna,1001\n', 'one.csv'), put('name,phone\nAna,1001\n', 'two.csv')];
  service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
  expect((await importing(service, one, '--allow-same')).exitCode).toBe(10);
  expect((await importing(service, two, '--allow-same')).exitCode).toBe(0);
  expect((await importing(service, one, '--allow-same')).exitCode).toBe(0);
  expect(service.patients).toHaveLength(1);
});

test.each([['--forget'], ['--adopt', '70']])('an entry whose request is gone is closed by %s', async (...how) => {
  const service = await strangerService();
  service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
  const entry = entryIn((await create(service, '--name', 'Ana')).stderr);
  service.patients.push({ id: 70, owner: TOKEN, name: 'Ana' });
  rmSync(keptOf(entry));
  expect((await recon(service, 'resume')).exitCode).toBe(12);
  expect((await recon(service, 'resume', entry, ...how)).exitCode).toBe(0);
  expect((await recon(service, 'resume', '--list')).stderr).toBe('nothing is open here\n');
});

test('several deletions, one of them in doubt: 10 and not 7', async () => {
  const service = await strangerService();
  for (const name of ['Ana', 'Bo', 'Cy']) await create(service, '--name', name);
  service.fateOf = (method) =>
    method !== 'DELETE' ? undefined : service.changes('DELETE') < 3 ? 'lost unapplied' : 'answered';
  const { exitCode, stderr } = await recon(service, 'patients', 'delete', '1', '2', '99', '--yes');
  expect(exitCode, stderr).toBe(10);
});

test('a base URL with another spelling knows the same open changes', async () => {
  const service = await strangerService();
  service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
  await create(service, '--name', 'Ana');
  for (const url of [`${service.url}/`, service.url.replace('http', 'HTTP')]) {
    const { stdout } = await recon({ url }, 'resume', '--list');
    expect.soft(stdout, url).toMatch(/Ana/);
  }
});

test('three equal rows of one list, two of them in doubt, are three patients, and still are in the next run', async () => {
  const service = await strangerService();
  const list = put('name,phone\nAna,1001\nAna,1001\nAna,1001\n');
  const fates = ['lost applied', 'lost unapplied', 'answered', 'lost applied', 'answered', 'answered'] as const;
  service.fates = [...fates];
  const { exitCode, stderr } = await importing(service, list, '--allow-same');
  expect({ exitCode, made: service.patients.length }, stderr).toEqual({ exitCode: 0, made: 3 });
  expect((await importing(service, list, '--allow-same')).exitCode).toBe(0);
  expect(service.patients).toHaveLength(3);
});

test('rows in doubt when the token is refused: the words say so, and resume finishes them', async () => {
  const service = await strangerService();
  let posts = 0;
  service.fateOf = () => {
    posts += 1;
    return posts === 1 ? 'lost applied' : { status: 401 };
  };
  await setQuietPeriod('1h');
  const { exitCode, stderr } = await importing(service, put('name\nAna\nBo\n'));
  expect({ exitCode, stderr }).toEqual({
    exitCode: 4,
    stderr: expect.stringContaining('1 perhaps created · 1 not sent'),
  });
  await setQuietPeriod('50ms');
  service.fateOf = undefined;
  await recon(service, 'resume');
  expect(names(service)).toEqual(['Ana', 'Bo']);
});

test('ids as text are ids', async () => {
  const service = await strangerService({ idOf: String });
  service.fates = ['lost applied'];
  expect(await create(service, '--name', 'Ana')).toMatchObject({ exitCode: 0, stdout: '1\n' });
  service.fates = ['lost unapplied'];
  expect(await create(service, '--name', 'Bo')).toMatchObject({ exitCode: 0, stdout: '2\n' });
  expect(service.patients).toHaveLength(2);
});

const lostThrice = async (service: Awaited<ReturnType<typeof strangerService>>) => {
  service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
  return entryIn((await create(service, '--name', 'Ana')).stderr);
};

test('two resumes at once: the second ends with 12 while the first one is at it', async () => {
  const service = await strangerService();
  const entry = await lostThrice(service);
  let second: ReturnType<typeof recon> | undefined;
  service.onRequest = async ({ method }) => {
    if (method !== 'POST') return;
    second = recon(service, 'resume');
    await second;
  };
  expect((await recon(service, 'resume', entry)).exitCode).toBe(0);
  expect((await second)?.exitCode).toBe(12);
  expect(service.patients).toHaveLength(1);
});

test.each([0, 150])('two resumes at once send once, whichever comes first (%d ms)', async (ms) => {
  const service = await strangerService({
    onRequest: async ({ method }) => void (method === 'POST' && (await systemClock.sleep(ms))),
  });
  const entry = await lostThrice(service);
  const [all, one] = await Promise.all([recon(service, 'resume'), recon(service, 'resume', entry)]);
  // Nothing is open any more, no such change any more, or at work on it: by when the later one came.
  expect([0, 12]).toContain(all.exitCode);
  expect([0, 2, 12]).toContain(one.exitCode);
  expect([all.stdout, one.stdout].filter((text) => text === '1\n')).toHaveLength(1);
  expect(service.patients).toHaveLength(1);
});

test('an import that stopped, its list deleted: every other open change can be finished', async () => {
  const service = await strangerService();
  const list = put('name\nAna\nBo\n');
  service.fateOf = (_, { name }) => (name === 'Ana' ? 'lost unapplied' : { status: 401 });
  await importing(service, list);
  rmSync(list);
  service.fateOf = undefined;
  const { exitCode, stderr } = await recon(service, 'resume');
  expect(names(service)).toEqual(['Ana']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 2, stderr: expect.stringContaining('does not exist') });
});

test('an update of a field that the service never shows is sent once more, and not without end', async () => {
  const service = await strangerService({ rewrite: ({ phone: _, ...rest }) => rest });
  await create(service, '--name', 'Ana');
  service.fates = ['lost applied'];
  const { exitCode } = await recon(service, 'patients', 'update', '1', '--phone', '5550105');
  expect(exitCode).toBe(0);
  expect(service.changes('PUT')).toBe(2);
});
