import type { PatientAnswer } from '../../../contract/answers.ts';
import { parseMeasure, requirements } from '../../../contract/photo-rules.ts';
import { findProvider, usualSecondsOf } from '../../../contract/providers.ts';
import { isReconstructionType, SCALED_BY, typeWord, VIEWS } from '../../../contract/reconstruction.ts';
import type { Reply } from '../../../core/answer.ts';
import { checkRequest } from '../../../core/check-request.ts';
import { chosenOf } from '../../../core/chosen-reconstructions.ts';
import { type Draft, viewsOf } from '../../../core/draft.ts';
import { patientToChange } from '../../../core/may-change.ts';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { followGeneration } from '../../follow-generation.ts';
import { checkAndLook } from '../../look/check-and-look.ts';
import type { EarlierModel } from '../../look/look-beside-earlier.ts';
import { once } from '../../once.ts';
import { fieldOf, fieldText } from '../../output/field-text.ts';
import { typeName } from '../../output/patient-columns.ts';
import { shortNameOf, whoText } from '../../output/patient-line.ts';
import { printableJson } from '../../output/printable.ts';
import { dryRunHead, refuseDryRun } from '../../refuse-dry-run.ts';
import { askForMissing } from '../../request/ask-missing.ts';
import { areUsable, dropUnreadable, refuseUnusable } from '../../request/ask-photos.ts';
import { ownTypes } from '../../request/ask-type.ts';
import { askForUnits } from '../../request/ask-unit.ts';
import { sayOtherWay, sayUnused } from '../../request/fitting-provider.ts';
import { flagOf } from '../../request/flags.ts';
import { problemsError } from '../../request/problems-error.ts';
import { type RequestOptions, readDraft, switchesOf } from '../../request/read-draft.ts';
import { reviewDraft } from '../../request/review-draft.ts';
import { sendWithProgress } from '../../request/send.ts';
import { patientId } from '../../request/whom.ts';

export async function createAfter(typed: string | undefined, options: RequestOptions, context: Context): Promise<void> {
  const stdinIsTaken = options['data'] === '-';
  // Whose it is stands in the one question that comes last.
  const purpose = { change: 'Create an after-record of', asksItself: true, stdinIsTaken };
  const mayAsk = context.mayAsk() && !stdinIsTaken;
  if (typed === undefined && !mayAsk) await refuseLeftOut(options, context);
  const id = await patientId(typed, purpose, context);
  const draft = await readDraft('after', options, context);
  const patient = once(async () => await patientToChange(await context.client(), id));
  const wasAsked = mayAsk && (await completeByAsking(draft, patient, context));
  const earlier = earlierModel(id, draft, patient);
  const shown = mayAsk && draft.problems.length === 0 ? await patient() : undefined;
  const tellWhose = once(() => shown && sayWhose(id, draft, shown, context));
  const review = wasAsked ? () => reviewAfter(draft, id, { patient, tellWhose }, context) : undefined;
  /** What a person was asked about last, with whose it is. Other photos may be given then. */
  let asked: string | undefined;
  const beforeQuestion = () => {
    tellWhose();
    asked = partsText(draft);
  };
  const again = async () => {
    const { type } = draft;
    if (!mayAsk || !isReconstructionType(type)) return undefined;
    return { id, type, purpose: 'after' as const, before: await patient() };
  };
  const looked = { options, mayChange: mayAsk, given: { id }, earlier, again, beforeQuestion };
  const checks = { typed: ['after', 'create', id, ...switchesOf(options)], ...looked, review };
  const { reconstruction, dispose } = await checkAndLook(draft, checks, context);
  try {
    if (reconstruction === undefined) return;
    if (context.globals().dryRun) {
      await refuseDryRun(patient, context);
      const head = dryRunHead('nothing is missing', context);
      return context.streams.say(`${head}; would create an after-record of patient ${id}; nothing was sent`);
    }
    if (mayAsk && !wasAsked && asked !== partsText(draft)) await confirmWhose(id, draft, await patient(), context);
    const changes = await context.changes();
    const reply = await sendWithProgress(reconstruction.photos, context, (hooks) =>
      changes.createAfter(id, reconstruction, hooks),
    );
    const { type, provider } = reconstruction;
    const usualSeconds = type && usualSecondsOf(type, provider);
    // A script gets the state that the answer tells, of every service.
    const waits = options['wait'] !== false && context.mayAsk();
    await reportAfter({ id, reply, type, usualSeconds, sent: draft, waits }, context);
  } finally {
    await dispose();
  }
}

