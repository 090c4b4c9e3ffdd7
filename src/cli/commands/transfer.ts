import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { declareOnUse } from '../declare-on-use.ts';
import { addExamples } from '../examples.ts';

interface TransferOptions {
  to: string;
  yes?: boolean;
}

export function addTransfer(parent: Command, context: Context): void {
  const command = parent
    .command('transfer')
    .argument('<id...>', 'patients to transfer')
    .description('move patients from the main account to one of its sub accounts');
  declareOnUse(command, () => {
    command
      .requiredOption('--to <surgeon>', 'id of the account that gets them')
      .option('--yes', 'without being asked')
      .action((ids: string[], options: TransferOptions) => transferPatients(ids, options, context));
    addExamples(command, 'recon transfer 7 --to 3');
  });
}

async function transferPatients(typed: string[], { to, yes }: TransferOptions, context: Context): Promise<void> {
  const { changeEach, checkedIds } = await import('./change-each.ts');
  const { confirmChange } = await import('./confirm-change.ts');
  const { readId } = await import('../../core/ids.ts');
  const ids = checkedIds(typed);
  const target = readId(to, 'surgeon');
  const plan = {
    verb: 'transfer',
    target: `, to surgeon ${target}`,
    question: `Transfer to surgeon ${target}? This account then sees ${ids.length === 1 ? 'the patient' : 'them'} no more.`,
    yes: yes === true,
    ifExists: false,
  };
  if (!(await confirmChange(ids, plan, context))) return;
  const changes = await context.changes();
  const act = async (id: string) => {
    const reply = await changes.transferPatient(id, target);
    context.streams.say(`transferred patient ${id} to surgeon ${target}`);
    return reply;
  };
  await changeEach(ids, { done: 'transferred', act }, context);
}
