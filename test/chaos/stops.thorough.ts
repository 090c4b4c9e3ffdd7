import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import type { PatientAnswer, PatientsAnswer } from '../../src/contract/answers.ts';
import { SAMPLES } from '../support/recon-home.ts';
import type { TestForm } from '../support/running-service.ts';
import { type Ending, type PacedRequest, pacedRequest } from './paced-request.ts';
import { FULL, openTable, scaled, seededRandom } from './scale.ts';
import { jobsIn, openProgram, type Program, type ProgramStop, startProgram } from './stopped-program.ts';

/** Services that are stopped again and again, side by side; the first of a full run has the real engine. */
const LANES = scaled(4, 2);
/** In this one nothing is left to generate from the stop before: a sync create is told the model, not `processing`. */
const FREE_LANE = LANES - 1;
const STOPS_EACH = scaled(25, 2);
const REQUESTS_EACH = 4;
/** Requests begin, and the signal comes, within this. */
const WINDOW_MS = scaled(3_000, 800);
const MOST_MS = 22_000;
const LONGEST_PACE_MS = scaled(2_500, 400);
/** A generation that takes longer than a stop waits. */
const TOO_LONG_MS = 40_000;

let form: TestForm;
beforeAll(async () => {
  form = { 'reconstruction[type]': 'mammo', 'reconstruction[nipple_to_nipple]': '21' };
  for (const view of ['left', 'front', 'right']) {
    const photo = sharp(await readFile(join(SAMPLES, 'ana/torso', `${view}.jpg`)));
    form[`reconstruction[${view}]`] = await photo.resize(480).jpeg({ quality: 90 }).toBuffer();
  }
});

type Kind = 'sync create' | 'async create' | 'update' | 'update of photos' | 'download';
const KINDS: readonly Kind[] = ['sync create', 'async create', 'update', 'update of photos', 'download'];

/** Requests that leave no generation behind which outlives the stop. */
const FREE_KINDS: readonly Kind[] = ['sync create', 'update', 'download'];

/** Two who have a model. A download that is cut because its model was just replaced would tell nothing of a stop. */
interface Ready {
  changed: number;
  read: number;
}

function requestOf(kind: Kind, name: string, { changed, read }: Ready): Pick<PacedRequest, 'method' | 'path' | 'form'> {
  const path = `/patients/${changed}`;
  switch (kind) {
    case 'sync create':
      return { method: 'POST', path: '/patients', form: { ...form, 'patient[name]': name } };
    case 'async create':
      return { method: 'POST', path: '/patients', form: { ...form, 'patient[name]': name, async: 'true' } };
    case 'update':
      return { method: 'PUT', path, form: { 'patient[city]': name } };
    case 'update of photos':
      return { method: 'PUT', path, form };
    case 'download':
      return { method: 'GET', path: `/patients/${read}/download?type=mammo` };
  }
}

const table = openTable('SIGTERM or Ctrl-C at a random moment', [
  ...['request', 'begun', 'answered', 'told as processing', 'refused', 'nobody there', 'cut', 'came too late, reset'],
]);

interface Asked {
  kind: Kind;
  ending: Ending;
  /** ms; negative before the signal. */
  afterSignalMs: number;
}

interface Round {
  signal: NodeJS.Signals;
  stop: ProgramStop;
  asked: Asked[];
  brokenOff: number;
}

test('whenever it is stopped: nothing is cut, no attempt is counted, and it ends in time', async () => {
  const rounds: Round[] = [];
  const wrong: string[] = [];
  await Promise.all(
    Array.from({ length: LANES }, async (_, lane) => {
      const { program, remove } = openProgram(FULL && lane === 0 ? 'real' : 'quick');
      const folder = await mkdtemp(join(tmpdir(), 'recon-stops-'));
      try {
        await playLane(lane, { program, folder, rounds, wrong });
      } finally {
        await rm(folder, { recursive: true, force: true });
        remove();
      }
    }),
  );
  report(rounds);
  expect(wrong).toEqual([]);
  expect(rounds).toHaveLength(LANES * STOPS_EACH);
});

