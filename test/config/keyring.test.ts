import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openKeyring } from '../../src/config/keyring.ts';
import { faultyKeyring, workingKeyring } from './keyrings/keyrings.ts';
import { temporaryHome } from './temporary-home.ts';

const TOKEN = 'rcn_canary0123456789abcdef';

test('a secret is kept, found and removed', async () => {
  const { keyring, secrets } = await workingKeyring((await temporaryHome()).home);
  expect(await keyring.read('clinic')).toEqual({ token: undefined });
  expect(await keyring.write('clinic', TOKEN)).toBe('written');
  expect(await keyring.read('clinic')).toEqual({ token: TOKEN });
  expect(JSON.parse(await secrets())).toEqual({ 'recon: clinic': TOKEN });
  expect(await keyring.remove('clinic')).toBe('removed');
  expect(await keyring.remove('clinic')).toBe('absent');
});

test.each(['no-service', 'locked', 'not-installed', 'hanging'] as const)(
  'a keyring (%s) is unavailable',
  async (fault) => {
    const keyring = faultyKeyring(fault);
    const [read, written, removed] = await Promise.all([
      keyring.read('clinic'),
      keyring.write('clinic', TOKEN),
      keyring.remove('clinic'),
    ]);
    expect([read, written, removed]).toEqual(['unavailable', 'unavailable', 'unavailable']);
  },
);

test('Ctrl-C does not cut off what is being kept', async () => {
  const { home } = await temporaryHome();
  const { secrets } = await workingKeyring(home);
  const stopped = join(home, 'stopped.cjs');
  await writeFile(stopped, "process.kill(process.pid, 'SIGINT'); exports.Entry = require('./keyring.cjs').Entry;");
  expect(await openKeyring(stopped).write('clinic', TOKEN)).toBe('written');
  expect(JSON.parse(await secrets())).toEqual({ 'recon: clinic': TOKEN });
});

test('a keyring that forgets at once is found out', async () => {
  expect(await faultyKeyring('forgetful').write('clinic', TOKEN)).toBe('unavailable');
});

test('the package of this machine answers, or is unavailable', async () => {
  const answer = await openKeyring().read('recon-test-no-such-account');
  expect([{ token: undefined }, 'unavailable']).toContainEqual(answer);
});
