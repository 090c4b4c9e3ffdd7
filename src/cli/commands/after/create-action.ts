import type { Context } from '../../context.ts';
import { checkBeforeSending } from '../../look/check-before-sending.ts';
import { fieldText } from '../../output/field-text.ts';
import { printableJson } from '../../output/printable.ts';
import { askForMissing } from '../../request/ask-missing.ts';
import { checkDraft } from '../../request/check-draft.ts';
import { type RequestOptions, readDraft } from '../../request/read-draft.ts';
import { sendWithProgress } from '../../request/send.ts';
import { patientId } from '../../request/whom.ts';

export async function createAfter(typed: string, options: RequestOptions, context: Context): Promise<void> {
  const stdinIsTaken = options['data'] === '-';
  const id = await patientId(typed, { change: 'Create an after-record of', stdinIsTaken }, context);
  const draft = await readDraft('after', options, context);
  if (context.mayAsk() && !stdinIsTaken) await askForMissing(draft, await context.prompt());
  const { reconstruction, dispose } = await checkDraft(draft, { typed: ['after', 'create', id] }, context);
  try {
    if (reconstruction === undefined) return;
    await checkBeforeSending(draft, reconstruction, options, context);
    if (context.globals().dryRun) {
      return context.streams.say(`dry run: everything is in order; would create an after-record of patient ${id}`);
    }
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
  const format = await context.outputFormat();
  const status = fieldText(body?.after?.status);
  streams.say(`created an after-record of patient ${id}; the interface cannot show it again, so this is its state now`);
  if (format === 'json' || format === 'ndjson') {
    const line = format === 'json' ? text.trimEnd() : text.replaceAll(/[\r\n]+/g, ' ').trim();
    return await streams.write(`${printableJson(line)}\n`);
  }
  await streams.answer(status);
}
