import { requirements } from '../../../contract/photo-rules.ts';
import { findProvider, providersOf, usualSecondsOf } from '../../../contract/providers.ts';
import { RECONSTRUCTION_TYPES, type ReconstructionType, typeWord } from '../../../contract/reconstruction.ts';
import { beforeSending, withAnswers } from '../../../core/changes/unfinished-errors.ts';
import type { ReconstructionInput } from '../../../core/client.ts';
import { asksForReconstruction, type Draft, isEmpty } from '../../../core/draft.ts';
import { requireChange } from '../../../core/may-change.ts';
import { ReconError } from '../../../errors.ts';
import { byteSizeText } from '../../../system/byte-size.ts';
import type { Context } from '../../context.ts';
import { checkAndLook } from '../../look/check-and-look.ts';
import { once } from '../../once.ts';
import { whoIsTold } from '../../output/patient-line.ts';
import { dryRunHead, refuseDryRun } from '../../refuse-dry-run.ts';
import { settleAddress } from '../../request/ask-address.ts';
import { askInTurn, type NextQuestion, type Question } from '../../request/ask-in-turn.ts';
import { missingQuestions } from '../../request/ask-missing.ts';
import { askForType, patientQuestions } from '../../request/ask-patient.ts';
import { areUsable, dropUnreadable, refuseUnusable } from '../../request/ask-photos.ts';
import { askForUnits } from '../../request/ask-unit.ts';
import type { CheckedRequest } from '../../request/check-draft.ts';
import { sayUnused } from '../../request/fitting-provider.ts';
import { flagOf } from '../../request/flags.ts';
import { wholeLine } from '../../request/problems-error.ts';
import { type RequestOptions, readDraft, switchesOf } from '../../request/read-draft.ts';
import { reviewDraft } from '../../request/review-draft.ts';
import { photosText, sendWithProgress } from '../../request/send.ts';
import { keepAsLast } from '../../request/whom.ts';
import { reportGeneration } from './report-generation.ts';
import { refuseSamePatient, tellSharing } from './same-patient.ts';

const TYPED = ['patients', 'create'];
const GO = 'Yes, create the patient';

export async function createPatient(options: RequestOptions, context: Context): Promise<void> {
  if (options['sync'] === true && options['wait'] === false) {
    throw new ReconError('usage', '--sync and --no-wait exclude each other');
  }
  const draft = await beforeSending(() => readDraft('create', options, context));
  const mayAsk = context.mayAsk() && options['data'] !== '-';
  await settleAddress(draft, mayAsk, context);
  /** The person of whom another record is wanted, although one is there. */
  let wanted: string | undefined;
  /** The person of whom it was told who shares a name or a number. */
  let told: string | undefined;
  /** The person who was looked for, before anybody was asked for more. */
  let looked: string | undefined;
  const tellOthers = async () => {
    told = personOf(draft);
    if (await tellSharing(draft, context)) wanted = told;
  };
  const refuseSame = async () => {
    if (options['allowSame'] === true || personOf(draft) === wanted) return;
    const { patient } = draft;
    const changes = await context.changes();
    const there = await beforeSending(() => changes.foreseeCreate(patient, { stopsFor: 'alike' }));
    looked = personOf(draft);
    if (there === undefined) return await tellOthers();
    await refuseSamePatient(draft, there, context);
    wanted = personOf(draft);
  };
  // Who has looked for somebody has reached the service.
  const reach = once(async () => void (looked === undefined && (await requireService(context))));
  const wasAsked = mayAsk && (await completeByAsking(draft, { refuseSame, reach }, context));
  if (isEmpty(draft) && draft.problems.length === 0) throw nothingGiven(mayAsk);
  const given = { person: draft.patient };
  const review = wasAsked ? () => reviewDraft(draft, GO, context) : undefined;
  const checks = { typed: [...TYPED, ...switchesOf(options)], options, mayChange: mayAsk, given, reach, review };
  const checkAndSend = async () => {
    const request = await checkAndLook(draft, checks, context);
    try {
      if (context.globals().dryRun) {
        await refuseForToken(context);
        return sayWhatWouldBeSent(draft, request.reconstruction, context);
      }
      const isSettled = () => options['allowSame'] === true || personOf(draft) === wanted;
      if (mayAsk && !isSettled() && personOf(draft) !== told) await tellOthers();
      const allowSame = isSettled();
      await send(draft, request, { options, allowSame, isLooked: personOf(draft) === looked }, context);
    } finally {
      await request.dispose();
    }
  };
  await checkAndSend().catch((error: unknown) => {
    throw wasAsked ? withAnswers(error, wholeLine(draft, checks.typed)) : error;
  });
}

const personOf = ({ patient: { name, email, phone } }: Draft) => JSON.stringify([name, email, phone]);

/**
 * Nobody is asked for more where what was typed is wrong already. Whether the person is there already is told before
 * photos are asked for or looked at.
 * @returns whether anything was asked: then all of it is to be seen before it is sent
 */
