import type { Command } from 'commander';
import type { Context } from '../../context.ts';
import { addExamples } from '../../examples.ts';
import { printableJson } from '../../output/printable.ts';
import { addReconstructionFlags, type RequestOptions } from '../../request/flags.ts';

export function addAfterCreate(parent: Command, context: Context): void {
  const command = parent
    .command('create')
    .argument('<patient-id>', 'the patient')
    .description('create an after-record of a patient from new photos');
  addReconstructionFlags(command);
  command
    .optionsGroup('Options:')
    .option('--data <file>', 'take values from a JSON object in a file; - is stdin')
    .option('--force', 'send a provider that is not for the type')
    .action((id: string, options: RequestOptions) => createAfter(id, options, context));
  addExamples(command, 'recon after create 7 --type face --photos ./ana-after');
}

async function createAfter(typedId: string, options: RequestOptions, context: Context): Promise<void> {
  const [{ readId }, { readDraft }, { checkDraft }] = await Promise.all([
    import('../../../core/ids.ts'),
    import('../../request/read-draft.ts'),
    import('../../request/check-draft.ts'),
  ]);
  const id = readId(typedId);
  const draft = await readDraft('after', options, context);
  if (context.mayAsk() && options['data'] !== '-') {
    const { askForMissing } = await import('../../request/ask-missing.ts');
    await askForMissing(draft, await context.prompt());
  }
  const { reconstruction, dispose } = await checkDraft(draft, { typed: `recon after create ${id}` }, context);
  try {
    if (reconstruction === undefined) return;
    if (context.globals().dryRun) {
      return context.streams.say(`dry run: everything is in order; would create an after-record of patient ${id}`);
    }
    const { sendWithProgress } = await import('../../request/send.ts');
    const changes = await context.changes();
    const reply = await sendWithProgress(reconstruction.photos, context, (hooks) =>
      changes.createAfter(id, reconstruction, hooks),
    );
    await showAfter(id, reply, context);
  } finally {
    await dispose();
  }
}

type AfterReply = Awaited<ReturnType<Awaited<ReturnType<Context['client']>>['createAfter']>>;

/** An after has no id and cannot be read again, so its status is what there is to tell. */
async function showAfter(id: string, { text, body }: AfterReply, context: Context): Promise<void> {
  const { streams } = context;
  const { fieldText } = await import('../../output/field-text.ts');
  const format = await context.outputFormat();
  const status = fieldText(body?.after?.status);
  streams.say(`created an after-record of patient ${id}; the interface cannot show it again, so this is its state now`);
  if (format === 'json' || format === 'ndjson') {
    const line = format === 'json' ? text.trimEnd() : text.replaceAll(/[\r\n]+/g, ' ').trim();
    return await streams.write(`${printableJson(line)}\n`);
  }
  await streams.answer(status);
}
