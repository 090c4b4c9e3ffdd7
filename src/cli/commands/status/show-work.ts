import type { Received } from '../../../contract/answers.ts';
import { TWO_PEOPLE } from '../../../contract/certainty.ts';
import type { Patient } from '../../../contract/patient.ts';
import { generationStateOf, statusWord } from '../../../contract/reconstruction.ts';
import type { Reply } from '../../../core/answer.ts';
import { failureReasons, type Reasons } from '../../../core/failure-reason.ts';
import { watchList } from '../../../core/list-watch.ts';
import { type Doubt, notesOfModels } from '../../../core/model-facts.ts';
import { newestFirst } from '../../../core/newest-first.ts';
import { statusesOf } from '../../../core/select-patients.ts';
import type { Context } from '../../context.ts';
import { nextSteps } from '../../next-steps.ts';
import { fieldText } from '../../output/field-text.ts';
import { glanceTable } from '../../output/glance-table.ts';
import { type ModelState, modelStates } from '../../output/model-state.ts';
import { shortNameOf } from '../../output/patient-line.ts';
import { wrapLine } from '../../output/wrap-line.ts';
import { warnOfChange } from '../patients/list-notes.ts';

/** The list shows more. However many failed, some that are being made are among them. */
const MOST_ROWS = 15;
const LEAST_GOING = 5;
/** Lines that make failed models anew, each said once; `recon patients get` has it for any. */
const MOST_RETRIES = 3;
/** Models that may not be of the patient; the list tells all of them. */
const MOST_DOUBTED = 5;
/** Patients looked at: a few requests, however long the list is. */
const MOST_PATIENTS = 500;

/** Which models of the newest patients failed or are being made, for a person at a terminal. */
export async function showWork(context: Context): Promise<void> {
  const { streams, clock } = context;
  const client = await context.client();
  const live = await context.liveLine();
  const watch = watchList();
  const counts = { patients: 0, failed: 0, going: 0, queued: 0, ready: 0, photoless: 0, either: 0, doubted: 0 };
  const failed: Received<Patient>[] = [];
  const going: Received<Patient>[] = [];
  const doubted: Received<Patient>[] = [];
  const doubtCounts: Record<Doubt, number> = { 'of others': 0, 'two people': 0 };
  // A service may have others than those of the interface.
  const statuses = new Set<string>();
  const models = notesOfModels();
  const { doubts, begun } = models.notes;
  let now = clock.now();
  let isCut = false;
  let account: Reply<unknown>['account'];
  try {
    for await (const reply of newestFirst(client, {})) {
      now = reply.answeredAt ?? clock.now();
      ({ account } = reply);
      const fresh = watch.fresh(reply);
      const looked = fresh.slice(0, MOST_PATIENTS - counts.patients);
      models.add(reply);
      for (const patient of looked) {
        const states = modelStates(patient, now, { doubts: doubts.get(fieldText(patient?.id)) });
        const kinds = states.map(({ kind }) => kind);
        const doubt = states.find((one) => one.doubt !== undefined)?.doubt;
        if (doubt !== undefined) doubtCounts[doubt] += 1;
        if (states.length === 0) counts.photoless += 1;
        if (kinds.includes('failed')) counts.failed += 1;
        if (kinds.includes('going')) counts.going += 1;
        if (isQueued(states, begun.get(fieldText(patient?.id)))) counts.queued += 1;
        if (!kinds.includes('failed') && !kinds.includes('going')) {
          if (doubt === undefined && states.length > 0) counts.ready += 1;
          if (doubt !== undefined) {
            counts.doubted += 1;
            if (doubted.length < MOST_DOUBTED) doubted.push(patient);
          }
          continue;
        }
        counts.either += 1;
        for (const one of statusesOf(patient, true))
          if (generationStateOf(one) !== 'ready') statuses.add(statusWord(one));
        const alike = kinds.includes('failed') ? failed : going;
        if (alike.length < MOST_ROWS) alike.push(patient);
      }
      counts.patients += looked.length;
      const total = reply.body?.meta?.total_entries ?? undefined;
      isCut = looked.length < fresh.length || (counts.patients === MOST_PATIENTS && watch.count() !== total);
      if (isCut) break;
      live.tick(`looking through the newest patients, ${counts.patients} so far`);
    }
  } finally {
    live.stop();
  }
  const theme = await context.theme('stdout');
  const width = streams.columns();
  const draw = glanceTable({ width, theme, fields: undefined });
  const shownFailed = failed.slice(0, MOST_ROWS - Math.min(going.length, LEAST_GOING));
  const rows = [...shownFailed, ...going.slice(0, MOST_ROWS - shownFailed.length)];
  const reasons = await failureReasons(client, clock)(rows);
  const told = sentenceOf(counts, doubtCounts, isCut);
  // No line ends with a number.
  const sentence = wrapLine(told, { width, indent: '', whole: told.match(/\d+ \w+/g) ?? [] });
  await streams.write(`\n${sentence}\n${await draw([...rows, ...doubted], { now, reasons, doubts, begun })}`);
  if (counts.either > rows.length) {
    const whom = `${counts.either} patients whose model failed or is being made`;
    streams.note(`${rows.length} of ${whom} are shown, those that failed first`);
    const filters = [...statuses].toSorted().flatMap((status) => ['--status', status]);
    const command = ['patients', 'list', ...filters, '--all'];
    await context.sayNext({ command, because: 'to see all of them' });
  }
  if (counts.doubted > doubted.length) {
    streams.note(
      `${doubted.length} of the ${counts.doubted} whose photos are in doubt are shown; a list marks all of them`,
    );
  }
  warnOfChange(isCut ? watch.change() : watch.changeOfWhole(), streams);
  await sayWhatToDo(rows, counts, { reasons, account }, context);
  if (counts.photoless > 0) {
    const command = ['patients', 'list', '--status', 'no-photos'];
    await context.sayNext({ command, because: 'to see those who have no photos' });
  }
  const [first] = doubted;
  if (doubted.length === 0) return;
  await context.sayNext({
    command: ['patients', 'get', fieldText(first?.id)],
    because: 'for whose photos they may be',
  });
}

