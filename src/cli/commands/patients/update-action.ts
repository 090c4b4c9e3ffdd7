import type { PatientAnswer } from '../../../contract/answers.ts';
import { UPDATE_VIEWS } from '../../../contract/fields.ts';
import { isReconstructionType, type ReconstructionType } from '../../../contract/reconstruction.ts';
import type { Reply } from '../../../core/answer.ts';
import { chosenOf } from '../../../core/chosen-reconstructions.ts';
import {
  asksForReconstruction,
  brokenRules,
  type Draft,
  isEmpty,
  missingIn,
  viewsOf,
  warningsOf,
} from '../../../core/draft.ts';
import { requireRoute } from '../../../core/own-routes.ts';
import { planUpdate } from '../../../core/update.ts';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { checkBeforeSending } from '../../look/check-before-sending.ts';
import { nameOf } from '../../output/patient-line.ts';
import { settleAddress } from '../../request/ask-address.ts';
import { askForParts } from '../../request/ask-missing.ts';
import { ownTypes, typeChoices } from '../../request/ask-type.ts';
import { askForUnits } from '../../request/ask-unit.ts';
import { type CheckedRequest, checkDraft } from '../../request/check-draft.ts';
import { type RequestOptions, readDraft, refuseForUpdate } from '../../request/read-draft.ts';
import { sendWithProgress } from '../../request/send.ts';
import { patientId } from '../../request/whom.ts';
import { askForChanges, changesOf, doneText, hasAllOf } from './ask-changes.ts';
import {
  confirmUpdate,
  ifTwoPeople,
  keptIn,
  lossesOf,
  needsYes,
  oldPhotosWarning,
  type PlannedUpdate,
  plannedUpdate,
} from './confirm-update.ts';
import { reportGeneration } from './report-generation.ts';
import { reviewUpdate } from './review-update.ts';
import { placePictures, refuseOrTellUnplaced } from './update-folder.ts';

export async function updatePatient(
  typed: string | undefined,
  options: RequestOptions,
  context: Context,
): Promise<void> {
  const stdinIsTaken = options['data'] === '-';
  const draft = await readDraft('update', options, context);
  refuseForUpdate(draft, UPDATE_VIEWS);
  const mayAsk = context.mayAsk() && !stdinIsTaken;
  const wasAsked = isEmpty(draft) && draft.problems.length === 0;
  // These come first: the question whom it is about shows what would be written.
  await settleAddress(draft, mayAsk, context);
  const asksOfSlips = options['yes'] !== true && !context.globals().dryRun;
  if (mayAsk && draft.problems.length === 0) await askForUnits(draft, context, { asksOfSlips });
  // Who has typed no change is shown the patient, and asked for each.
  let shown: { patient: unknown } | undefined;
  const shows = (patient: unknown) => {
    shown = { patient };
    return changesOf(draft, patient);
  };
  let isSoAlready = false;
  const isSo = (patient: unknown) => {
    isSoAlready = hasAllOf(draft, patient);
    return isSoAlready;
  };
  const makesModel = asksForReconstruction(draft) && (draft.type === undefined || isReconstructionType(draft.type));
  const sendsPhotos = makesModel && (viewsOf(draft).length > 0 || draft.photoFolder !== undefined);
  const tellOldPhotos = oldPhotosTeller(draft, context);
  const refuses = async (whom: string) => {
    const planned = makesModel ? await plan(whom, draft, context) : undefined;
    // Before the question, whose answer may depend on it.
    tellWarnings(draft, context);
    if (planned !== undefined) tellOldPhotos(whom, planned.type, planned.before);
  };
  const purpose = {
    change: 'Change',
    shows,
    isSo,
    refuses,
    yes: options['yes'] === true,
    // What will be refused needs no yes. Photos are looked at first, so that one question is about all of it.
    asksItself: wasAsked || draft.problems.length > 0 || sendsPhotos,
    stdinIsTaken,
  };
  const id = await patientId(typed, purpose, context);
  if (isSoAlready) {
    sayNothingToChange(id, context);
    return;
  }
  if (wasAsked) {
    if (!mayAsk) throw nothingGiven(id);
    const before = await (await context.client()).getPatient(id);
    do {
      await askForChanges(draft, before, context);
      tellOldPhotos(id, isReconstructionType(draft.type) ? draft.type : undefined, before);
    } while (!(await reviewUpdate(id, draft, before, context, 'Change something else')));
  }
  const isConfirmed = options['yes'] === true || context.globals().dryRun;
  if (!isConfirmed && !context.mayAsk()) draft.problems.push(...needsYes(lossesOf(draft)));
  const isByName = sendsPhotos && !wasAsked && shown === undefined && !(typed !== undefined && /^\d+$/.test(typed));
  /** What a person has not seen yet; one who has seen `Phone 021 222 → none` and said yes is not asked again. */
  const planned = ({ type, before, wasReviewed }: CheckedUpdate, there = before): PlannedUpdate | undefined => {
    const wasSeen = wasAsked || wasReviewed === true;
    const losses = { ...lossesOf(draft), ...((wasSeen || shown !== undefined) && { fields: [] }) };
    const isOfPhotos = mayAsk && !wasSeen && viewsOf(draft).length > 0;
    if (isConfirmed || there === undefined || (!isOfPhotos && !isByName && needsYes(losses).length === 0))
      return undefined;
    return { id, draft, type, before: there, losses, isByName: isByName && !wasSeen };
  };
  const asking = { mayAsk, options, tellOldPhotos, planned };
  const { checked, wasConfirmed } = await checkUpdateAndLook(id, draft, asking, context);
  const { request, type, before } = checked;
  try {
    if (context.globals().dryRun) {
      context.streams.say(`dry run: everything is in order; would change patient ${id}; nothing was sent`);
      return;
    }
    if (!wasConfirmed) {
      const isLoss = !isConfirmed && needsYes(lossesOf(draft)).length > 0;
      const there = before ?? (isLoss ? await (await context.client()).getPatient(id) : undefined);
      const update = planned(checked, there);
      if (update !== undefined) await confirmUpdate(update, context);
    }
    const there = shown ?? (await toTell(id, before, context));
    if (there !== undefined && hasAllOf(draft, there.patient)) return sayNothingToChange(id, context);
    await send({ id, draft, there, type, options }, request, context);
  } finally {
    await request.dispose();
  }
}

