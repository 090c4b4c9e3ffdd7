import { mkdir, readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { makeHome, type ReconHome } from '../support/recon-home.ts';
import { openService, workerNamed } from '../support/running-service.ts';
import { type FaultProxy, openFaultProxy, type Strike } from './fault-proxy.ts';
import { type ImportList, writeImportList } from './import-list.ts';
import { killPlan, runKilled } from './kill-trial.ts';
import { inTurns, openTable, scaled, seededRandom } from './scale.ts';
import { openTruth, type Truth } from './truth.ts';

const PATIENTS = scaled(100, 10);
const KILLS = scaled(200, 8);
const FAULTED = 0.38;
const QUIET_MS = 4000;
/** Leaves the service 2.4 s to carry out what comes last. Beside other trials it mostly took up to 0.9 s. */
const LATEST_MS = 1600;
/** A run that nobody kills does all that is left; some of it may have to be looked for in a second one. */
const MAX_LAST_RUNS = 3;
const MAX_TRIALS = 3;
const TRIAL_LIMIT_MS = 1_200_000;

const table = openTable(
  `Imports of ${PATIENTS} patients with three photos each, killed with -9, 38 % of POSTs faulted`,
  [
    'service',
    'imports',
    'kills',
    'POSTs',
    'faulted (after, before, late)',
    'latest',
    'lost',
    'doubled',
    'open',
    'last runs',
    's',
  ],
);

/** What the proxy did to POSTs. */
interface Tally {
  posts: number;
  applied: number;
  lost: number;
  late: number;
  listen: () => void;
}

const NO_ANSWER = { status: 502, headers: {}, body: Buffer.alloc(0) };

function faultedPosts(seed: string, tally: Tally) {
  const random = seededRandom(seed);
  return ({ method, path }: { method: string; path: string }): Strike | undefined => {
    if (method !== 'POST' || path !== '/patients') return undefined;
    tally.posts += 1;
    tally.listen();
    if (random() >= FAULTED) return undefined;
    const course = (['applied', 'lost', 'late'] as const)[Math.floor(random() * 3)]!;
    tally[course] += 1;
    const isReset = random() < 0.5;
    return {
      course,
      lateMs: random() * LATEST_MS,
      believable: NO_ANSWER,
      reply: (socket) => (isReset ? socket.resetAndDestroy() : socket.end()),
    };
  };
}

const SERVICES: readonly [name: string, withoutKeys: boolean][] = [
  ['that remembers keys', false],
  ['without Idempotency-Key', true],
];

test.concurrent.each(SERVICES)(
  'against a service %s: nobody lost, nobody doubled',
  async (name, withoutKeys) => {
    for (let trial = 1; ; trial += 1) {
      const { latestMs, ...outcome } = await playTrial(name, withoutKeys);
      // Beyond the quiet period nothing is promised: on a machine so slow a trial tells nothing.
      if (latestMs > QUIET_MS && trial < MAX_TRIALS) continue;
      expect(outcome).toEqual({
        lost: 0,
        doubled: 0,
        open: [],
        kills: KILLS,
        lastExit: 0,
        wrongRows: [],
      });
      return;
    }
  },
  MAX_TRIALS * TRIAL_LIMIT_MS,
);

async function playTrial(name: string, withoutKeys: boolean) {
  const startedAt = performance.now();
  const service = await openService({ workerUrl: workerNamed('hang') });
  const truth = await openTruth(service.dataFolder);
  const tally: Tally = { posts: 0, applied: 0, lost: 0, late: 0, listen: () => {} };
  const proxy = await openFaultProxy({
    serviceUrl: service.url,
    withoutKeys,
    inTurn: inTurns(4),
    strike: faultedPosts(`posts ${name}`, tally),
  });
  const home = await makeHome({ RECON_BASE_URL: proxy.url, RECON_TOKEN: service.token });
  try {
    await home.recon(['config', 'set', 'quiet-period', `${QUIET_MS}ms`]);
    const { lists, kills } = await killAgainAndAgain(home, seededRandom(`kills ${name}`), tally);
    const { lastRuns, lastExit } = await runToTheEnd(home, lists.at(-1)!);
    await proxy.settled();
    const { lost, doubled } = await compare(lists, truth);
    const open = await openOf(home);
    const latestMs = proxy.latestMs();
    table.row([
      ...[name, lists.length, kills, tally.posts, `${tally.applied}, ${tally.lost}, ${tally.late}`],
      `${(latestMs / 1000).toFixed(2)} s${latestMs > QUIET_MS ? ', too slow to tell' : ''}`,
      ...[lost, doubled, open.length, lastRuns],
      Math.round((performance.now() - startedAt) / 1000),
    ]);
    const wrongRows = (await Promise.all(lists.map((list) => rowsWithout(list, truth)))).flat();
    return { lost, doubled, open, kills, lastExit, wrongRows, latestMs };
  } finally {
    await closeAll(home, proxy, truth, service);
  }
}

/** A list of its own in a folder of its own. */
async function newList(home: ReconHome, number: number): Promise<ImportList> {
  const folder = join(home.folder, `list-${number}`);
  await mkdir(folder);
  return await writeImportList(folder, PATIENTS, `${number}-`);
}

const importing = ({ file }: ImportList) => ['patients', 'import', file, '--allow-same', '--no-input'];

/** Where an import comes to its end in spite of all, another list is next. */
async function killAgainAndAgain(home: ReconHome, random: () => number, tally: Tally) {
  const lists = [await newList(home, 1)];
  let kills = 0;
  while (kills < KILLS) {
    const ended = await runKilled(home, importing(lists.at(-1)!), killPlan(random), (listen) => {
      tally.listen = listen;
    });
    if (ended.wasKilled) kills += 1;
    else if (ended.exitCode === 0) lists.push(await newList(home, lists.length + 1));
    else if (ended.exitCode !== 10) throw new Error(`a run ended with ${ended.exitCode}: ${ended.stderr}`);
  }
  tally.listen = () => {};
  return { lists, kills };
}

async function runToTheEnd(home: ReconHome, list: ImportList) {
  for (let lastRuns = 1; ; lastRuns += 1) {
    const { exitCode: lastExit } = await home.recon(importing(list));
    if (lastExit === 0 || lastRuns === MAX_LAST_RUNS) return { lastRuns, lastExit };
  }
}

async function compare(lists: readonly ImportList[], truth: Truth) {
  const due = new Map(lists.flatMap((list) => [...list.due]));
  const there = await truth.namesAndTimes();
  const names = new Set([...due.keys(), ...there.keys()]);
  const difference = (name: string) => (there.get(name) ?? 0) - (due.get(name) ?? 0);
  const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0);
  return {
    lost: sum([...names].map((name) => Math.max(0, -difference(name)))),
    doubled: sum([...names].map((name) => Math.max(0, difference(name)))),
  };
}

