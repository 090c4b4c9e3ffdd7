import { beforeEach, describe, expect, test } from 'vitest';
import { attackHome } from './attack-home.ts';
import { strangerService } from './attack-service.ts';

const { create, recon, setQuietPeriod } = attackHome();

describe('without a quiet wait', () => {
  beforeEach(async () => void (await setQuietPeriod('2s')));

  test('a late deletion and a service that then asks for patience: not 6', async () => {
    const service = await strangerService();
    await create(service, '--name', 'Ana');
    service.fates = [{ late: 600 }, { status: 429, headers: { 'retry-after': '100' } }];
    const { exitCode, stderr } = await recon(service, 'patients', 'delete', '1', '--yes');
    await expect.poll(() => service.patients.length, { timeout: 3000 }).toBe(0);
    expect([0, 10], stderr).toContain(exitCode);
  });

  test('a late deletion and a refusal: not 5', async () => {
    const service = await strangerService();
    await create(service, '--name', 'Ana');
    service.fates = [{ late: 600 }, { status: 409 }];
    const { exitCode, stderr } = await recon(service, 'patients', 'delete', '1', '--yes');
    await expect.poll(() => service.patients.length, { timeout: 3000 }).toBe(0);
    expect([0, 10], stderr).toContain(exitCode);
  });

  test('a deletion that was late and is gone at the second try is done, not 3', async () => {
    const service = await strangerService({
      onRequest: ({ method }) => {
        if (method === 'DELETE' && service.changes('DELETE') === 1) service.patients.length = 0;
      },
    });
    await create(service, '--name', 'Ana');
    service.fates = ['lost unapplied'];
    const { exitCode, stderr } = await recon(service, 'patients', 'delete', '1', '--yes');
    expect(service.changes('DELETE')).toBe(2);
    expect(exitCode, stderr).toBe(0);
  });

  test('a transfer that was late and is gone at the second try is not told as 3', async () => {
    const service = await strangerService({
      onRequest: ({ method, path }) => {
        if (
          method === 'POST' &&
          /transfer/.test(path) &&
          service.log.filter((one) => /POST.*transfer/.test(one)).length === 1
        )
          service.patients.length = 0;
      },
    });
    await create(service, '--name', 'Ana');
    service.fates = ['lost unapplied'];
    const { exitCode, stderr } = await recon(service, 'transfer', '1', '--to', '9', '--yes');
    expect([0, 10], stderr).toContain(exitCode);
  });

  test('a late update of fields and a service that then asks for patience: not 6', async () => {
    const service = await strangerService();
    await create(service, '--name', 'Ana', '--city', 'Porto');
    service.fates = [{ late: 600 }, { status: 429, headers: { 'retry-after': '100' } }];
    const { exitCode, stderr } = await recon(service, 'patients', 'update', '1', '--city', 'Faro');
    await expect.poll(() => service.patients[0]?.['city'], { timeout: 3000 }).toBe('Faro');
    expect([0, 10], stderr).toContain(exitCode);
  });
});