async function completeByAsking(
  draft: Draft,
  { refuseSame, reach }: { refuseSame(): Promise<void>; reach(): Promise<void> },
  context: Context,
): Promise<boolean> {
  if (draft.problems.length > 0 || !(await areUsable(draft))) return false;
  await dropUnreadable(draft, context);
  refuseUnusable(draft);
  await askForUnits(draft, context);
  const ofPatient = draft.patient.name === undefined ? patientQuestions(draft, context) : [];
  const looksForSame = !context.globals().dryRun;
  const first: readonly Question[] = [
    ...ofPatient.slice(0, -1),
    ...ofPatient.slice(-1).map(
      (last): Question =>
        async (earlier) => {
          await last(earlier);
          if (looksForSame) await refuseSame();
        },
    ),
    ...(isEmpty(draft)
      ? ([async (earlier) => askForType(draft, await context.prompt(), earlier)] satisfies Question[])
      : []),
  ];
  const missing = missingQuestions(draft, context);
  const next: NextQuestion = (asked) => first[asked] ?? missing();
  const isAsked = next(0) !== undefined;
  if (looksForSame && isAsked) await reach();
  if (looksForSame && ofPatient.length === 0 && (isAsked || asksForReconstruction(draft))) await refuseSame();
  const wasTyped = draft.provider !== undefined;
  const wasAsked = await askInTurn(draft, next, context);
  sayUnused(draft, wasTyped, context);
  return wasAsked && !isEmpty(draft);
}

/** Nobody answers a dozen questions for a service that is not there, or takes no change: the answers would be lost. */
async function requireService(context: Context): Promise<void> {
  const client = await context.client();
  requireChange(await beforeSending(() => client.listNobody()));
}

/** In a dry run; one where no service is set up checks what was typed alone. */
async function refuseForToken(context: Context): Promise<void> {
  const { connection } = await context.configuration();
  const to = await connection().catch((error: unknown) => {
    if (!(error instanceof ReconError)) throw error;
    return undefined;
  });
  if (to === undefined) return;
  await refuseDryRun(async () => (await context.clientFor(to, { mostTries: 1 })).listNobody(), context);
}

/** Who was asked has left all of it out; nobody else is to learn one part a run. */
function nothingGiven(wasAsked: boolean): ReconError {
  const [name, files] = [['--name', 'NAME'], requirements('face').flatMap((view) => [flagOf(view), 'FILE'])];
  return new ReconError('usage', 'nothing is given to create a patient from', {
    details: wasAsked
      ? ['one answer is enough, such as the name; or photos for a 3D model']
      : [
          'a record alone needs --name, or another of the patient flags',
          'a 3D model needs a type and its photos (--photos FOLDER finds them by name) and measure:',
          ...RECONSTRUCTION_TYPES.flatMap(partsOf),
        ],
    hint: { command: wasAsked ? [...TYPED, ...name] : [...TYPED, ...name, '--type', 'face', ...files] },
  });
}

/** `--type face --provider 5: --left, …`, a line for each way that needs other parts than the usual one. */
function partsOf(type: ReconstructionType): string[] {
  const needed = (provider?: string) => requirements(type, provider).map(flagOf).join(', ');
  const others = providersOf(type).filter(({ number }) => needed(String(number)) !== needed());
  return [
    `  --type ${type}: ${needed()}`,
    ...others.map(({ number }) => `  --type ${type} --provider ${number}: ${needed(String(number))}`),
  ];
}

function sayWhatWouldBeSent(draft: Draft, reconstruction: ReconstructionInput | undefined, context: Context): void {
  const fields = Object.keys(draft.patient);
  const parts = [fields.length === 0 ? 'without fields' : `with ${fields.join(', ')}`];
  if (reconstruction !== undefined) {
    const { type, provider, photos } = reconstruction;
    const bytes = photos.reduce((total, { sizeBytes }) => total + sizeBytes, 0);
    const title = type && provider && findProvider(type, provider)?.title;
    const way = title ?? provider ?? 'the service chooses';
    parts.push(`a ${typeWord(type)} model (${photosText(photos.length)}, ${byteSizeText(bytes)}), made as ${way}`);
  }
  const head = dryRunHead('nothing is missing', context);
  context.streams.say(`${head}; would create a patient ${parts.join(' and ')}; nothing was sent`);
}

async function send(
  draft: Draft,
  { reconstruction, dispose }: CheckedRequest,
  { options, allowSame, isLooked }: { options: RequestOptions; allowSame: boolean; isLooked: boolean },
  context: Context,
): Promise<void> {
  const changes = await context.changes();
  const input = {
    patient: draft.patient,
    ...(reconstruction !== undefined && { reconstruction, async: options['sync'] !== true }),
  };
  const create = (isWanted: boolean) =>
    sendWithProgress(reconstruction?.photos ?? [], context, (hooks) =>
      changes.createPatient(input, {
        ...hooks,
        allowSame: isWanted,
        // Whoever is alike was told before; the same person, added meanwhile, stops it all the same.
        stopsFor: isLooked ? undefined : context.mayAsk() ? 'alike' : 'same name and contact',
      }),
    );
  let created = await create(allowSame);
  if (created.how === 'already_there' || created.how === 'alike_there') {
    await refuseSamePatient(draft, created, context);
    created = await create(true);
  }
  // Not kept through the wait; where that fails, it is told at the end.
  await dispose().catch(() => {});
  const { id, how } = created;
  const reply = created.reply ?? (await (await context.client()).getPatient(id));
  const who = whoIsTold(id, draft.patient.name === undefined ? undefined : draft.patient, context.streams);
  context.streams.say(how === 'found' ? `${who} was created; its answer had been lost` : `created ${who}`);
  await keepAsLast(id, context);
  const type = reconstruction?.type;
  const usualSeconds = type && usualSecondsOf(type, reconstruction?.provider);
  const waits = options['wait'] !== false;
  await reportGeneration({ id, reply, type, usualSeconds, sent: draft, waits, isNew: true }, context);
}
