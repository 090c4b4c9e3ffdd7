import type { Command } from 'commander';
import type { PatientAnswer } from '../../contract/answers.ts';
import type { Reply } from '../../core/answer.ts';
import type { Context } from '../context.ts';
import { declareOnUse } from '../declare-on-use.ts';
import { addExamples } from '../examples.ts';
import { printable } from '../output/printable.ts';
import { typeOption } from '../request/flags.ts';
import { reconstructionType } from '../request/reconstruction-type.ts';

interface WaitOptions {
  type?: string;
}

export function addWait(parent: Command, context: Context): void {
  const command = parent
    .command('wait')
    .argument('<id...>', 'patients to wait for')
    .description('wait until the 3D models of patients are there');
  declareOnUse(command, () => {
    command
      .addOption(typeOption('only for this kind of 3D model'))
      .option('--wait-timeout <duration>', 'how long to wait (default: 30m)')
      .action((ids: string[], options: WaitOptions) => waitForModels(ids, options, context));
    addExamples(command, 'recon wait 7', 'recon wait 7 9 --type face --wait-timeout 10m');
  });
}

async function waitForModels(typed: string[], options: WaitOptions, context: Context): Promise<void> {
  const { checkedIds } = await import('./change-each.ts');
  const { followGeneration } = await import('../follow-generation.ts');
  const type = reconstructionType(options.type);
  const ids = checkedIds(typed);
  const client = await context.client();
  const last = new Map<string, Reply<PatientAnswer>>();
  const onAnswer = (id: string, reply: Reply<PatientAnswer>) => void last.set(id, reply);
  try {
    const followed = { ids, expected: false, onAnswer, ...(type !== undefined && { types: [type] }) };
    const { outcome } = await followGeneration(client, followed, context);
    if (outcome === 'nothing')
      context.streams.say(`nothing to wait for: no ${type ?? ''} reconstruction is there`.replace('  ', ' '));
  } finally {
    if (!context.signal.aborted) await showLast(ids, last, type, context);
  }
}

/** The last answers seen: as JSON whole, otherwise id, type and status of each reconstruction. */
async function showLast(
  ids: readonly string[],
  last: ReadonlyMap<string, Reply<PatientAnswer>>,
  type: string | undefined,
  context: Context,
): Promise<void> {
  const format = await context.outputFormat();
  const replies = ids.flatMap((id) => last.get(id) ?? []);
  const { showPatients } = await import('../output/show-patient.ts');
  if (format !== 'table') return await showPatients(replies, format, context);
  const { fieldText } = await import('../output/field-text.ts');
  const { typeName } = await import('../output/patient-columns.ts');
  const gap = (await context.tableWidth()) === undefined ? '\t' : '  ';
  for (const { body } of replies) {
    for (const one of body?.patient?.reconstructions ?? []) {
      if (type !== undefined && typeName(one) !== type) continue;
      const cells = [fieldText(body?.patient?.id), typeName(one), fieldText(one?.status)].map(printable);
      await context.streams.write(`${cells.join(gap)}\n`);
    }
  }
}
