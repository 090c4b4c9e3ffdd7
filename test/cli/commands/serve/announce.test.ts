import { expect, test } from 'vitest';
import { announce } from '../../../../src/cli/commands/serve/announce.ts';
import type { Context } from '../../../../src/cli/context.ts';
import { createStreams } from '../../../../src/cli/io/streams.ts';
import { standInProcess } from '../../../support/stand-in-process.ts';

const URL = 'http://127.0.0.1:4747';

async function announced(isDatabaseTyped: boolean, hasAccounts = false): Promise<string> {
  const { stand, texts } = standInProcess([], {});
  const context = { streams: createStreams(stand) } as unknown as Context;
  const reach = { name: '127.0.0.1', usual: '127.0.0.1', others: undefined, ownNames: [] };
  await announce({ url: URL, own: undefined, hasAccounts }, '/none', context, {
    ...reach,
    isNew: false,
    isDatabaseTyped,
    bucket: undefined,
    isServed: async () => false,
  });
  expect(texts.stdout).toBe(`${URL}\n`);
  return texts.stderr;
}

test('a shared database that is named in the environment is not to be typed, with its password, for an account', async () => {
  const told = await announced(false);
  expect(told).toContain('  with RECON_SERVE_DATABASE in the environment, as here: recon accounts add NAME\n');
  expect(told).not.toContain('--database');
  expect(await announced(true)).toContain('  with the same --database: recon accounts add NAME\n');
});

test('where photos lie in a bucket, it is named beside the folder of the records', async () => {
  const { stand, texts } = standInProcess([], {});
  const configuration = async () => ({
    localDataFolder: async () => undefined,
    localAddress: async () => undefined,
    saveLocalService: async () => ({ isDefault: true, ownLogin: undefined }),
  });
  const context = { streams: createStreams(stand), configuration } as unknown as Context;
  await announce({ url: URL, own: { tokenFile: '/srv/recon/token' }, hasAccounts: true }, '/srv/recon', context, {
    ...{ name: '127.0.0.1', usual: '127.0.0.1', others: undefined, ownNames: [] },
    ...{ isNew: false, isDatabaseTyped: false, bucket: 's3://clinic/photos/', isServed: async () => false },
  });
  expect(texts.stderr).toContain('it keeps the records in /srv/recon, photos and models in s3://clinic/photos/\n');
});

test('where a shared database has accounts, none is told to be made', async () => {
  const told = await announced(true, true);
  expect(told).toContain('The service is running on a shared database; photos and models are in /none.\n');
  expect(told).not.toContain('accounts add');
});
