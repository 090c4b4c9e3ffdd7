import type { Command } from 'commander';
import type { Context } from '../../context.ts';

export function addPatientsList(parent: Command, context: Context): void {
  parent
    .command('list')
    .description('list patients')
    .option('--name <text>', 'whose name holds this text')
    .option('--email <text>', 'whose e-mail address holds this text')
    .option('--id <id>', 'this one; may be given several times', (id: string, ids: string[] = []) => [...ids, id])
    .option('--page <n>', 'which page')
    .option('--per-page <n>', 'patients per page')
    .option('--all', 'every page')
    .option('--limit <n>', 'no more than this many')
    .action((options: PatientsListOptions) => listPatients(options, context));
}

export interface PatientsListOptions {
  name?: string;
  email?: string;
  id?: string[];
  page?: string;
  perPage?: string;
  all?: boolean;
  limit?: string;
}

async function listPatients(options: PatientsListOptions, context: Context): Promise<void> {
  const client = await context.client();
  const { name, email, id } = options;
  const { text } = await client.listPatients({
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(id !== undefined && { ids: id }),
  });
  await context.streams.answer(text);
}
