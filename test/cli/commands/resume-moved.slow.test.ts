import { expect, test } from 'vitest';
import { attackHome, entryIn, OTHER, TOKEN } from '../../core/changes/attack-home.ts';
import { strangerService } from '../../core/changes/attack-service.ts';
import { openFaultyProxy } from '../../support/faulty-proxy.ts';
import { runMain } from '../../support/run-main.ts';

const { alone, environment, put, recon } = attackHome();

/** A profile of a service that has an address of its own and an earlier one, at which nobody answers any more. */
async function movingService() {
  const service = await strangerService();
  const old = await openFaultyProxy(service.url);
  const { RECON_BASE_URL: _, RECON_TOKEN: __, ...plain } = environment(service);
  const login = async (url: string, token = TOKEN) =>
    expect(
      await runMain(
        ['login', '--profile', 'default', '--base-url', url, '--token-stdin', '--insecure-storage'],
        plain,
        `${token}\n`,
      ),
    ).toMatchObject({
      exitCode: 0,
    });
  return { service, old, login };
}

test.each(['lost applied', 'lost unapplied'] as const)(
  'a create that was %s is settled where the service of the profile has moved, and made once',
  async (fate) => {
    const { service, old, login } = await movingService();
    await login(old.url);
    service.fates = [fate, fate, fate];
    service.onRequest = ({ method }) => {
      if (method === 'POST') old.set('cut');
    };
    const { exitCode, stderr } = await alone('patients', 'create', '--name', 'Ana');
    expect(exitCode, stderr).toBe(10);
    service.onRequest = undefined;
    service.fates = [];
    await login(service.url);
    expect((await alone('status')).stderr).toContain(
      `one change is open, begun when the service was at ${old.url}: recon resume (which goes on with it here)\n`,
    );
    const entry = entryIn(stderr);
    const resumed = await alone('resume', ...(fate === 'lost applied' ? [] : [entry]));
    expect(resumed, resumed.stderr).toMatchObject({ exitCode: 0, stdout: '1\n' });
    expect(resumed.stderr).toContain(
      `one change is open, begun at ${old.url}; profile default reaches that service at ${service.url} now`,
    );
    expect(service.patients.map(({ name }) => name)).toEqual(['Ana']);
    expect((await alone('resume')).stderr).toBe('nothing is open here\n');
  },
);

test('an import goes on at the new address, and rows that were made are not made again', async () => {
  const { service, old, login } = await movingService();
  await login(old.url);
  const list = put('name,email\nAna,\nBo,\n');
  service.onRequest = ({ method, fields }) => {
    if (method === 'POST' && fields['name'] === 'Bo') old.set('cut');
  };
  const first = await alone('patients', 'import', list, '--jobs', '1', '--allow-same', '--yes');
  expect(first.exitCode, first.stderr).not.toBe(0);
  service.onRequest = undefined;
  await login(service.url);
  const resumed = await alone('resume');
  expect(resumed.exitCode, resumed.stderr).toBe(0);
  expect(service.patients.map(({ name }) => name)).toEqual(['Ana', 'Bo']);
  expect((await alone('resume')).stderr).toBe('nothing is open here\n');
});

test('with another token, or at an address that is typed, nothing of an earlier address is sent', async () => {
  const { service, old, login } = await movingService();
  await login(old.url);
  service.fates = ['lost unapplied', 'lost unapplied', 'lost unapplied'];
  expect((await alone('patients', 'create', '--name', 'Ana')).exitCode).toBe(10);
  await login(service.url, OTHER);
  const resumed = await alone('resume');
  expect(resumed.stderr).toContain(`recon resume --profile default --base-url ${old.url}`);
  await login(service.url);
  expect((await recon(service, 'resume')).stderr).toContain('open elsewhere');
  expect(service.patients).toEqual([]);
});
