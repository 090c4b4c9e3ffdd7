import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { openSharedStore } from '../../src/service/open-shared-store.ts';
import { openBucket } from '../../src/service/storage/bucket/bucket.ts';
import { sweepShared } from '../../src/service/sweep-shared.ts';
import type { Fault } from '../support/faulty-proxy.ts';
import { freePort } from '../support/free-port.ts';
import { type PostgresServer, postgresPrograms, startPostgres } from '../support/postgres.ts';
import { openS3, type S3Server } from '../support/s3-server.ts';
import { mammoForm } from '../support/service-forms.ts';
import { openClinic } from './many-machines/clinic.ts';
import { judgeFiles, judgePeople, judgeRecords } from './many-machines/judge.ts';
import { type Machine, openMachine, SIDES } from './many-machines/machine.ts';
import { openTruth, type Truth } from './many-machines/truth.ts';
import { openTable, scaled, seededRandom } from './scale.ts';
import { openProgram } from './stopped-program.ts';

const GENERATIONS = scaled(100, 12);
const KILLS = scaled(200, 20);
const CUTS = scaled(20, 3);
const [SHORTEST_CUT_MS, LONGEST_CUT_MS] = scaled([5_000, 90_000], [2_000, 8_000]);
/** A lease is 30 s long, and what met a bucket that was away is tried again after 60. */
const ENDED_WITHIN_MS = 300_000;
const LONGEST_GENERATION_MS = scaled(12_000, 4_000);
const BETWEEN_CUTS_MS = 500;
const FAULTS: readonly Fault[] = ['held', 'deaf', 'cut'];
const MACHINES = ['api', 'api', 'worker', 'worker', 'worker'] as const;

/** Short ones and long ones, three in ten longer than a lease; 9 minutes together. */
const cutLengths = Array.from({ length: CUTS }, (_, at) => {
  const share = at / (CUTS - 1);
  return SHORTEST_CUT_MS! + (LONGEST_CUT_MS! - SHORTEST_CUT_MS!) * share ** 3;
});
const CHAOS_MS = cutLengths.reduce((sum, ms) => sum + ms + BETWEEN_CUTS_MS, 0) + scaled(0, 8_000);

const table = openTable('2 APIs and 3 workers on PostgreSQL and S3, killed and cut off', ['what', 'times', 'how']);
const random = seededRandom('many machines');
const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!;

let folder: string;
let postgres: PostgresServer;
let s3: S3Server;
let truth: Truth;
const tokens: string[] = [];
const machines: Machine[] = [];
const { program, remove } = openProgram('marked');

