import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { ReconError } from '../../errors.ts';
import type { Context } from '../context.ts';
import { declareOnUse } from '../declare-on-use.ts';
import { defaultDataFolder } from './serve/data-folder.ts';

interface AccountsOptions {
  data?: string;
  under?: string;
}

type Accounts = Awaited<ReturnType<typeof import('../../service/start.ts').openAccounts>>;

export function addAccounts(parent: Command, context: Context): void {
  const accounts = parent
    .command('accounts')
    .description('accounts of the service that runs on this machine')
    .helpCommand(false);
  declareOnUse(accounts, () => addAccountsCommands(accounts, context));
}

function addAccountsCommands(accounts: Command, context: Context): void {
  const dataFlag = ['--data <dir>', 'data folder of the service (default: that of the last recon serve)'] as const;
  accounts
    .command('list')
    .description('list accounts: main ones, and sub accounts with their main one')
    .option(...dataFlag)
    .action((options: AccountsOptions) => listAccounts(options, context));
  accounts
    .command('add')
    .argument('<name>', 'a name that no other account has')
    .description('add an account and print its access token, once')
    .option('--under <main>', 'make it a sub account of this main account')
    .option(...dataFlag)
    .action((name: string, options: AccountsOptions) => addAccount(name, options, context));
  accounts
    .command('token')
    .argument('<name>')
    .description('print a new access token for an account; its earlier ones stop working')
    .option(...dataFlag)
    .action((name: string, options: AccountsOptions) => newToken(name, options, context));
}

async function listAccounts(options: AccountsOptions, context: Context): Promise<void> {
  await withAccounts(options, context, async (accounts) => {
    const all = await accounts.list();
    const nameOf = (id: number | null) => all.find((one) => one.id === id)?.name ?? null;
    const records = all.map(({ id, name, parentId }) => ({ id, name, under: nameOf(parentId) }));
    const { printList } = await import('./print-list.ts');
    await printList({ name: 'accounts', columns: ['id', 'name', 'under'], records }, context);
  });
}

async function addAccount(name: string, options: AccountsOptions, context: Context): Promise<void> {
  const { globals, streams } = context;
  if (globals().dryRun) return streams.say(`Would add account ${name}`);
  await withAccounts(options, context, async (accounts) => {
    const { token } = await accounts.add(name, options.under);
    streams.say(`Account ${name} is there. This is its access token; it is shown only now:`);
    await streams.answer(token);
  });
}

async function newToken(name: string, options: AccountsOptions, context: Context): Promise<void> {
  const { globals, streams } = context;
  if (globals().dryRun) return streams.say(`Would make a new token for account ${name}`);
  await withAccounts(options, context, async (accounts) => {
    const { token } = await accounts.newToken(name);
    streams.say(`The new access token of ${name}; it is shown only now, and earlier ones no longer work:`);
    await streams.answer(token);
  });
}

async function withAccounts(
  { data }: AccountsOptions,
  context: Context,
  work: (accounts: Accounts) => Promise<void>,
): Promise<void> {
  const { localDataFolder } = await context.configuration();
  const folder = resolve(data ?? (await localDataFolder()) ?? (await defaultDataFolder(context)));
  if (!existsSync(folder)) {
    throw new ReconError('not_found', `no service has kept data in ${folder}`, { hint: 'recon serve' });
  }
  const { openAccounts } = await import('../../service/start.ts');
  const accounts = await openAccounts(folder);
  try {
    await work(accounts);
  } finally {
    await accounts.close();
  }
}
