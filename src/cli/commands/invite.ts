import type { Command } from 'commander';
import { ReconError } from '../../errors.ts';
import { isLoopback } from '../../system/loopback.ts';
import type { Context } from '../context.ts';
import { declareOnUse } from '../declare-on-use.ts';
import { addExamples } from '../examples.ts';
import { printableJson } from '../output/printable.ts';
import { typeOption } from '../request/flags.ts';
import { reconstructionType } from '../request/reconstruction-type.ts';

export function addInvite(parent: Command, context: Context): void {
  const command = parent
    .command('invite')
    .argument('<patient-id>', 'the patient')
    .description('make a link where a patient takes and sends the photos');
  declareOnUse(command, () => {
    command
      .addOption(typeOption().makeOptionMandatory())
      .action((id: string, options: { type: string }) => invite(id, options, context));
    addExamples(command, 'recon invite 7 --type face');
  });
}

async function invite(typedId: string, options: { type: string }, context: Context): Promise<void> {
  const { streams } = context;
  const { readId } = await import('../../core/ids.ts');
  const id = readId(typedId);
  const type = reconstructionType(options.type);
  if (type === undefined) throw new ReconError('usage', '--type is missing');
  if (context.globals().dryRun) return streams.say(`dry run: would make a link for patient ${id}`);
  const { text, body } = await (await context.client()).createInvitation(id, type);
  const url = body?.invitation_url ?? '';
  const format = await context.outputFormat();
  if (format === 'json' || format === 'ndjson') {
    await streams.write(`${printableJson(text.replaceAll(/[\r\n]+/g, ' ').trim())}\n`);
  } else await streams.answer(url);
  if (isLoopback(new URL(url).hostname)) {
    streams.warn('this link opens on this machine only; for one that others can open: recon serve --public-url URL');
  }
}