/** Nobody can be asked, and no patient was typed: photos and measures that are missing are told with it. */
async function refuseLeftOut(options: RequestOptions, context: Context): Promise<void> {
  const draft = await readDraft('after', options, context);
  const checked = checkRequest(draft, { problems: [], warnings: [] }, { nameOf: flagOf });
  if (checked.missing.length === 0) return;
  const problems = ["missing required argument 'patient'", ...checked.problems];
  const line = ['after', 'create', 'PATIENT', ...switchesOf(options)];
  throw problemsError(draft, { ...checked, problems }, { typed: line, isForPerson: context.streams.stderrIsTty() });
}

const partsText = ({ photos, measures }: Draft) => JSON.stringify([photos, measures]);

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

function sayWhose(id: string, { type }: Draft, { body }: Reply<PatientAnswer>, { streams, clock }: Context): void {
  const patient = body?.patient;
  streams.note(`to record: the result of ${whoText(id, patient, clock.now())}`);
  const models = patient?.reconstructions ?? [];
  if (!isReconstructionType(type) || models.some((one) => typeName(one) === type)) return;
  streams.warn(`this patient has no ${typeWord(type)} model, so there is nothing to compare the after-record with`);
}

/**
 * Shows whose result new photos are to be, and asks; the first answer is no.
 * @throws ReconError `declined` where the answer is no
 */
async function confirmWhose(id: string, draft: Draft, reply: Reply<PatientAnswer>, context: Context): Promise<void> {
  sayWhose(id, draft, reply, context);
  const name = fieldText(reply.body?.patient?.name).trim() || 'this patient';
  const isShown = await (await context.prompt()).choose(`Do the new photos show ${name}?`, [
    { value: false, name: 'no, or not sure: nothing is sent', short: 'no, send nothing' },
    { value: true, name: 'yes: create the after-record', short: 'yes, create the after-record' },
  ]);
  if (!isShown) throw new ReconError('declined', 'nothing was sent');
}

/** An after is of a model that the patient has, where there is any. @returns whether anything was asked: then all of it is to be seen before it is sent */
async function completeByAsking(draft: Draft, patient: ReadPatient, context: Context): Promise<boolean> {
  if (draft.problems.length > 0 || !(await areUsable(draft))) return false;
  await dropUnreadable(draft, context);
  refuseUnusable(draft);
  await askForUnits(draft, context);
  if (draft.type === undefined) {
    const own = ownTypes(await patient(), context);
    if (own.length === 1) draft.type = own[0]!.value;
    if (own.length > 1) draft.type = await (await context.prompt()).choose('Which 3D model?', own);
  }
  if (draft.type === 'face') takeEyeDistance(draft, await patient(), context);
  const wasTyped = draft.provider !== undefined;
  draft.providersBefore = (await patient()).modelProviders;
  // The interface tells of no model how it was made.
  const hasBefore = ownTypes(await patient(), context).some(({ value }) => value === draft.type);
  if (!wasTyped && hasBefore && draft.providersBefore?.[draft.type ?? ''] === undefined) {
    context.streams.note('choose the way in which the model before was made: two ways differ also without a treatment');
  }
  const isTaken = takeWayBefore(draft, context);
  const wasAsked = (await askForMissing(draft, context)) || isTaken;
  sayOtherWay(draft, context);
  sayUnused(draft, wasTyped, context);
  return wasAsked;
}

/**
 * The way in which the model before was made, where the given photos are enough for it: only so the two are of one kind. A
 * person sees it among the answers, and may choose another. @returns whether it was taken
 */
