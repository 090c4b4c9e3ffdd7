import { cp, mkdir, open, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import type { PatientsAnswer } from '../../src/contract/answers.ts';
import { ReconError } from '../../src/errors.ts';
import { startService } from '../../src/service/start.ts';
import { RUNNING } from '../../src/system/filling.ts';
import { contentOf, copyFolder, fileIdsIn, makeOld, replaceDatabase } from '../support/data-folders.ts';
import { decoderProgram } from '../support/engine-worker.ts';
import { openService, workerNamed } from '../support/running-service.ts';
import { mammoForm } from '../support/service-forms.ts';
import { openTable, scaled, seededRandom } from './scale.ts';

const STARTS = scaled(100, 10);
const PATIENTS = 4;

const table = openTable('Starts on damaged, old, emptied and half-copied data folders', [
  ...['folder', 'starts', 'refused', 'started', 'files there', 'quarantined', 'lost', 'told rightly', 'whole again'],
]);

/** Copies made while a service worked, after each of its patients; the last one has all. */
const moments: string[] = [];
let whole: string;
let other: string;
beforeAll(async () => {
  const service = await openService();
  for (let seed = 1; seed <= PATIENTS; seed++) {
    await service.patient('POST', '/patients', { form: await mammoForm(seed) });
    moments.push(await copyFolder(service.dataFolder));
    // From here on the database file alone has some of the patients, and its log the others.
    if (seed === 1) await service.restart();
  }
  await service.close();
  whole = moments.at(-1)!;
  const another = await openService();
  for (const seed of [8, 9]) await another.patient('POST', '/patients', { form: await mammoForm(seed) });
  await another.stop();
  other = await copyFolder(another.dataFolder);
  await another.close();
});
afterAll(async () => {
  for (const folder of [...moments, other]) await rm(folder, { recursive: true });
});

/** What has to come of a start: words of a refusal, or a notice where it starts; '' is a start without any. */
type Told = RegExp | '';

interface Damage {
  folder: string;
  isOld?: boolean;
  /** Damages a copy. */
  make(folder: string, random: () => number): Promise<unknown>;
  refused?: RegExp;
  started?: Told;
  /** What puts the folder right again. */
  mend?(folder: string): Promise<unknown>;
}

const inDatabase = (folder: string) => join(folder, 'recon.db');
const mendDatabase = (folder: string) => replaceDatabase(folder, whole);
const sizeOf = async (path: string) => (await stat(path)).size;
const earlier = (random: () => number) => moments[Math.floor(random() * (moments.length - 1))]!;

async function addStrays(folder: string, random: () => number): Promise<void> {
  for (let count = 1 + Math.floor(random() * 5); count > 0; count--) {
    const id = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join('');
    await mkdir(join(folder, 'files', id.slice(0, 2)), { recursive: true });
    await writeFile(join(folder, 'files', id.slice(0, 2), id), `a photo ${id}`);
  }
}

/** Takes files away as a copy does that broke off. */
async function takeAway(folder: string, random: () => number): Promise<void> {
  const parts = (await readdir(join(folder, 'files'))).filter((name) => name.length === 2);
  for (const part of parts.slice(Math.floor(random() * (parts.length - 1)))) {
    await rm(join(folder, 'files', part), { recursive: true });
  }
}

const putBack = (folder: string) =>
  cp(join(whole, 'files'), join(folder, 'files'), { recursive: true, filter: (path) => !path.endsWith('last-commit') });

async function overwrite(path: string, random: () => number): Promise<void> {
  const size = await sizeOf(path);
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc(512, 0xa5), 0, 512, Math.floor((random() * size) / 512) * 512);
  await file.close();
}

