import type { PatientAnswer } from '../../../contract/answers.ts';
import { UPDATE_VIEWS } from '../../../contract/fields.ts';
import { requirements } from '../../../contract/photo-rules.ts';
import { providersOf } from '../../../contract/providers.ts';
import {
  isReconstructionType,
  RECONSTRUCTION_TYPES,
  type ReconstructionType,
  typeWord,
  type View,
} from '../../../contract/reconstruction.ts';
import type { Reply } from '../../../core/answer.ts';
import { beforeSending } from '../../../core/changes/unfinished-errors.ts';
import { asksForReconstruction, type Draft, isEmpty, viewsOf } from '../../../core/draft.ts';
import { patientToChange } from '../../../core/may-change.ts';
import { hasCode, ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { whoIsTold } from '../../output/patient-line.ts';
import { dryRunHead, refuseDryRun } from '../../refuse-dry-run.ts';
import { settleAddress } from '../../request/ask-address.ts';
import { ownTypes } from '../../request/ask-type.ts';
import { askForUnits } from '../../request/ask-unit.ts';
import type { CheckedRequest } from '../../request/check-draft.ts';
import { type RequestOptions, readDraft, refuseForUpdate } from '../../request/read-draft.ts';
import { sendWithProgress } from '../../request/send.ts';
import { tellWarnings } from '../../request/tell-warnings.ts';
import { patientId } from '../../request/whom.ts';
import { askForChanges, changesOf, doneText, hasAllOf } from './ask-changes.ts';
import { checkAndConfirm } from './check-and-confirm.ts';
import { hasSize, limitsTeller, planDraft, typedFor } from './check-update.ts';
import { linkFor, lossesOf, needsYes } from './confirm-update.ts';
import { reportGeneration } from './report-generation.ts';
import { reviewUpdate } from './review-update.ts';
import { KEEPS_WAY, secondRecord, wantedWay } from './second-record.ts';

export async function updatePatient(
  typed: string | undefined,
  options: RequestOptions,
  context: Context,
): Promise<void> {
  const stdinIsTaken = options['data'] === '-';
  const draft = await readDraft('update', options, context);
  const way = wantedWay(draft);
  const refused = refuseForUpdate(draft, UPDATE_VIEWS);
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
  // What a model lacks is asked for, and one question at the end is about all of it.
  const isAskedAtEnd = sendsPhotos || (makesModel && mayAsk);
  const tellLimits = limitsTeller(draft, context);
  const refuses = async (whom: string) => {
    const planned = makesModel ? await planDraft(whom, draft, context) : undefined;
    // Before the question, whose answer may depend on it.
    tellWarnings(draft, context);
    if (planned !== undefined) tellLimits(whom, planned.type, planned.before);
  };
  const purpose = {
    change: 'Change',
    shows,
    isSo,
    refuses,
    yes: options['yes'] === true,
    // What will be refused needs no yes. Photos are looked at first, so that one question is about all of it.
    asksItself: wasAsked || draft.problems.length > 0 || isAskedAtEnd,
    stdinIsTaken,
    beside: wasAsked ? { missing: 'what is to change', line: ['--phone', 'NUMBER'] } : undefined,
  };
  // Which of several patients is meant is not asked for nothing.
  const isAskedForWhom = mayAsk && !/^\d+$/.test(typed ?? '');
  if (isAskedForWhom && !makesModel && draft.problems.length > 0) throw wrongValues(draft.problems);
  const id = await patientId(typed, purpose, context);
  if (isSoAlready) {
    sayNothingToChange(id, context);
    return;
  }
  if (wasAsked) {
    if (!mayAsk) throw nothingGiven(id);
    const before = await patientToChange(await context.client(), id);
    const tell = () => tellLimits(id, isReconstructionType(draft.type) ? draft.type : undefined, before);
    do {
      await askForChanges(draft, before, tell, context);
      tell();
    } while (!(await reviewUpdate(id, draft, before, context, 'Change something else')));
  }
  const isConfirmed = options['yes'] === true || context.globals().dryRun;
  if (!isConfirmed && !context.mayAsk()) draft.problems.push(...needsYes(lossesOf(draft)));
  // Elsewhere the whole name of the only one is enough.
  const isByName = isAskedForWhom && isAskedAtEnd && !wasAsked && shown === undefined;
  const confirming = { mayAsk, options, tellLimits, isConfirmed, wasAsked, wasShown: shown !== undefined, isByName };
  const { request, type, before } = await checkAndConfirm(id, draft, confirming, context).catch(async (error) => {
    if (!hasCode(error, 'usage')) throw error;
    const told = way === undefined ? error : await tellingOfWay(error, { id, way }, context);
    throw refused.length === 0 ? told : tellingOfLink(told, { id, refused, type: draft.type });
  });
  try {
    if (context.globals().dryRun) {
      let there = before;
      const read = async () => {
        there = await (await context.client()).getPatient(id);
        return there;
      };
      const isTold = there !== undefined || (await refuseDryRun(read, context));
      if (there !== undefined && hasAllOf(draft, there.body?.patient)) return sayNothingToChange(id, context);
      const head = dryRunHead(`${isTold ? 'everything' : 'what was typed'} is in order`, context);
      context.streams.say(`${head}; would change patient ${id}; nothing was sent`);
      // What is kept and what would be is for a person alone.
      if (there !== undefined && context.streams.stderrIsTty()) {
        for (const line of changesOf(draft, there.body?.patient)) context.streams.say(`  ${line}`);
      }
      return;
    }
    const there = shown ?? (await toTell(id, before, context));
    if (there !== undefined && hasAllOf(draft, there.patient)) return sayNothingToChange(id, context);
    await send({ id, draft, there, type, options }, request, context);
  } finally {
    await request.dispose();
  }
}

/** The way in which a model is made was typed, and no update takes it. Who has no model yet needs no second record. */
async function tellingOfWay(
  error: ReconError,
  { id, way }: { id: string; way: NonNullable<ReturnType<typeof wantedWay>> },
  context: Context,
): Promise<ReconError> {
  const before = await (await context.client()).getPatient(id).catch(() => undefined);
  const own = before && ownTypes(before, context).map(({ value }) => value);
  const hasNone = way.type === 'TYPE' ? own?.length === 0 : own?.some((type) => type === way.type) === false;
  if (hasNone) return error.with({ hint: 'the same command without --provider' });
  if (before?.modelProviders?.[way.type] === String(way.number)) {
    const made = `the ${typeWord(way.type)} model of patient ${id} is made as ${way.title} already`;
    return error.with({ details: [...error.details, made], hint: 'the same command without --provider' });
  }
  const { make, remove } = secondRecord(way);
  return error.with({ details: [...error.details, KEEPS_WAY, remove], hint: make });
}

/** Photos that no update takes come by a link, with all others of the model. */
function tellingOfLink(error: ReconError, { id, refused, type }: Refused): ReconError {
  const fitting = RECONSTRUCTION_TYPES.filter((one) => type === undefined || one === type).filter((one) => {
    const used = providersOf(one).flatMap(({ number }) => requirements(one, String(number)));
    return refused.every((view) => used.includes(view));
  });
  const link = {
    command: linkFor(id, fitting.length === 1 ? fitting[0] : undefined),
    because: 'to send all photos anew',
  };
  return error.hint === undefined
    ? error.with({ hint: link })
    : error.with({ details: [...error.details, { before: 'by a link', ...link }] });
}

interface Refused {
  id: string;
  /** The views that no update takes. */
  refused: readonly View[];
  type: string | undefined;
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
  const client = await context.client();
  return { patient: (before ?? (await beforeSending(() => client.getPatient(id)))).body?.patient };
}

const wrongValues = ([message = '', ...details]: readonly string[]) => new ReconError('usage', message, { details });

const nothingGiven = (id: string) =>
  new ReconError('usage', 'nothing is given to change', {
    hint: { command: [...typedFor(id), '--phone', 'NUMBER'] },
  });

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
  const who = whoIsTold(id, reply.body?.patient, context.streams);
  const what = there === undefined ? '' : doneText(draft, there.patient);
  context.streams.say(`updated ${who}${what && `: ${what}`}`);
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