interface Lane {
  program: string;
  folder: string;
  rounds: Round[];
  wrong: string[];
}

async function playLane(lane: number, { program, folder, rounds, wrong }: Lane): Promise<void> {
  const random = seededRandom(`stops ${lane}`);
  let service = await startProgram(program, folder, 0);
  const create = { method: 'POST', path: '/patients', sendMs: 0, readMs: 0 } as const;
  const made: number[] = [];
  for (const name of ['Changed', 'Read']) {
    const { body } = await pacedRequest(service, { ...create, form: { ...form, 'patient[name]': name } });
    made.push((JSON.parse(body.toString()) as PatientAnswer).patient.id);
  }
  const [changed, read] = made as [number, number];
  await service.stop('SIGTERM');
  const acknowledged = [...made];
  const isFree = lane === FREE_LANE;
  const kinds = isFree ? FREE_KINDS : KINDS;
  for (let at = 0; at < STOPS_EACH; at++) {
    const isTooLong = FULL && at % 10 === 9;
    if (isFree) await finishAll(program, folder);
    // One is made after another: in the free lane all of a round fit into the time that a stop waits.
    const readyAfterMs = Math.round(random() * (isFree ? 1 : 2) * WINDOW_MS);
    service = await startProgram(program, folder, isTooLong ? TOO_LONG_MS : readyAfterMs);
    const round = await playRound(service, random, { name: `Stop ${lane} ${at}`, ready: { changed, read }, kinds });
    const jobs = jobsIn(folder);
    rounds.push({ ...round, brokenOff: jobs.filter(({ state }) => state === 'queued').length });
    const tell = (problem: string) => wrong.push(`lane ${lane}, stop ${at} by ${round.signal}: ${problem}`);
    for (const problem of [...problemsOf(round), ...jobs.flatMap(jobProblem)]) tell(problem);
    if (isFree && !isTooLong && round.asked.some(isToldProcessing)) tell('a model that had time is told as processing');
    acknowledged.push(...round.asked.flatMap(createdId));
  }
  const all = await finishAll(program, folder);
  for (const id of acknowledged) {
    const status = all.get(id);
    if (status !== 'has_3d') wrong.push(`lane ${lane}: patient ${id} was acknowledged and is ${status}`);
  }
}

/** Starts the service until no generation is left; the status of each patient's reconstruction. */
async function finishAll(program: string, folder: string): Promise<Map<number, string | undefined>> {
  const service = await startProgram(program, folder, 0);
  const statuses = await settled(service);
  await service.stop('SIGTERM');
  return statuses;
}

async function playRound(
  service: Program,
  random: () => number,
  { name, ready, kinds }: { name: string; ready: Ready; kinds: readonly Kind[] },
): Promise<Omit<Round, 'brokenOff'>> {
  const signal = random() < 0.5 ? 'SIGTERM' : 'SIGINT';
  const signalAfterMs = random() * WINDOW_MS;
  let signalledAt = 0;
  const plan = Array.from({ length: REQUESTS_EACH }, (_, at) => ({
    kind: kinds[Math.floor(random() * kinds.length)]!,
    name: `${name} ${at}`,
    beginMs: random() * WINDOW_MS,
    sendMs: random() * LONGEST_PACE_MS,
    readMs: random() * LONGEST_PACE_MS,
  }));
  const requests = plan.map(async ({ kind, name, beginMs, sendMs, readMs }) => {
    await sleep(beginMs);
    return { kind, ending: await pacedRequest(service, { ...requestOf(kind, name, ready), sendMs, readMs }) };
  });
  await sleep(signalAfterMs);
  signalledAt = performance.now();
  const stop = await service.stop(signal);
  const asked = (await Promise.all(requests)).map(({ kind, ending }) => ({
    ...{ kind, ending, afterSignalMs: ending.beganAt - signalledAt },
  }));
  return { signal, stop, asked };
}

/**
 * What was asked before the signal is answered. What is asked after it is answered, refused, or finds nobody; a connection
 * that is made while the port closes is reset by the system.
 */