const LACKS = /lacks? (files|a file) and (is|are) shown as failed/;
const STRAYS = /that no record explains/;
const DAMAGES: Damage[] = [
  { folder: 'recon.db gone', make: (folder) => replaceDatabase(folder, undefined), refused: /has no database/ },
  { folder: 'recon.db emptied', make: (folder) => truncate(inDatabase(folder), 0), refused: /has an empty database/ },
  {
    folder: 'recon.db without its -wal',
    make: (folder) => rm(`${inDatabase(folder)}-wal`),
    refused: /older than the files/,
  },
  {
    folder: 'recon.db of an earlier moment',
    make: (folder, random) => replaceDatabase(folder, earlier(random)),
    refused: /older than the files/,
  },
  {
    folder: 'recon.db written over somewhere',
    make: (folder, random) => overwrite(inDatabase(folder), random),
    refused: /damaged database|cannot be used: its database/,
    // The page may be one of which the log has a newer copy, and it may be free.
    started: '',
  },
  {
    folder: 'recon.db cut off',
    make: async (folder, random) =>
      truncate(inDatabase(folder), 1 + Math.floor(random() * ((await sizeOf(inDatabase(folder))) - 1))),
    refused: /damaged database/,
    started: '',
  },
  {
    folder: 'recon.db-wal cut off',
    make: async (folder, random) =>
      truncate(`${inDatabase(folder)}-wal`, Math.floor(random() * (await sizeOf(`${inDatabase(folder)}-wal`)))),
    refused: /older than the files/,
    started: '',
  },
  {
    folder: 'recon.db of another folder',
    make: (folder) => replaceDatabase(folder, other),
    refused: /does not belong to the files/,
  },
  {
    folder: 'files/ away for one start',
    make: (folder) => rm(join(folder, 'files'), { recursive: true }),
    refused: /has no folder "files"/,
    mend: putBack,
  },
  { folder: 'files/ copied in part', make: takeAway, started: LACKS, mend: putBack },
  {
    folder: 'files/ of an earlier moment',
    make: async (folder, random) => {
      await rm(join(folder, 'files'), { recursive: true });
      await cp(join(earlier(random), 'files'), join(folder, 'files'), { recursive: true });
    },
    started: LACKS,
    mend: putBack,
  },
  { folder: 'files that nothing explains', make: addStrays, started: STRAYS },
  {
    folder: 'an earlier recon.db, taken on purpose',
    make: async (folder, random) => {
      await replaceDatabase(folder, earlier(random));
      await rm(join(folder, 'files', 'last-commit'));
    },
    started: STRAYS,
  },
  { folder: '0.1.0, whole', isOld: true, make: async () => {}, started: '' },
  { folder: '0.1.0 after a crash', isOld: true, make: addStrays, started: STRAYS },
  { folder: '0.1.0, recon.db gone', isOld: true, make: (folder) => rm(inDatabase(folder)), refused: /has no database/ },
  {
    folder: '0.1.0, recon.db emptied',
    isOld: true,
    make: (folder) => truncate(inDatabase(folder), 0),
    refused: /empty/,
  },
  {
    folder: '0.1.0, recon.db of another folder',
    isOld: true,
    make: async (folder) => {
      const foreign = await copyFolder(other);
      await makeOld(foreign);
      await replaceDatabase(folder, foreign);
      await rm(foreign, { recursive: true });
    },
    refused: /does not belong to the files/,
  },
  {
    folder: '0.1.0, files/ away for one start',
    isOld: true,
    make: (folder) => rm(join(folder, 'files'), { recursive: true }),
    refused: /has no folder "files"/,
    mend: putBack,
  },
];

/** Starts and stops; the error where it is refused, else what it told and how its models are. */
async function startOn(dataFolder: string) {
  const notices: string[] = [];
  const onLog = (line: string, weight?: string) => void (weight === 'fault' && notices.push(line));
  const programs = { workerUrl: workerNamed('quick'), decoderUrl: await decoderProgram() };
  const options = { host: '127.0.0.1', port: 0, ...programs, clock: systemClock, onLog };
  const service = await startService({ dataFolder, ...options }).catch((error: unknown) => error);
  if (!('stop' in (service as object))) return { error: service, notices, ready: 0 };
  const { url, own, swept, stop } = service as Awaited<ReturnType<typeof startService>>;
  await swept;
  const answer = await fetch(`${url}/patients`, { headers: { authorization: `Bearer ${own!.token}` } });
  const { patients } = (await answer.json()) as PatientsAnswer;
  await stop();
  const ready = patients.filter(({ reconstructions }) => reconstructions[0]?.status === 'has_3d').length;
  return { error: undefined, notices, ready };
}

