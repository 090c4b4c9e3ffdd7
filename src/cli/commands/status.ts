import type { Command } from 'commander';
import { ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';

export function addStatus(parent: Command, context: Context): void {
  parent
    .command('status')
    .description('show which service is in use, where the token comes from, and whether the service accepts it')
    .action(() => showStatus(context));
}

/** Ends with 4 where nobody is logged in, and with the failure's own code where the service says no. */
async function showStatus(context: Context): Promise<void> {
  const { configuration, streams } = context;
  const { profile, baseUrl, from, token } = await (await configuration()).connection();
  const failure = await tryToken({ baseUrl, token }, context);
  const tokenFrom = from.kind === 'service' ? `the service on this machine (${from.where})` : from.where;
  const { printFacts } = await import('./print-list.ts');
  await printFacts(
    [
      { name: 'profile', value: profile },
      { name: 'service', key: 'base_url', value: baseUrl },
      { name: 'token from', value: tokenFrom },
      {
        name: 'accepted',
        value: failure === undefined ? 'yes' : `no: ${failure.message}`,
        exact: failure === undefined,
      },
    ],
    context,
  );
  if (from.kind === 'file') {
    streams.warn(`the token lies in a plain file, ${from.where}: who can read your files can use it`);
  }
  if (failure !== undefined) throw failure;
}

async function tryToken(to: { baseUrl: string; token: string }, context: Context): Promise<ReconError | undefined> {
  try {
    await (await context.clientFor(to)).listPatients({ perPage: 1 });
    return undefined;
  } catch (error) {
    if (error instanceof ReconError && error.code !== 'interrupted' && error.code !== 'terminated') return error;
    throw error;
  }
}