/** Entries and imports that are not closed, and requests that are still kept an hour later. */
async function openOf(home: ReconHome): Promise<string[]> {
  const journal = join(home.folder, '.local/state/recon/journal');
  const requests = async () => {
    const found = await readdir(journal);
    return found.filter((name) => /\.request(\.new)?$/.test(name)).map((name) => join(journal, name));
  };
  const hourAgo = new Date(Date.now() - 2 * 3_600_000);
  for (const path of await requests()) await utimes(path, hourAgo, hourAgo);
  const { stdout } = await home.recon(['resume', '--list', '-o', 'ndjson']);
  // A list only looks: what was left without an entry is swept by the next run that opens the journal.
  await home.recon(['resume']);
  return [...stdout.split('\n').filter((line) => line !== ''), ...(await requests())];
}

/** Rows of the report that have no patient of their own, with one reconstruction. */
async function rowsWithout({ file }: ImportList, truth: Truth): Promise<unknown[]> {
  const text = await readFile(file.replace(/\.csv$/, '.report.csv'), 'utf8');
  const rows = parse(text, { columns: true }) as { recon_id: string; recon_status: string }[];
  if (new Set(rows.map(({ recon_id }) => recon_id)).size !== PATIENTS) return ['not as many ids as patients'];
  const made = await Promise.all(rows.map(({ recon_id }) => truth.times('reconstruction', Number(recon_id))));
  return rows.filter(({ recon_status }, row) => recon_status !== 'created' || made[row] !== 1);
}

async function closeAll(home: ReconHome, proxy: FaultProxy, truth: Truth, service: { close(): Promise<void> }) {
  await proxy.close();
  await truth.close();
  await service.close();
  await home.remove();
}