function problemsOf({ stop, asked }: Omit<Round, 'brokenOff'>): string[] {
  const problems: string[] = [];
  if (stop.exit !== 0) problems.push(`exit ${stop.exit}`);
  if (stop.ms > MOST_MS) problems.push(`it took ${Math.round(stop.ms)} ms`);
  for (const { kind, ending, afterSignalMs } of asked) {
    const { kind: how, status, why } = ending;
    const isRefusal = how === 'nobody' || status === 503;
    const isFine =
      (how === 'answered' && status < 300) ||
      (isRefusal && afterSignalMs > -CONNECT_MS) ||
      (how === 'cut' && afterSignalMs > 0);
    if (!isFine) problems.push(`${kind}, begun ${Math.round(afterSignalMs)} ms after: ${how} ${status} ${why}`);
  }
  return problems;
}

/** From the call until the service has read the request's head: on a busy machine it may be stopping by then. */
const CONNECT_MS = 1_000;

/** A sync create whose generation takes longer than a stop waits. */
const isToldProcessing = ({ kind, ending: { status, body } }: Asked): boolean =>
  kind === 'sync create' && status === 201 && body.includes('"processing"');

/** A job is done at its first attempt, or waits as if nobody had tried it. */
function jobProblem({ state, attempt }: { state: string; attempt: number }): string[] {
  const isFine = (state === 'done' && attempt === 1) || (state === 'queued' && attempt === 0);
  return isFine ? [] : [`a job is ${state} with ${attempt} attempts`];
}

const createdId = ({ ending }: Asked): number[] =>
  ending.status === 201 ? [(JSON.parse(ending.body.toString()) as PatientAnswer).patient.id] : [];

/** The status of each patient's reconstruction, when all generations have ended. */
async function settled(service: Program): Promise<Map<number, string | undefined>> {
  for (;;) {
    const statuses = new Map<number, string | undefined>();
    for (let page: number | null = 1; page !== null; ) {
      const path = `/patients?per_page=100&page=${page}`;
      const { body } = await pacedRequest(service, { method: 'GET', path, sendMs: 0, readMs: 0 });
      const { patients, meta } = JSON.parse(body.toString()) as PatientsAnswer;
      for (const { id, reconstructions } of patients) statuses.set(id, reconstructions[0]?.status);
      page = meta.next_page;
    }
    if (![...statuses.values()].includes('processing')) return statuses;
    await sleep(200);
  }
}

function report(rounds: readonly Round[]): void {
  for (const kind of KINDS) {
    const asked = rounds.flatMap((round) => round.asked.filter((one) => one.kind === kind));
    const endings = asked.map(({ ending }) => ending);
    const count = (fits: (ending: Ending) => boolean) => endings.filter(fits).length;
    const answered = endings.filter(({ kind: how, status }) => how === 'answered' && status < 300);
    const waiting = asked.filter(isToldProcessing);
    const refused = count(({ status }) => status >= 300);
    const nobody = count(({ kind: how }) => how === 'nobody');
    const broken = asked.filter(({ ending }) => ending.kind === 'cut');
    const late = broken.filter(({ afterSignalMs }) => afterSignalMs > 0).length;
    const cut = broken.length - late;
    table.row([kind, endings.length, answered.length, waiting.length, refused, nobody, cut, late]);
  }
  const by = (name: string) => rounds.filter(({ signal }) => signal === name).length;
  const times = rounds.map(({ stop }) => stop.ms).toSorted((a, b) => a - b);
  const seconds = (ms = 0) => `${(ms / 1000).toFixed(1)} s`;
  table.note(`${rounds.length} stops: ${by('SIGTERM')} by SIGTERM, ${by('SIGINT')} by Ctrl-C`);
  table.note(
    `half of them over within ${seconds(times[times.length >> 1])}, the longest took ${seconds(times.at(-1))}`,
  );
  const brokenOff = rounds.reduce((sum, round) => sum + round.brokenOff, 0);
  table.note(`generations given back or not begun at a stop: ${brokenOff}, each made after the last`);
}