/** The ids of all files in `files/` and in the quarantine. */
const allIds = async (folder: string) => [
  ...(await fileIdsIn(folder, 'files')),
  ...(await fileIdsIn(folder, 'quarantine')),
];

async function playTrial({ isOld, make, refused, started, mend }: Damage, random: () => number) {
  const folder = await copyFolder(whole);
  if (isOld) await makeOld(folder);
  await make(folder, random);
  const [there, before] = [await allIds(folder), await contentOf(folder)];
  const { error, notices, ready } = await startOn(folder);
  const after = new Set(await allIds(folder));
  const lost = there.filter((id) => !after.has(id)).length;
  const wrong: string[] = [];
  if (error === undefined) {
    const isTold =
      started === ''
        ? notices.length === 0 && ready === PATIENTS
        : started && notices.some((line) => started.test(line));
    if (!isTold) wrong.push(`started, ${ready} ready, told ${JSON.stringify(notices)}`);
  } else {
    const isTold = error instanceof ReconError && error.code === 'storage' && refused?.test(error.message);
    if (!isTold || error.hint === undefined) wrong.push(`refused: ${String(error)}`);
    const now = await contentOf(folder);
    // A service that was killed has left the note of where it ran, which is true no more.
    const changed = [...new Set([...before.keys(), ...now.keys()])].filter(
      (path) => path !== RUNNING && before.get(path) !== now.get(path),
    );
    if (changed.length > 0) wrong.push(`changed ${changed.join(' ')}`);
  }
  // What was taken away is brought back: everything has to be as it was.
  let mended = '';
  const repair = mend ?? (error === undefined ? undefined : mendDatabase);
  if (repair !== undefined) {
    await repair(folder);
    const again = await startOn(folder);
    const isWhole = again.error === undefined && again.ready === PATIENTS;
    mended = isWhole && (await fileIdsIn(folder, 'files')).length === PATIENTS * 9 ? 'yes' : 'no';
    if (mended === 'no') wrong.push(`not whole again: ${again.ready} ready, ${String(again.error)} ${again.notices}`);
  }
  const quarantined = (await fileIdsIn(folder, 'quarantine')).length;
  await rm(folder, { recursive: true });
  return { isRefused: error !== undefined, there: there.length, lost, quarantined, mended, wrong };
}

test(`${STARTS} starts on folders that are not as they should be: no file lost, every one told rightly`, async () => {
  const random = seededRandom('damaged starts');
  const first = Math.floor(random() * DAMAGES.length);
  const results = new Map<Damage, Awaited<ReturnType<typeof playTrial>>[]>();
  for (let turn = 0; turn < STARTS; turn++) {
    const damage = DAMAGES[(first + turn) % DAMAGES.length]!;
    results.set(damage, [...(results.get(damage) ?? []), await playTrial(damage, random)]);
  }
  for (const [{ folder }, trials] of results) {
    const sum = (of: (trial: (typeof trials)[number]) => number) => trials.reduce((total, one) => total + of(one), 0);
    const refused = trials.filter(({ isRefused }) => isRefused).length;
    const mended = trials.filter((trial) => trial.mended !== '');
    table.row([
      ...[folder, trials.length, refused, trials.length - refused],
      ...[sum(({ there }) => there), sum(({ quarantined }) => quarantined), sum(({ lost }) => lost)],
      trials.filter(({ wrong }) => wrong.length === 0).length,
      mended.length === 0 ? '–' : mended.filter((trial) => trial.mended === 'yes').length,
    ]);
  }
  const all = [...results.values()].flat();
  table.note(`${all.length} starts, ${all.reduce((total, { lost }) => total + lost, 0)} files lost`);
  expect(all.map(({ lost }) => lost)).toEqual(all.map(() => 0));
  expect(all.flatMap(({ wrong }) => wrong)).toEqual([]);
});
