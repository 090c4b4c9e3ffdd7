import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';

type Accounts = Awaited<ReturnType<typeof import('../../../service/start.ts').openAccounts>>;

/** The accounts in the data folder, closed when the work is done. */
export async function withAccounts(
  { data }: { data?: string },
  context: Context,
  work: (accounts: Accounts) => Promise<void>,
): Promise<void> {
  const { localDataFolder, paths } = await context.configuration();
  const folder = resolve(data ?? (await localDataFolder()) ?? paths.serviceFolder);
  if (!existsSync(folder)) {
    throw new ReconError('not_found', `no service has kept data in ${folder}`, {
      hint: { command: ['serve'] },
    });
  }
  const { openAccounts } = await import('../../../service/start.ts');
  const accounts = await openAccounts(folder);
  try {
    await work(accounts);
  } finally {
    await accounts.close();
  }
}
