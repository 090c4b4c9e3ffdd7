import type { PatientAnswer } from '../../contract/answers.ts';
import { type ReconstructionType, typeWord } from '../../contract/reconstruction.ts';
import type { Reply } from '../../core/answer.ts';
import { reconstructionsOf } from '../../core/chosen-reconstructions.ts';
import type { Context } from '../context.ts';
import { followGeneration } from '../follow-generation.ts';
import { firstThatFits } from '../io/text-width.ts';
import { sayNextStep } from '../next-steps.ts';
import { fieldText } from '../output/field-text.ts';
import { type ModelState, modelStates } from '../output/model-state.ts';
import { typeName } from '../output/patient-columns.ts';
import { nameOf, numberAndName, shortName } from '../output/patient-line.ts';
import { printable } from '../output/printable.ts';
import { refuseWithoutTerminal } from '../output/refuse-without-terminal.ts';
import { showPatients } from '../output/show-patient.ts';
import { whomText } from '../output/wait-lines.ts';
import { askForGoing } from '../request/ask-going.ts';
import { reconstructionType } from '../request/option-values.ts';
import { patientIds } from '../request/whom.ts';

export interface WaitOptions {
  type?: string;
  preview?: boolean;
}

export async function waitUntilReady(typed: string[], options: WaitOptions, context: Context): Promise<void> {
  if (options.preview === true) await refuseWithoutTerminal('--preview', context);
  const type = options.type === undefined ? undefined : reconstructionType(options.type);
  const ids =
    typed.length === 0 ? await askForGoing(type, context) : await patientIds(typed, { having: type }, context);
  if (ids.length === 0) {
    context.streams.say(`nothing to wait for: no ${type ?? '3D'} model is being made`);
    return await context.sayNext({ command: ['list'], because: 'to see which models are ready, and which failed' });
  }
  // If nobody is logged in, nothing is shown.
  await context.client();
  const waited = { ids, type, wereJustAsked: false, preview: options.preview, tellsWhom: typed.length > 0 };
  await waitAndShow(waited, context);
}

interface Waited {
  ids: readonly string[];
  type: ReconstructionType | undefined;
  /** The type was just asked for, so one that is not there yet is still going. */
  wereJustAsked: boolean;
  /** The photos came by a link, from a phone that is here. */
  isPhoneHere?: boolean;
  preview?: boolean | undefined;
  /** The number may be a wrong one: a person checks it by the name. */
  tellsWhom?: boolean;
  /** False where the command has another answer. */
  showsLast?: boolean;
}

/** Waits, then shows the last answers seen, also where the wait fails. */
export async function waitAndShow(
  { ids, type, wereJustAsked, isPhoneHere = false, preview, tellsWhom = false, showsLast = true }: Waited,
  context: Context,
): Promise<void> {
  let outcome: Awaited<ReturnType<typeof followGeneration>>['outcome'] | undefined;
  const last = new Map<string, Reply<PatientAnswer>>();
  // Of several, each line has the name; a log is to have none.
  const isWhomTold = tellsWhom && ids.length === 1 && context.streams.stderrIsTty();
  const onAnswer = (id: string, reply: Reply<PatientAnswer>) => {
    if (isWhomTold && !last.has(id)) context.streams.say(numberAndName(id, reply.body?.patient));
    last.set(id, reply);
  };
  try {
    const followed = { ids, wereJustAsked, isPhoneHere, onAnswer, ...(type !== undefined && { types: [type] }) };
    const ended = await followGeneration(followed, context);
    outcome = ended.outcome;
    const without = ended.states.filter(({ reconstructions }) => reconstructions.length === 0).map(({ id }) => id);
    if (outcome === 'nothing') context.streams.say(`nothing to wait for: ${noModel(without, type)}`);
    else if (outcome === 'ready' && without.length > 0) context.streams.say(`${noModel(without, type)} to wait for`);
  } finally {
    if (showsLast && !context.signal.aborted) await showLast(ids, last, type, context);
    if (outcome === 'ready' && preview === true) await showPreviews([...last.values()], type, context);
    const [only = '', ...others] = ids;
    const reply = last.get(only);
    if (reply !== undefined && others.length === 0) {
      if (outcome === 'ready' || (outcome === 'nothing' && reconstructionsOf(reply).length === 0))
        await sayNextStep({ id: only, reply, type }, context);
      else if (outcome === 'nothing')
        await context.sayNext({ command: ['patients', 'get', only], because: 'to see which 3D models there are' });
    }
  }
}

/** `patients 3, 4 have no face model` */
const noModel = (ids: readonly string[], type: ReconstructionType | undefined): string =>
  `${ids.length === 1 ? 'patient' : 'patients'} ${ids.join(', ')} ${ids.length === 1 ? 'has' : 'have'} no ${type ?? '3D'} model`;

async function showPreviews(
  replies: readonly Reply<PatientAnswer>[],
  type: ReconstructionType | undefined,
  context: Context,
): Promise<void> {
  const { showPreview } = await import('../preview.ts');
  for (const reply of replies) await showPreview(reply, type, context);
}

/**
 * The last answers seen: as JSON whole, otherwise id, type and status of each reconstruction. A person at a terminal has
 * read of one patient how it ended, and gets a sentence for each of several.
 */
async function showLast(
  ids: readonly string[],
  last: ReadonlyMap<string, Reply<PatientAnswer>>,
  type: string | undefined,
  context: Context,
): Promise<void> {
  const format = await context.outputFormat();
  const replies = ids.flatMap((id) => last.get(id) ?? []);
  if (format !== 'table') return await showPatients(replies, format, context);
  const forPerson = context.streams.stdoutIsTty();
  if (ids.length === 1 && (await context.isAnswerSaid())) return;
  const gap = (await context.tableWidth()) === undefined ? '\t' : '  ';
  for (const { body } of replies) {
    const id = printable(fieldText(body?.patient?.id));
    const name = ids.length > 1 && body?.patient?.name ? printable(nameOf(body.patient)) : undefined;
    const told = (body?.patient?.reconstructions ?? []).filter((one) => type === undefined || typeName(one) === type);
    const lines = forPerson
      ? modelStates({ reconstructions: told }, context.clock.now()).map((state) => {
          const ways = [name, name && shortName(name)].map((whose) => `${whomText(id, whose)}: ${sentenceOf(state)}`);
          return firstThatFits(ways, context.streams.columns());
        })
      : told.map((one) => [id, printable(typeName(one)), printable(fieldText(one?.status))].join(gap));
    for (const line of lines) await context.streams.write(`${line}\n`);
  }
}

/** `face is ready`, `face failed` */
const sentenceOf = ({ type, kind, word }: ModelState): string =>
  `${typeWord(type)} ${kind === 'failed' ? '' : 'is '}${word}`;
