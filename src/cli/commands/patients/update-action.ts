import type { PatientAnswer } from '../../../contract/answers.ts';
import { UPDATE_VIEWS } from '../../../contract/fields.ts';
import { isReconstructionType, type ReconstructionType } from '../../../contract/reconstruction.ts';
import type { Reply } from '../../../core/answer.ts';
import { asksForReconstruction, brokenRules, type Draft, isEmpty, viewsOf } from '../../../core/draft.ts';
import { requireRoute } from '../../../core/own-routes.ts';
import { planUpdate } from '../../../core/update.ts';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { checkBeforeSending } from '../../look/check-before-sending.ts';
import { type CheckedRequest, checkDraft } from '../../request/check-draft.ts';
import { type RequestOptions, readDraft, refuseForUpdate } from '../../request/read-draft.ts';
import { sendWithProgress } from '../../request/send.ts';
import { patientId } from '../../request/whom.ts';
import { confirmLosses, lossesOf, needsYes } from './confirm-update.ts';
import { reportGeneration } from './report-generation.ts';

export async function updatePatient(typed: string, options: RequestOptions, context: Context): Promise<void> {
  const purpose = { change: 'Change', yes: options['yes'] === true, stdinIsTaken: options['data'] === '-' };
  const id = await patientId(typed, purpose, context);
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
    const { reconstruction } = request;
    const looked = reconstruction && { ...reconstruction, ...(type !== undefined && { type }) };
    await checkBeforeSending(draft, looked, options, context);
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
  const checked = (violations = brokenRules(draft)) => checkDraft(draft, { typed: typedFor(id), violations }, context);
  if (!asksForReconstruction(draft)) {
    const request = await checked([]);
    if (!hasSize(draft)) return { request };
    const before = await (await context.client()).getPatient(id);
    requireRoute(before, 'size');
    return { request, before };
  }
  const { type, measures } = draft;
  // A word that is no type cannot be looked up; the check names it.
  if (type !== undefined && !isReconstructionType(type)) return { request: await checked() };
  const look = async () => planUpdate(await context.client(), id, { type, photos: viewsOf(draft), measures });
  const { violations, ...found } = await look().catch(async (error) => {
    if (context.signal.aborted) throw error;
    // What is wrong with the call itself is told first.
    await (await checked(brokenRules(draft).filter(({ code }) => code !== 'missing'))).dispose();
    throw error;
  });
  if (hasSize(draft)) requireRoute(found.before, 'size');
  return { request: await checked(violations), ...found };
}

const hasSize = ({ size }: Draft) => Object.keys(size).length > 0;

async function send(
  id: string,
  draft: Draft,
  { reconstruction, dispose }: CheckedRequest,
  type: ReconstructionType | undefined,
  options: RequestOptions,
  context: Context,
): Promise<void> {
  const changes = await context.changes();
  const { patient, size } = draft;
  const update = { patient, ...(hasSize(draft) && { size }), ...(reconstruction !== undefined && { reconstruction }) };
  const reply = await sendWithProgress(reconstruction?.photos ?? [], context, (hooks) =>
    changes.updatePatient(id, update, hooks),
  );
  // Not kept through the wait; where that fails, it is told at the end.
  await dispose().catch(() => {});
  context.streams.say(`updated patient ${id}`);
  const sentType = reconstruction && type;
  const waits = options['wait'] !== false;
  await reportGeneration({ id, reply, type: sentType, waits, isNew: false }, context);
}