/** A line for the first model that failed in each way, and one for all that are being made. */
async function sayWhatToDo(
  rows: readonly Received<Patient>[],
  counts: Pick<Counts, 'failed' | 'going'>,
  { reasons, account }: { reasons: Reasons; account: Reply<unknown>['account'] },
  context: Context,
): Promise<void> {
  const urgent = rows.map((patient) => {
    const id = fieldText(patient?.id);
    const [step] = nextSteps({ id, patient, reasons: reasons.get(id), account });
    return { id, name: shortNameOf(id, patient), step };
  });
  const going = urgent.filter(({ step }) => step?.command[0] === 'wait');
  const failed = urgent.flatMap(({ name, step }) =>
    step === undefined || step.command[0] === 'wait' ? [] : { name, step },
  );
  const isFirst = ({ step }: (typeof failed)[number], at: number) =>
    failed.findIndex((one) => one.step.because === step.because) === at;
  const told = failed.filter(isFirst).slice(0, MOST_RETRIES);
  for (const { name, step } of told) {
    await context.sayNext({ ...step, because: `${name}, ${step.because}` });
  }
  if (told.length > 0 && counts.failed > told.length) {
    const command = ['patients', 'list', '--status', 'failed'];
    context.streams.say({ before: `and ${counts.failed - told.length} more failed`, command });
  }
  if (going.length < counts.going) {
    // It offers all of them.
    await context.sayNext({ command: ['wait'], because: 'for those that are being made' });
  } else if (going.length > 0) {
    const because = going.length === 1 ? 'until the model is ready' : 'until these models are ready';
    await context.sayNext({ command: ['wait', ...going.map(({ id }) => id)], because });
  }
}

/** None of its models is being made, and one waits for that. */
const isQueued = (states: readonly ModelState[], begun: ReadonlyMap<string, number | null> = new Map()) => {
  const going = states.filter(({ kind }) => kind === 'going');
  return going.length > 0 && going.every(({ type }) => begun.get(type) === null);
};

type Counts = Record<'patients' | 'failed' | 'going' | 'queued' | 'ready' | 'photoless', number>;

const DOUBTS = ['of others', 'two people'] as const;
const DOUBT_WORDS: Readonly<Record<Doubt, string>> = {
  'of others': 'a model whose photos another patient has, too',
  'two people': `a model of ${TWO_PEOPLE}`,
};

function sentenceOf(counts: Counts, doubts: Readonly<Record<Doubt, number>>, isCut: boolean): string {
  const { patients, failed, going, queued, ready, photoless } = counts;
  if (patients === 0) return 'There is no patient yet.';
  const whom = `${isCut ? 'the newest ' : ''}${patients === 1 ? '1 patient' : `${patients} patients`}`;
  const making = going - queued;
  const have = (count: number) => `${count} ${count === 1 ? 'has' : 'have'}`;
  const parts = [
    ...(failed > 0 ? [`${have(failed)} a failed model`] : []),
    ...(making > 0 ? [`${have(making)} a model that is being made`] : []),
    ...(queued > 0 ? [`${have(queued)} a model that waits to begin`] : []),
    ...DOUBTS.flatMap((doubt) => (doubts[doubt] > 0 ? [`${have(doubts[doubt])} ${DOUBT_WORDS[doubt]}`] : [])),
  ];
  const told = `Of ${whom}, ${parts.join(' and ') || 'none has a model that failed or is being made'}.`;
  const others = [
    ...(ready > 0 ? [`${have(ready)} a ready model`] : []),
    ...(photoless > 0 ? [`${have(photoless)} no photos`] : []),
  ].join(' and ');
  if (others === '') return told;
  return `${told} ${parts.length > 0 ? 'Of the others, ' : ''}${others}.`;
}
