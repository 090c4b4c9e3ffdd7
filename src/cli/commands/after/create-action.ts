import type { PatientAnswer } from '../../../contract/answers.ts';
import { isReconstructionType } from '../../../contract/reconstruction.ts';
import type { Reply } from '../../../core/answer.ts';
import { chosenOf } from '../../../core/chosen-reconstructions.ts';
import type { Draft } from '../../../core/draft.ts';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { checkAndLook } from '../../look/check-and-look.ts';
import type { EarlierModel } from '../../look/look-beside-earlier.ts';
import { once } from '../../once.ts';
import { fieldText } from '../../output/field-text.ts';
import { shortNameOf, whoText } from '../../output/patient-line.ts';
import { printableJson } from '../../output/printable.ts';
import { askForMissing } from '../../request/ask-missing.ts';
import { areUsable, dropUnreadable } from '../../request/ask-photos.ts';
import { ownTypes } from '../../request/ask-type.ts';
import { askForUnits } from '../../request/ask-unit.ts';
import { sayUnused } from '../../request/fitting-provider.ts';
import { type RequestOptions, readDraft } from '../../request/read-draft.ts';
import { reviewDraft } from '../../request/review-draft.ts';
import { sendWithProgress } from '../../request/send.ts';
import { patientId } from '../../request/whom.ts';

export async function createAfter(typed: string | undefined, options: RequestOptions, context: Context): Promise<void> {
  const stdinIsTaken = options['data'] === '-';
  const id = await patientId(typed, { change: 'Create an after-record of', stdinIsTaken }, context);
  const draft = await readDraft('after', options, context);
  const mayAsk = context.mayAsk() && !stdinIsTaken;
  const patient = once(async () => (await context.client()).getPatient(id));
  const wasReviewed = mayAsk && (await completeByAsking(draft, id, patient, context));
  const earlier = earlierModel(id, draft, patient);
  const checks = { typed: ['after', 'create', id], options, mayChange: mayAsk, earlier };
  const { reconstruction, dispose } = await checkAndLook(draft, checks, context);
  try {
    if (reconstruction === undefined) return;
    if (context.globals().dryRun) {
      return context.streams.say(`dry run: everything is in order; would create an after-record of patient ${id}`);
    }
    // Whoever was typed by name, or chosen, was shown and asked about.
    const isIdAlone = typed !== undefined && /^\d+$/.test(typed);
    if (mayAsk && isIdAlone && !wasReviewed) await confirmWhose(id, await patient(), context);
    const changes = await context.changes();
    const reply = await sendWithProgress(reconstruction.photos, context, (hooks) =>
      changes.createAfter(id, reconstruction, hooks),
    );
    await showAfter({ id, type: reconstruction.type }, reply, context);
  } finally {
    await dispose();
  }
}

type ReadPatient = () => Promise<Reply<PatientAnswer>>;

function earlierModel(id: string, { type }: Draft, patient: ReadPatient): EarlierModel {
  return {
    photos: async () => (isReconstructionType(type) ? (chosenOf(await patient(), type)[0] ?? undefined) : undefined),
    ifTwoPeople: [
      {
        before: 'if the new photos are of somebody else',
        command: ['after', 'create'],
        because: 'to choose whose they are',
      },
      {
        before: 'if the earlier ones are',
        command: ['invite', id, ...(type === undefined ? [] : ['--type', type]), '--open'],
        because: 'a link that replaces all photos of the model',
      },
    ],
  };
}

/**
 * Shows whose result new photos are to be, and asks; the first answer is no.
 * @throws ReconError `interrupted` where the answer is no
 */
async function confirmWhose(
  id: string,
  { body }: Reply<PatientAnswer>,
  { streams, prompt, clock }: Context,
): Promise<void> {
  const patient = body?.patient;
  streams.note(`to record: the result of ${whoText(id, patient, clock.now())}`);
  const name = fieldText(patient?.name).trim() || 'this patient';
  const isShown = await (await prompt()).choose(`Do the new photos show ${name}?`, [
    { value: false, name: 'no, or not sure: nothing is sent', short: 'no, send nothing' },
    { value: true, name: 'yes: create the after-record', short: 'yes, create the after-record' },
  ]);
  if (!isShown) throw new ReconError('interrupted', 'nothing was sent');
}

/** An after is of a model that the patient has, where there is any. @returns whether a person saw all of it, and said yes */
async function completeByAsking(draft: Draft, id: string, patient: ReadPatient, context: Context): Promise<boolean> {
  if (draft.problems.length > 0 || !(await areUsable(draft))) return false;
  await dropUnreadable(draft, context);
  await askForUnits(draft, context);
  if (draft.type === undefined) {
    const own = ownTypes(await patient(), context);
    if (own.length === 1) draft.type = own[0]!.value;
    if (own.length > 1) draft.type = await (await context.prompt()).choose('Which 3D model?', own);
  }
  const wasAsked = await askForMissing(draft, context);
  sayUnused(draft, context);
  if (!wasAsked) return false;
  const name = shortNameOf(id, (await patient()).body?.patient);
  await reviewDraft(draft, `Yes, create the after-record of ${name}`, context);
  return true;
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
