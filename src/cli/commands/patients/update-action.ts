import type { PatientAnswer } from '../../../contract/answers.ts';
import { UPDATE_VIEWS } from '../../../contract/fields.ts';
import type { Violation } from '../../../contract/photo-rules.ts';
import { isReconstructionType, type ReconstructionType } from '../../../contract/reconstruction.ts';
import type { Reply } from '../../../core/answer.ts';
import { asksForReconstruction, brokenRules, type Draft, isEmpty, viewsOf } from '../../../core/draft.ts';
import { readId } from '../../../core/ids.ts';
import { planUpdate } from '../../../core/update.ts';
import { ReconError } from '../../../errors.ts';
import type { Client, Context } from '../../context.ts';
import { type CheckedRequest, checkDraft } from '../../request/check-draft.ts';
import { type RequestOptions, readDraft, refuseForUpdate } from '../../request/read-draft.ts';
import { sendWithProgress } from '../../request/send.ts';
import { confirmLosses, lossesOf, needsYes } from './confirm-update.ts';
import { reportGeneration } from './report-generation.ts';

export async function updatePatient(typedId: string, options: RequestOptions, context: Context): Promise<void> {
  const id = readId(typedId);
  const draft = await readDraft('update', options, context);
  refuseForUpdate(draft, UPDATE_VIEWS);
  if (isEmpty(draft) && draft.problems.length === 0) {
    throw new ReconError('usage', 'nothing is given to change', {
      hint: { command: [...typedFor(id), '--phone', 'NUMBER'] },
    });
  }
  const losses = lossesOf(draft);
  const isConfirmed = options['yes'] === true || context.globals().dryRun;
  if (!isConfirmed && !context.mayAsk()) draft.problems.push(...needsYes(losses));
  const { request, type, before } = await check(id, draft, context);
  try {
    if (context.globals().dryRun) {
      context.streams.say(`dry run: everything is in order; would change patient ${id}; nothing was sent`);
      return;
    }
    if (!isConfirmed && needsYes(losses).length > 0) {
      await confirmLosses(id, losses, before ?? (await (await context.client()).getPatient(id)), context);
    }
    await send(id, draft, request, type, options, context);
  } finally {
    await request.dispose();
  }
}

const typedFor = (id: string) => ['patients', 'update', id];

interface CheckedUpdate {
  request: CheckedRequest;
  type?: ReconstructionType | undefined;
  /** The patient, where the check had to look. */
  before?: Reply<PatientAnswer>;
}

/** The rules of an update depend on what the patient has already, so a look comes first. */
async function check(id: string, draft: Draft, context: Context): Promise<CheckedUpdate> {
  const typed = typedFor(id);
  if (!asksForReconstruction(draft)) {
    return { request: await checkDraft(draft, { typed, violations: [] }, context) };
  }
  const { type, measures } = draft;
  // A word that is no type cannot be looked up; the check names it.
  if (type !== undefined && !isReconstructionType(type)) {
    return { request: await checkDraft(draft, { typed }, context) };
  }
  const plan = await lookFirst(draft, typed, context, (client) =>
    planUpdate(client, id, { type, photos: viewsOf(draft), measures }),
  );
  const request = await checkDraft(draft, { typed, violations: plan.violations }, context);
  return { request, type: plan.type, before: plan.before };
}

/** Tells first what is wrong with the call itself, also where the look fails. */
async function lookFirst<T>(
  draft: Draft,
  typed: readonly string[],
  context: Context,
  look: (client: Client) => Promise<T>,
): Promise<T> {
  try {
    return await look(await context.client());
  } catch (error) {
    if (context.signal.aborted) throw error;
    const certain: Violation[] = brokenRules(draft).filter(({ code }) => code !== 'missing');
    const request = await checkDraft(draft, { typed, violations: certain }, context);
    await request.dispose();
    throw error;
  }
}

async function send(
  id: string,
  draft: Draft,
  { reconstruction, dispose }: CheckedRequest,
  type: ReconstructionType | undefined,
  options: RequestOptions,
  context: Context,
): Promise<void> {
  const client = await context.client();
  const changes = await context.changes();
  const photos = reconstruction?.photos ?? [];
  const reply = await sendWithProgress(photos, context, (hooks) =>
    changes.updatePatient(
      id,
      { patient: draft.patient, ...(reconstruction !== undefined && { reconstruction }) },
      hooks,
    ),
  );
  // Not kept through the wait; where that fails, it is told at the end.
  await dispose().catch(() => {});
  context.streams.say(`updated patient ${id}`);
  await reportGeneration(
    {
      id,
      reply,
      type: reconstruction === undefined ? undefined : type,
      waits: options['wait'] !== false,
      isNew: false,
    },
    client,
    context,
  );
}