function takeWayBefore(draft: Draft, { streams }: Context): boolean {
  const { type, providersBefore = {} } = draft;
  if (!isReconstructionType(type) || draft.provider !== undefined) return false;
  const before = findProvider(type, providersBefore[type] ?? '');
  if (before === undefined) return false;
  const given = viewsOf(draft);
  const needed: readonly string[] = requirements(type, String(before.number));
  if (VIEWS.some((view) => needed.includes(view) && !given.includes(view))) return false;
  draft.provider = String(before.number);
  streams.say(`to be made as ${before.title}, as the model before`);
  return true;
}

async function reviewAfter(
  draft: Draft,
  id: string,
  { patient, tellWhose }: { patient: ReadPatient; tellWhose(): void },
  context: Context,
): Promise<void> {
  tellWhose();
  const name = shortNameOf(id, (await patient()).body?.patient);
  await reviewDraft(draft, `Yes, create the after-record of ${name}`, context);
}

/**
 * Of the measures only this one stays through a treatment. Without it both models would be of other sizes, where the
 * model has it.
 */
function takeEyeDistance(draft: Draft, before: Reply<PatientAnswer>, { streams }: Context): void {
  const known = fieldText(fieldOf(chosenOf(before, 'face')[0]?.mesaures, SCALED_BY.face));
  if (draft.measures.eye_distance !== undefined || parseMeasure(known) === undefined) return;
  draft.measures.eye_distance = known;
  streams.say(`eye distance: ${known} cm, as in the model that the patient has`);
}

type AfterReply = Awaited<ReturnType<Awaited<ReturnType<Context['client']>>['createAfter']>>;

interface Made {
  id: string;
  reply: AfterReply;
  type: string | undefined;
  usualSeconds: number | undefined;
  sent: Draft;
  waits: boolean;
}

/**
 * Tells of the after-record, and waits for it with a person where the service numbers those that there are, as ours does:
 * the interface gives an after no id and cannot read it again. Its status goes to stdout, the last one that was seen.
 */
async function reportAfter({ id, reply, type, usualSeconds, sent, waits }: Made, context: Context): Promise<void> {
  const { streams } = context;
  const { text, body, afters = [], routes } = reply;
  const format = await context.outputFormat();
  const made = afters.filter((one) => one.type === type).at(-1);
  let status = fieldText(body?.after?.status);
  const isLast = made === undefined && routes?.has('after-archive') !== true;
  const rest = isLast ? '; this service cannot be asked for it again, so this is its state now' : '';
  const which = made === undefined ? 'an after-record' : `after-record ${made.number}`;
  streams.say(`created ${which} of patient ${id}${rest}`);
  try {
    if (made !== undefined && waits) {
      const onAnswer = (_id: string, { afters: now = [] }: Reply<PatientAnswer>) => {
        status = now.find((one) => one.type === made.type && one.number === made.number)?.status ?? status;
      };
      const waited = {
        ids: [id],
        types: [made.type],
        after: made.number,
        wereJustAsked: true,
        usualSeconds,
        sent,
        onAnswer,
      };
      await followGeneration(waited, context);
    }
  } finally {
    if (format === 'json' || format === 'ndjson') {
      const line = format === 'json' ? text.trimEnd() : text.replaceAll(/[\r\n]+/g, ' ').trim();
      await context.writeJson(`${printableJson(line)}\n`);
    } else if (made === undefined || !(await context.isAnswerSaid())) await streams.answer(status);
  }
  if (type === undefined || !routes?.has('after-archive')) return;
  const look = ['view', id, '--type', type, '--after', String(made?.number ?? 'NUMBER')];
  if (made !== undefined && waits) return await context.sayNext({ command: look, because: 'to compare' });
  if (made !== undefined) {
    return streams.say({ before: 'the after-record is being made; to wait for it', command: ['wait', id] });
  }
  await context.sayNext(
    { command: look, because: 'to compare; 1 is the first after-record' },
    { or: { command: ['patients', 'get', id], because: 'to see how far it is' } },
  );
}
