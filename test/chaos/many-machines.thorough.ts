import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { postgresPrograms } from '../support/postgres.ts';
import { mammoForm } from '../support/service-forms.ts';
import { openClinic } from './many-machines/clinic.ts';
import { type FaultsMade, makeFaults } from './many-machines/faults.ts';
import { judgeFiles, judgePeople, judgeRecords } from './many-machines/judge.ts';
import { openWorld, type World } from './many-machines/world.ts';
import { openTable, scaled, seededRandom } from './scale.ts';

const GENERATIONS = scaled(100, 12);
const KILLS = scaled(200, 20);
const CUTS = scaled(20, 3);
const SHORTEST_CUT_MS = scaled(5_000, 2_000);
const LONGEST_CUT_MS = scaled(90_000, 8_000);
const LONGEST_GENERATION_MS = scaled(12_000, 4_000);
/** A lease is 30 s long, and what met a bucket that was away is tried again after 60. */
const ENDED_WITHIN_MS = 300_000;

/** Many short ones, and in a full run seven of twenty longer than a lease; 9 minutes together. */
const cutLengthsMs = Array.from({ length: CUTS }, (_, at) => {
  return SHORTEST_CUT_MS + (LONGEST_CUT_MS - SHORTEST_CUT_MS) * (at / (CUTS - 1)) ** 3;
});
const overMs = scaled(560_000, 25_000);
/** Some of them start no generation, and some start one and are never answered. */
const REQUESTS = GENERATIONS * 1.8;

const table = openTable('2 APIs and 3 workers on PostgreSQL and S3, killed and cut off', ['what', 'times', 'how']);
const random = seededRandom('many machines');

let world: World;
let wrong: string[] | undefined;
beforeAll(async () => {
  if (postgresPrograms() === undefined) return;
  world = await openWorld(() => 500 + random() * LONGEST_GENERATION_MS);
});
afterAll(() => world?.close(wrong?.length !== 0));

test.skipIf(postgresPrograms() === undefined)(
  'whoever is killed or cut off: nothing acknowledged is lost, each generation has one result, nothing is left over',
  async () => {
    const { machines, tokens, truth } = world;
    const urls = machines.filter(({ role }) => role === 'api').map(({ url }) => url);
    for (const url of urls) await expect.poll(() => statusOf(url), { timeout: 60_000 }).toBe(200);
    const beganAt = performance.now();
    const since = () => Math.round((performance.now() - beganAt) / 1000);
    const { clinic, act } = openClinic({ urls, tokens, photos: await mammoForm(), random });
    const faults = makeFaults(world, { kills: KILLS, cutLengthsMs, overMs, random });
    const faultsOver = faults.then(since);
    await keepActing(clinic, act);
    const answered = since();
    const made = await faults;
    await expect.poll(openJobs, { timeout: ENDED_WITHIN_MS, interval: 500 }).toBe(0);
    const ended = since();
    // The last kill may have hit an API, which starts again.
    for (const url of urls) await expect.poll(() => statusOf(url), { timeout: 60_000 }).toBe(200);

    const people = await judgePeople(urls[0]!, tokens, clinic.people);
    const exits = await Promise.all(machines.map((one) => one.stop()));
    const { keys, swept, read, end } = await world.sweep();
    const files = await judgeFiles(truth, { keys, read });
    await end();
    await expect.poll(truth.sessions, { timeout: 30_000 }).toBe(0);
    wrong = [
      ...[...clinic.wrong, ...people.wrong, ...files.wrong, ...(await judgeRecords(truth))],
      ...exits.filter((exit) => exit !== 0).map((exit) => `asked to stop, one ended with ${exit}`),
      ...world.leftProcesses().map((command) => `a process is left: ${command}`),
    ];

    tellFaults(made);
    const { jobs, attempts, most } = await truth.generations();
    table.row(['generations', jobs, `${attempts} attempts of those not deleted, ${most} at most for one`]);
    const { requests, told, unanswered, unavailable, again } = clinic.counts;
    const unhappy = `${unanswered} without an answer, ${unavailable} told 503`;
    table.row(['requests', requests, `${told} answered, ${unhappy}; ${again} of all are the same again, with a key`]);
    table.row(['patients', clinic.people.length, `${people.lost} lost, ${people.doubled} doubled`]);
    table.row(['files', files.known, `${swept} objects swept, ${files.leftovers} left over`]);
    tellCounts(
      'ended by itself',
      machines.flatMap((one) => one.ends),
    );
    table.note(`starts: ${machines.map(({ name, starts }) => `${name} ${starts()}`).join(', ')}`);
    table.note(
      `faults for ${await faultsOver} s; all requests answered after ${answered} s, all generations ended after ${ended} s`,
    );
    expect(wrong).toEqual([]);
    expect(jobs).toBeGreaterThanOrEqual(GENERATIONS);
  },
);

const openJobs = () => world.truth.openJobs().catch(() => -1);

const statusOf = (url: string) =>
  fetch(`${url}/patients`, { headers: { authorization: `Bearer ${world.tokens[0]}` } }).then(
    ({ status }) => status,
    () => 0,
  );

/** Requests spread over the time of the faults, and then as many more as generations are wanted. */
async function keepActing(clinic: { generations: number }, act: () => Promise<void>): Promise<void> {
  const acts: Promise<void>[] = [];
  const until = performance.now() + overMs;
  while (performance.now() < until || clinic.generations < GENERATIONS) {
    acts.push(act());
    await sleep((overMs / REQUESTS) * (0.5 + random()));
  }
  await Promise.all(acts);
}

function tellFaults({ kills, cuts }: FaultsMade): void {
  for (const [what, times] of [...kills].toSorted()) table.row([`kill -9 of ${what}`, times, '']);
  for (const cut of cuts) table.row(['cut', 1, cut]);
}

function tellCounts(what: string, texts: readonly string[]): void {
  for (const text of new Set(texts)) table.row([what, texts.filter((one) => one === text).length, text]);
}
