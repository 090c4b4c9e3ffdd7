import type { Draft } from '../../../core/draft.ts';
import type { Context } from '../../context.ts';
import { checkAndLook } from '../../look/check-and-look.ts';
import { fieldText } from '../../output/field-text.ts';
import { printableJson } from '../../output/printable.ts';
import { askForMissing } from '../../request/ask-missing.ts';
import { ownTypes } from '../../request/ask-type.ts';
import { askForUnits } from '../../request/ask-unit.ts';
import { type RequestOptions, readDraft } from '../../request/read-draft.ts';
import { reviewDraft } from '../../request/review-draft.ts';
import { sendWithProgress } from '../../request/send.ts';
import { patientId } from '../../request/whom.ts';

const GO = 'Yes, create the after-record';

export async function createAfter(typed: string | undefined, options: RequestOptions, context: Context): Promise<void> {
  const stdinIsTaken = options['data'] === '-';
  const id = await patientId(typed, { change: 'Create an after-record of', stdinIsTaken }, context);
  const draft = await readDraft('after', options, context);
  const mayAsk = context.mayAsk() && !stdinIsTaken;
  if (mayAsk) await completeByAsking(draft, id, context);
  const checks = { typed: ['after', 'create', id], options, mayChange: mayAsk };
  const { reconstruction, dispose } = await checkAndLook(draft, checks, context);
  try {
    if (reconstruction === undefined) return;
    if (context.globals().dryRun) {
      return context.streams.say(`dry run: everything is in order; would create an after-record of patient ${id}`);
    }
    const changes = await context.changes();
    const reply = await sendWithProgress(reconstruction.photos, context, (hooks) =>
      changes.createAfter(id, reconstruction, hooks),
    );
    await showAfter({ id, type: reconstruction.type }, reply, context);
  } finally {
    await dispose();
  }
}

/** An after is of a model that the patient has, where there is any. */
async function completeByAsking(draft: Draft, id: string, context: Context): Promise<void> {
  if (draft.problems.length > 0) return;
  await askForUnits(draft, context);
  if (draft.type === undefined) {
    const own = ownTypes(await (await context.client()).getPatient(id), context);
    if (own.length === 1) draft.type = own[0]!.value;
    if (own.length > 1) draft.type = await (await context.prompt()).choose('Which 3D model?', own);
  }
  if (await askForMissing(draft, context)) await reviewDraft(draft, GO, context);
}

type AfterReply = Awaited<ReturnType<Awaited<ReturnType<Context['client']>>['createAfter']>>;

/** An after has no id, and the interface cannot read it again; our service numbers those of a type. */
async function showAfter(
  { id, type }: { id: string; type: string | undefined },
  { text, body, afters = [], routes }: AfterReply,
  context: Context,
): Promise<void> {
  const { streams } = context;
  const format = await context.outputFormat();
  const status = fieldText(body?.after?.status);
  const number = afters.filter((one) => one.type === type).at(-1)?.number;
  const isLast = number === undefined && routes?.has('after-archive') !== true;
  const rest = isLast ? '; this service cannot be asked for it again, so this is its state now' : '';
  streams.say(`created ${number === undefined ? 'an after-record' : `after-record ${number}`} of patient ${id}${rest}`);
  if (format === 'json' || format === 'ndjson') {
    const line = format === 'json' ? text.trimEnd() : text.replaceAll(/[\r\n]+/g, ' ').trim();
    return await context.writeJson(`${printableJson(line)}\n`);
  }
  await streams.answer(status);
  if (type === undefined || !routes?.has('after-archive')) return;
  const command = ['view', id, '--type', type, '--after', String(number ?? 'NUMBER')];
  const because = number === undefined ? 'to compare; 1 is the first after-record' : 'to compare, once it is made';
  await context.sayNext(
    { command, because },
    { or: { command: ['patients', 'get', id], because: 'to see how far it is' } },
  );
}