beforeAll(async () => {
  if (postgresPrograms() === undefined) return;
  folder = mkdtempSync(join(tmpdir(), 'recon-machines-'));
  [postgres, s3] = await Promise.all([startPostgres([]), openS3()]);
  const databaseUrl = postgres.url('postgres');
  truth = openTruth(databaseUrl);
  for (const name of ['north', 'south']) {
    const args = [program, 'accounts', 'add', name, '--database', databaseUrl];
    const { stdout } = await execa(process.execPath, args, { env: { HOME: folder } });
    tokens.push(stdout.trim());
  }
  await truth.watch();
  for (const [at, role] of MACHINES.entries()) {
    machines.push(
      await openMachine({
        name: `${role}-${at + 1}`,
        role,
        port: await freePort(),
        program,
        folder,
        databaseUrl,
        bucket: s3.options,
        generationMs: () => 500 + random() * LONGEST_GENERATION_MS,
      }),
    );
  }
});
afterAll(async () => {
  await Promise.all(machines.map((one) => one.stop()));
  await postgres?.stop();
  await s3?.close();
  remove();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

test.skipIf(postgresPrograms() === undefined)(
  'whoever is killed or cut off: nothing acknowledged is lost, each generation has one result, and nothing is left over',
  async () => {
    const beganAt = performance.now();
    const apis = machines.filter(({ role }) => role === 'api');
    for (const { url } of apis) await expect.poll(() => statusOf(url), { timeout: 60_000 }).toBe(200);
    const { clinic, act } = openClinic({
      urls: apis.map(({ url }) => url),
      tokens,
      photos: await mammoForm(),
      random,
    });
    const kills = new Map<string, number>();
    const cuts: string[] = [];
    await Promise.all([killSome(kills), cutSome(cuts), keepActing(clinic, act)]);
    const chaosMs = performance.now() - beganAt;
    await expect.poll(() => truth.openJobs().catch(() => -1), { timeout: ENDED_WITHIN_MS, interval: 500 }).toBe(0);
    const endedMs = performance.now() - beganAt - chaosMs;

    const wrong = [...clinic.wrong];
    const people = await judgePeople(apis[0]!.url, tokens, clinic.people);
    wrong.push(...people.wrong);
    const exits = await Promise.all(machines.map((one) => one.stop()));
    if (exits.some((exit) => exit !== 0)) wrong.push(`asked to stop, they ended with ${exits.join()}`);
    const files = await sweepAndJudge();
    wrong.push(...files.wrong, ...(await judgeRecords(truth)), ...leftProcesses());
    await expect.poll(() => truth.sessions(), { timeout: 30_000 }).toBe(0);
    const jobs = await truth.count('seen_jobs');
    const [attempts] = await truth.rows<{ sum: number; most: number }>(
      'select sum(attempt) as sum, max(attempt) as most from jobs',
    );
    const ends = machines.flatMap((one) => one.ends);

    for (const [what, times] of [...kills].toSorted()) table.row([`kill -9 of ${what}`, times, '']);
    for (const what of cuts) table.row(['cut', 1, what]);
    table.row([
      'generations',
      jobs,
      `${attempts?.sum} attempts of those still there, ${attempts?.most} at most for one`,
    ]);
    const { requests, told, unanswered, unavailable, again } = clinic.counts;
    table.row([
      'requests',
      requests,
      `${told} answered, ${unanswered} without an answer, ${unavailable} told 503, ${again} sent again with their key`,
    ]);
    table.row(['patients', clinic.people.length, `${people.lost} lost, ${people.doubled} doubled`]);
    table.row(['files', files.files, `${files.swept} objects swept, ${files.leftovers} left over`]);
    for (const [what, times] of counted(ends.map((end) => end.replace(/^\S+ /, ''))))
      table.row(['ended by itself', times, what]);
    table.note(`starts of processes: ${machines.map(({ name, starts }) => `${name} ${starts()}`).join(', ')}`);
    table.note(
      `${Math.round(chaosMs / 1000)} s of faults; all generations had ended ${Math.round(endedMs / 1000)} s later`,
    );
    table.note(`wrong: ${wrong.length}`);
    expect(wrong).toEqual([]);
    expect(jobs).toBeGreaterThanOrEqual(GENERATIONS);
  },
);

const counted = (texts: readonly string[]) =>
  [...new Set(texts)].map((text) => [text, texts.filter((one) => one === text).length] as const);

const statusOf = (url: string) =>
  fetch(`${url}/patients`, { headers: { authorization: `Bearer ${tokens[0]}` } }).then(
    ({ status }) => status,
    () => 0,
  );

/** Requests spread over the time of the faults, and as many more as generations are wanted. */
async function keepActing(clinic: { generations: number }, act: () => Promise<void>): Promise<void> {
  const acts: Promise<void>[] = [];
  const until = performance.now() + CHAOS_MS;
  const everyMs = CHAOS_MS / (GENERATIONS * 1.8);
  while (performance.now() < until || clinic.generations < GENERATIONS) {
    acts.push(act());
    await sleep(everyMs * (0.5 + random()));
  }
  await Promise.all(acts);
}

/** A machine that is cut off is spared: it has to come back as it was. */
async function killSome(kills: Map<string, number>): Promise<void> {
  for (let killed = 0; killed < KILLS; ) {
    await sleep((CHAOS_MS / KILLS) * (0.5 + random()));
    const what = killOne();
    if (what === undefined) continue;
    kills.set(what, (kills.get(what) ?? 0) + 1);
    killed += 1;
  }
}

function killOne(): string | undefined {
  const dice = random();
  if (dice < 0.14) return killDatabase();
  const victim = pick(machines.filter((one) => !one.isCutOff()));
  return victim.kill() ? victim.role : undefined;
}

/** All of it, as a machine's end would, or one of its processes, with which it ends the others and starts again. */
function killDatabase(): string | undefined {
  try {
    const [server, ...others] = postgres.pids();
    const isWhole = random() < 0.5;
    for (const pid of isWhole ? [server!, ...others] : [pick(others)]) process.kill(pid, 'SIGKILL');
    return isWhole ? 'the database server' : 'a process of the database server';
  } catch {
    // It is just starting again.
    return undefined;
  }
}

async function cutSome(cuts: string[]): Promise<void> {
  for (const ms of cutLengths.toSorted(() => random() - 0.5)) {
    await sleep(BETWEEN_CUTS_MS);
    const machine = pick(machines);
    const [side, fault] = [pick(SIDES), pick(FAULTS)];
    cuts.push(`${machine.role} from ${side}, ${(ms / 1000).toFixed(0)} s, ${fault}`);
    await machine.cutOff(side, fault, ms);
  }
}

/** With every process stopped, what is on record as unfinished is nobody's any more. */
async function sweepAndJudge() {
  const places = { dataFolder: join(folder, 'sweep'), databaseUrl: postgres.url('postgres'), bucket: s3.options };
  mkdirSync(places.dataFolder);
  const { store, sweepNotes, close } = await openSharedStore(places, systemClock, () => {});
  const bucket = openBucket(s3.options);
  const before = (await bucket.list('')).length;
  await sweepShared(store, 0);
  await sweepNotes();
  const keys = await bucket.list('');
  const ids = keys.filter((key) => key.startsWith('files/')).map((key) => key.slice('files/'.length));
  const judged = await judgeFiles(truth, { ids, read: (id) => store.blobs.read(id) });
  const others = keys.filter((key) => !key.startsWith('files/'));
  if (others.length !== 1 || !others[0]!.startsWith('commits/')) judged.wrong.push(`objects ${others.join(', ')}`);
  if ((await truth.count('unfinished_files')) > 0) judged.wrong.push('files on record as unfinished');
  await bucket.close();
  await close();
  return { ...judged, swept: before - keys.length };
}

/** Processes that make models outlive nobody. */
function leftProcesses(): string[] {
  const mine = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return mine.flatMap((pid) => {
    const command = commandOf(pid);
    return command.includes(join(program, '../..')) ? [`process ${pid} is left: ${command}`] : [];
  });
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
