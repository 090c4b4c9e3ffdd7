import { expect, test } from 'vitest';
import type { ServicePlan } from '../../../../src/cli/commands/serve/read-options.ts';
import { startAgain } from '../../../../src/cli/commands/serve/start-again.ts';
import { startError } from '../../../../src/cli/commands/serve/start-error.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

test('with a certificate, the line for a wrong --host let this machine alone reach the service', async () => {
  const hostOf = async (tls: ServicePlan['tls']) => {
    const plan = { host: '10.9.8.7', port: 8661, tls } as ServicePlan;
    const again = (changed: object) =>
      startAgain({ host: '10.9.8.7', port: '8661', role: 'all', data: 'clinic' }, [], changed);
    const error = Object.assign(new Error('bind'), { code: 'EADDRNOTAVAIL' });
    const told = await startError(error, { plan, places: { dataFolder: tempFolder() }, again });
    expect(told).toMatchObject({ code: 'usage', message: '10.9.8.7 is no address of this machine' });
    return (told as { hint: { command: string[] } }).hint.command;
  };
  expect(await hostOf({ cert: 'PEM', key: 'PEM' })).toEqual(
    expect.arrayContaining(['--host', '0.0.0.0', '--data', 'clinic']),
  );
  expect(await hostOf(undefined)).not.toContain('--host');
});