const sayNothingToChange = (id: string, { streams }: Context) =>
  streams.say(`nothing to change: patient ${id} has all of it already`);

/** The patient before the change, for a person who is told what it changed. A script sends nothing more for that. */
async function toTell(
  id: string,
  before: Reply<PatientAnswer> | undefined,
  context: Context,
): Promise<{ patient: unknown } | undefined> {
  if (!context.streams.stderrIsTty()) return undefined;
  return { patient: (before ?? (await (await context.client()).getPatient(id))).body?.patient };
}

function tellWarnings(draft: Draft, { streams }: Context): void {
  const warnings = warningsOf(draft);
  for (const warning of warnings) streams.warn(warning);
  draft.told = [...(draft.told ?? []), ...warnings];
}

/**
 * The check, then a look at the photos; again where a person has given others. `wasConfirmed`: photos that the look has
 * doubted are to be sent all the same, and the question has told what else is changed.
 */
async function checkUpdateAndLook(
  id: string,
  draft: Draft,
  {
    options,
    planned,
    ...asking
  }: Asking & {
    options: RequestOptions;
    planned(checked: CheckedUpdate): PlannedUpdate | undefined;
  },
  context: Context,
): Promise<{ checked: CheckedUpdate; wasConfirmed: boolean }> {
  const { mayAsk, tellOldPhotos } = asking;
  for (;;) {
    const checked = await check(id, draft, asking, context);
    if (checked === undefined) continue;
    const { request, type, before } = checked;
    if (before !== undefined) tellOldPhotos(id, type, before);
    const model = before && type && chosenOf(before, type)[0];
    const ways = ifTwoPeople(id, type, before === undefined ? [] : keptIn(draft, type, before));
    const isLinkTold = before !== undefined && oldPhotosWarning(id, draft, type, before) !== undefined;
    const earlier = model
      ? { photos: async () => model, ifTwoPeople: isLinkTold ? ways.slice(0, 1) : ways }
      : undefined;
    const { reconstruction } = request;
    const looked = reconstruction && { ...reconstruction, ...(type !== undefined && { type }) };
    let wasConfirmed = false;
    const beforeQuestion = () => {
      wasConfirmed = true;
      const update = planned(checked);
      for (const line of update === undefined ? [] : plannedUpdate(update, context).lines) context.streams.note(line);
    };
    const wishes = { options, mayChange: mayAsk, given: { id }, earlier, beforeQuestion };
    try {
      if (await checkBeforeSending(draft, looked, wishes, context)) return { checked, wasConfirmed };
    } catch (error) {
      await request.dispose();
      throw error;
    }
    await request.dispose();
  }
}

interface Asking {
  mayAsk: boolean;
  tellOldPhotos: ReturnType<typeof oldPhotosTeller>;
}

/** Tells which earlier photos stay in the model, once as long as they are the same. */
function oldPhotosTeller(draft: Draft, { streams }: Context) {
  let told: string | undefined;
  return (id: string, type: ReconstructionType | undefined, before: Reply<PatientAnswer>) => {
    const warning = oldPhotosWarning(id, draft, type, before);
    const text = JSON.stringify(warning);
    if (warning !== undefined && text !== told) streams.warn(warning);
    told = text;
  };
}

