import { expect, test } from 'vitest';
import { announce } from '../../../../src/cli/commands/serve/announce.ts';
import type { Context } from '../../../../src/cli/context.ts';
import { createStreams } from '../../../../src/cli/io/streams.ts';
import { standInProcess } from '../../../support/stand-in-process.ts';

const URL = 'http://127.0.0.1:4747';
const OWN = { tokenFile: '/srv/recon/token', account: { name: 'main' } };

async function announced(database: string | undefined, hasAccounts = false): Promise<string> {
  const { stand, texts } = standInProcess([], {});
  const context = { streams: createStreams(stand) } as unknown as Context;
  const reach = { name: '127.0.0.1', usual: '127.0.0.1', others: undefined, ownNames: [] };
  await announce({ url: URL, own: undefined, hasAccounts, patients: [] }, '/none', context, {
    ...reach,
    isNew: false,
    database,
    bucket: undefined,
    isServed: async () => false,
  });
  expect(texts.stdout).toBe(`${URL}\n`);
  return texts.stderr;
}

test('a shared database that is named in the environment is not to be typed, with its password, for an account', async () => {
  const told = await announced(undefined);
  expect(told).toContain('recon accounts add NAME (with RECON_SERVE_DATABASE in the environment, as here)\n');
  expect(told).not.toContain('--database');
  const typed = 'postgres://recon@db.example/clinic';
  // Without it the line worked on the service of the profile `local`.
  expect(await announced(typed)).toContain(`: recon accounts add NAME --database ${typed}\n`);
  const secret = await announced('postgres://recon:secret@db.example/clinic', true);
  expect(secret).toContain('--scope write --database URL (with the address for URL)\n');
  expect(secret).not.toContain('secret@');
});

test('where photos lie in a bucket, it is named beside the folder of the records', async () => {
  const { stand, texts } = standInProcess([], {});
  const configuration = async () => ({
    localDataFolder: async () => undefined,
    localAddress: async () => undefined,
    saveLocalService: async () => ({ isDefault: true, ownLogin: undefined }),
  });
  const context = { streams: createStreams(stand), configuration } as unknown as Context;
  await announce({ url: URL, own: OWN, hasAccounts: true, patients: [] }, '/srv/recon', context, {
    ...{ name: '127.0.0.1', usual: '127.0.0.1', others: undefined, ownNames: [] },
    ...{ isNew: false, database: undefined, bucket: 's3://clinic/photos/', isServed: async () => false },
  });
  expect(texts.stderr).toContain('it keeps the records in /srv/recon, photos and models in s3://clinic/photos/\n');
});

test('where a shared database has accounts, none is told to be made', async () => {
  const told = await announced('postgres://recon@db.example/clinic', true);
  expect(told).toContain('The service is running on a shared database; photos and models are in /none.\n');
  expect(told).not.toContain('accounts add');
});

test('a service beside another one tells who has patients, where the account of its token has none', async () => {
  const told = async (patients: { name: string; patients: number }[]) => {
    const { stand, texts } = standInProcess([], {});
    const configuration = async () => ({
      localDataFolder: async () => '/srv/clinic',
      localAddress: async () => 'http://127.0.0.1:4746',
    });
    const context = { streams: createStreams(stand), configuration } as unknown as Context;
    await announce({ url: URL, own: OWN, hasAccounts: true, patients }, '/srv/recon', context, {
      ...{ name: '127.0.0.1', usual: '127.0.0.1', others: undefined, ownNames: [] },
      ...{ isNew: false, database: undefined, bucket: undefined, isServed: async () => true },
    });
    return texts.stderr;
  };
  const silva = { name: 'dr-silva', patients: 3 };
  expect(await told([silva, { name: 'clinic', patients: 40 }])).toContain(
    'of the account main, which has no patients; others have: clinic 40, dr-silva 3. Another token, and the line to log in with it, are told by: recon accounts tokens add clinic --label NAME --scope read --data /srv/recon\n',
  );
  expect(await told([{ name: 'main', patients: 1 }, silva])).not.toContain('no patients');
  expect(await told([])).not.toContain('no patients');
});
