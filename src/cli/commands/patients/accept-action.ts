import type { PatientAnswer } from '../../../contract/answers.ts';
import {
  isEarlierModel,
  PROCESSING_STATUS,
  type ReconstructionType,
  typeWord,
} from '../../../contract/reconstruction.ts';
import type { Reply } from '../../../core/answer.ts';
import { acceptedOf, chosenOf } from '../../../core/chosen-reconstructions.ts';
import { patientToChange } from '../../../core/may-change.ts';
import { checkAcceptance, earlierModelText, keepsEarlierModels, requireRoute } from '../../../core/own-routes.ts';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { sayLinksOfAccepted } from '../../links-out.ts';
import { once } from '../../once.ts';
import { fieldText } from '../../output/field-text.ts';
import { doubtsOf } from '../../output/model-doubts.ts';
import { whoIsTold } from '../../output/patient-line.ts';
import { showPatients } from '../../output/show-patient.ts';
import { ownType, typedType } from '../../request/ask-type.ts';
import { patientId } from '../../request/whom.ts';

/** Of an accepted model, as a person reads it before the question. */
const NEVER_REPLACED = 'once accepted, no update replaces it';

export async function acceptModel(
  typed: string | undefined,
  options: { type?: string; undo?: boolean; earlier?: boolean },
  context: Context,
): Promise<void> {
  const { streams } = context;
  const isAccepted = options.undo !== true;
  if (!isAccepted && options.earlier === true) {
    throw new ReconError('usage', '--undo and --earlier exclude each other');
  }
  const given = typedType(options.type, typed, context);
  const model = given === undefined ? 'a 3D model' : `the ${options.earlier === true ? 'earlier ' : ''}${given} model`;
  const change = `${isAccepted ? 'Accept' : 'Take back the acceptance of'} ${model} of`;
  const shows = () => (isAccepted ? [NEVER_REPLACED] : []);
  const isSo = (patient: unknown) =>
    given !== undefined && acceptedOf({ body: { patient } } as Reply<PatientAnswer>, given) === isAccepted;
  // Who leaves the type out is shown the model, and whose it is, and asked.
  const purpose = {
    change,
    shows,
    isSo,
    asksItself: given === undefined,
    having: given,
    beside: given && { line: ['--type', given] },
  };
  const id = await patientId(typed, purpose, context);
  const look = once(async () => await patientToChange(await context.client(), id));
  const type = given ?? (await typeToAccept(id, await look(), context));
  // A script that accepts a model twice needs no look: it is accepted now, and once more does no harm.
  if (!isAccepted || context.mayAsk()) {
    const before = await look();
    requireRoute(before, 'accept');
    if (acceptedOf(before, type) === isAccepted) return await sayIsSo({ id, type, isAccepted }, before, context);
  }
  const mayAsk = isAccepted && context.mayAsk() && !context.globals().dryRun;
  const isEarlier = options.earlier ?? (mayAsk && (await askForEarlier(id, type, await look(), context)));
  const isAsked = mayAsk && options.earlier === undefined && isEarlier;
  const isSeen = context.mayAsk() || context.globals().dryRun;
  const doubts = isAccepted && isSeen ? doubtsOf(await look(), { id, now: context.clock.now(), only: type }) : [];
  for (const doubt of doubts) streams.warn(doubt);
  // An id says to nobody who it is, and without the mark newer photos replace the model.
  const takesBackById = !isAccepted && context.mayAsk() && /^\d+$/.test(typed ?? '');
  if ((given === undefined || takesBackById || doubts.length > 0) && !isAsked && !context.globals().dryRun) {
    await confirmChosen({ id, type, isAccepted, isEarlier }, await look(), context);
  }
  const wanted = { type, isAccepted, ...(isEarlier && { isEarlier }) };
  const modelText = `the ${isEarlier ? 'earlier ' : ''}${typeWord(type)} model of`;
  if (context.globals().dryRun) {
    checkAcceptance(await look(), id, wanted);
    const model = `${modelText} patient ${id}`;
    const would = isAccepted ? `accept ${model}` : `take back that ${model} is accepted`;
    return streams.say(`dry run: would ${would}; nothing was sent`);
  }
  const reply = await (await context.changes()).setAccepted(id, wanted);
  const done = `${modelText} ${whoIsTold(id, reply.body?.patient, streams)}`;
  streams.say(isAccepted ? `accepted ${done}; no update replaces it now` : `no longer accepted: ${done}`);
  // On a terminal the patient was looked at; a service before 0.38 tells of links only then.
  if (isAccepted) await sayLinksOfAccepted({ id, type }, context.mayAsk() ? await look() : reply, context);
  await show(id, reply, context);
  if (isAccepted) await context.sayNext({ command: ['download', id, '--type', type], because: 'to save the model' });
}

async function sayIsSo(
  { id, type, isAccepted }: { id: string; type: ReconstructionType; isAccepted: boolean },
  before: Reply<PatientAnswer>,
  context: Context,
): Promise<void> {
  const model = `the ${typeWord(type)} model of ${whoIsTold(id, before.body?.patient, context.streams)}`;
  context.streams.say(`nothing to change: ${model} is ${isAccepted ? 'accepted already' : 'not accepted'}`);
  if (isAccepted) await sayLinksOfAccepted({ id, type }, before, context);
  if (!context.globals().dryRun) await show(id, before, context);
}

/** Of those that the patient has. */
async function typeToAccept(id: string, before: Reply<PatientAnswer>, context: Context): Promise<ReconstructionType> {
  requireRoute(before, 'accept');
  return await ownType(before, id, context);
}

/**
 * Tells that the model is an earlier one, and asks; default no. Where nobody can be asked the check refuses it.
 * @returns whether it is one, and wanted
 * @throws ReconError `declined` where the answer is no
 */
async function askForEarlier(
  id: string,
  type: ReconstructionType,
  before: Reply<PatientAnswer>,
  context: Context,
): Promise<boolean> {
  const [current] = chosenOf(before, type);
  // The check refuses one that is being made.
  if (!isEarlierModel(current, { isOurs: keepsEarlierModels(before) }) || current?.status === PROCESSING_STATUS)
    return false;
  requireRoute(before, 'accept');
  context.streams.note(earlierModelText(id, type, current?.status));
  if (await (await context.prompt()).confirm('Accept the earlier model?')) return true;
  throw new ReconError('declined', 'nothing was done');
}

/** Nothing is changed on the answer to a list alone. */
async function confirmChosen(
  {
    id,
    type,
    isAccepted,
    isEarlier,
  }: { id: string; type: ReconstructionType; isAccepted: boolean; isEarlier: boolean },
  { body }: Reply<PatientAnswer>,
  context: Context,
): Promise<void> {
  const name = fieldText(body?.patient?.name) || 'without a name';
  const model = `the ${isEarlier ? 'earlier ' : ''}${typeWord(type)} model`;
  context.streams.note(`${isAccepted ? 'to accept' : 'to take back'}: ${model} of patient ${id}, ${name}`);
  if (isAccepted) context.streams.note(`  ${NEVER_REPLACED}`);
  const question = isAccepted ? 'Accept this model?' : 'Take back that it is accepted?';
  if (await (await context.prompt()).confirm(question)) return;
  throw new ReconError('declined', 'nothing was done');
}

async function show(id: string, reply: Reply<PatientAnswer>, context: Context): Promise<void> {
  if (await context.isAnswerSaid()) return;
  const format = await context.outputFormat();
  if (format === 'table' || format === 'id') return await context.streams.answer(id);
  await showPatients([reply], format, context);
}