const nothingGiven = (id: string) =>
  new ReconError('usage', 'nothing is given to change', {
    hint: { command: [...typedFor(id), '--phone', 'NUMBER'] },
  });

const typedFor = (id: string) => ['patients', 'update', id];

interface CheckedUpdate {
  request: CheckedRequest;
  type?: ReconstructionType | undefined;
  /** The patient, where the check had to look. */
  before?: Reply<PatientAnswer>;
  /** A person saw all of it, and said yes. */
  wasReviewed?: true;
}

/**
 * The rules of an update depend on what the patient has already, so a look comes first.
 * @returns undefined where a person has given another photo
 */
async function check(
  id: string,
  draft: Draft,
  { mayAsk, tellOldPhotos }: Asking,
  context: Context,
): Promise<CheckedUpdate | undefined> {
  const checked = (violations = brokenRules(draft), mayChange = false) =>
    checkDraft(draft, { typed: typedFor(id), violations, mayChange }, context);
  const done = (request: CheckedRequest | undefined, found: Omit<CheckedUpdate, 'request'> = {}) =>
    request && { request, ...found };
  if (!asksForReconstruction(draft)) {
    const request = await checked([]);
    if (!hasSize(draft)) return done(request);
    const before = await (await context.client()).getPatient(id);
    requireRoute(before, 'size');
    return done(request, { before });
  }
  // A word that is no type cannot be looked up; the check names it.
  if (draft.type !== undefined && !isReconstructionType(draft.type)) return done(await checked());
  const look = () =>
    plan(id, draft, context).catch(async (error) => {
      if (context.signal.aborted) throw error;
      // What is wrong with the call itself is told first.
      await (await checked(brokenRules(draft).filter(({ code }) => code !== 'missing')))?.dispose();
      throw error;
    });
  let looked = await look();
  let wasReviewed = false;
  if (mayAsk && draft.problems.length === 0) {
    let wasAsked = false;
    while (await askForWhatIsMissing(draft, looked, context)) {
      looked = await look();
      wasAsked = true;
    }
    if ((await placePictures(draft, looked.type, context)) || wasAsked) {
      tellOldPhotos(id, looked.type, looked.before);
      await reviewUpdate(id, draft, looked.before, context);
      wasReviewed = true;
      looked = await look();
    } else refuseOrTellUnplaced(draft);
  } else if (missingIn(looked.violations).length === 0) refuseOrTellUnplaced(draft);
  const { violations, ...found } = looked;
  if (hasSize(draft)) requireRoute(found.before, 'size');
  return done(await checked(violations, mayAsk), { ...found, ...(wasReviewed && { wasReviewed }) });
}

async function plan(id: string, draft: Draft, context: Context) {
  const { type, measures } = draft;
  const asked = { ...(isReconstructionType(type) && { type }), photos: viewsOf(draft), measures };
  return await planUpdate(await context.client(), id, asked);
}

/** The type first, since it tells what else is missing. @returns whether anything was asked */
async function askForWhatIsMissing(
  draft: Draft,
  { violations, before }: Awaited<ReturnType<typeof plan>>,
  context: Context,
): Promise<boolean> {
  if (violations.some(({ code, name }) => code === 'missing' && name === 'type')) {
    const own = ownTypes(before, context);
    draft.type = await (await context.prompt()).choose<string>('Which 3D model?', own.length > 0 ? own : typeChoices());
    return true;
  }
  const needed = missingIn(violations);
  const isGiven = (name: string) => name in draft.photos || name in draft.measures;
  return await askForParts(draft, () => needed.filter((name) => !isGiven(name)), context);
}

const hasSize = ({ size }: Draft) => Object.keys(size).length > 0;

async function send(
  { id, draft, there, type, options }: Sending,
  { reconstruction, dispose }: CheckedRequest,
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
  // A log of a script has no names.
  const who = context.streams.stderrIsTty() ? `, ${nameOf(reply.body?.patient)}` : '';
  const what = there === undefined ? '' : doneText(draft, there.patient);
  context.streams.say(`updated patient ${id}${who}${what && `: ${what}`}`);
  const sentType = reconstruction && type;
  const waits = options['wait'] !== false;
  await reportGeneration({ id, reply, type: sentType, sent: draft, waits, isNew: false }, context);
}

interface Sending {
  id: string;
  draft: Draft;
  /** The patient as it was before, where a person is told what changes. */
  there: { patient: unknown } | undefined;
  type: ReconstructionType | undefined;
  options: RequestOptions;
}
