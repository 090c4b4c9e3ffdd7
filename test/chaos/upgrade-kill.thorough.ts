import { readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { readDatabase } from '../../src/service/storage/inspect-database.ts';
import { NEWEST_SCHEMA } from '../../src/service/storage/migrate.ts';
import type { SqliteRow } from '../../src/system/sqlite.ts';
import { copyFolder, makeOld } from '../support/data-folders.ts';
import { expectShown, type FilledFolder, fillFolder, storedIn } from '../support/filled-folder.ts';
import { requireTool } from '../support/require-tool.ts';
import { workerNamed } from '../support/running-service.ts';
import { beginService, spawnService } from '../support/service-process.ts';
import { halfOf } from '../support/thorough.ts';
import { openTable, scaled, seededRandom } from './scale.ts';

const PATIENTS = 400;
/** Of each kind of folder. */
const KILLS = scaled(20, 2);
/** A new index of 400 patients is written in less. */
const AFTER_LISTENING_MS = 500;

/** The upgrade is one commit of some 25 writes; those that follow are of the index. */
const UPGRADE_WRITES = 30;

/** The worker of a killed service may write for a moment longer, into a folder that is being removed. */
const WHOLE = { recursive: true, maxRetries: 20, retryDelay: 100 };

/** Version 0.1.1 has the same as 0.2.0. */
const KINDS = [
  { version: '0.1.0', schema: 1 },
  { version: '0.2.0', schema: 3 },
  { version: '0.3.1', schema: 5 },
  { version: '0.4.0', schema: 8 },
  { version: '0.5.0', schema: 9 },
  { version: '0.6.0', schema: 10 },
];
const HAS_STRACE = requireTool('strace');
const worker = workerNamed('quick');

const table = openTable(`Upgrades by Node ${process.versions.node} that are killed`, [
  ...['folder', 'killed by', 'kills', 'still old', 'upgraded', 'index begun', 'rows and files', 'lost'],
]);

let filled: FilledFolder;
beforeAll(async () => {
  filled = await fillFolder(PATIENTS);
});
afterAll(() => rm(filled.dataFolder, WHOLE));

/** Kills the service at a moment of its start. */
type Kill = (folder: string, random: () => number) => Promise<void>;

test.each(halfOf(KINDS))(
  'a folder of $version loses nothing when its upgrade is killed',
  async ({ version, schema }) => {
    const random = seededRandom(`upgrade of ${version}`);
    const folders = await Promise.all(
      [false, true].map(async (isKilled) => {
        const folder = await realpath(await copyFolder(filled.dataFolder));
        await makeOld(folder, { schema, isKilled });
        return folder;
      }),
    );
    const before = await storedIn(folders[0]!);
    const kills: Record<string, Kill> = {
      'the clock': await killInTime(folders[0]!),
      ...(HAS_STRACE && { 'a write to its database': await killAtWrite(folders[0]!) }),
    };
    for (const [by, kill] of Object.entries(kills)) {
      const found = { old: 0, upgraded: 0, indexing: 0 };
      const lost: string[] = [];
      const count = KILLS / Object.keys(kills).length;
      for (let turn = 0; turn < count; turn++) {
        const folder = await copyFolder(folders[turn % 2]!);
        await kill(folder, random);
        found[await stateOf(folder)] += 1;
        const service = await spawnService(folder, worker);
        try {
          await expectIndexed(folder);
          lost.push(...missing(before, await storedIn(folder)));
          await expectShown(service, filled, random);
        } finally {
          await service.kill();
        }
        await rm(folder, WHOLE);
      }
      const there = [...before.rows.values()].reduce((sum, rows) => sum + rows.length, before.files.size);
      table.row([version, by, count, found.old, found.upgraded, found.indexing, there, lost.length]);
      expect(lost).toEqual([]);
    }
    for (const folder of folders) await rm(folder, WHOLE);
  },
);

async function killInTime(old: string): Promise<Kill> {
  const folder = await copyFolder(old);
  const startedAt = performance.now();
  const first = await spawnService(folder, worker);
  const startMs = performance.now() - startedAt;
  await first.kill();
  await rm(folder, WHOLE);
  return async (folder, random) => {
    const service = await beginService(folder, worker);
    await systemClock.sleep(random() * (startMs + AFTER_LISTENING_MS));
    await service.kill();
  };
}

/** Kills the service in one of the writes to the database that an upgrade and its index take. */
async function killAtWrite(old: string): Promise<Kill> {
  const folder = await copyFolder(old);
  const log = join(folder, 'writes');
  const first = await spawnService(folder, worker, { under: straceOf(folder, ['-o', log]) });
  await expectIndexed(folder);
  const writes = (await readFile(log, 'utf8')).split('\n').filter((line) => line.startsWith('pwrite64(')).length;
  await first.kill();
  await rm(folder, WHOLE);
  expect(writes).toBeGreaterThan(UPGRADE_WRITES);
  return async (folder, random) => {
    const nth = 1 + Math.floor(random() * (random() < 0.5 ? UPGRADE_WRITES : writes));
    const kill = ['-e', `inject=pwrite64:signal=SIGKILL:when=${nth}`];
    const service = await beginService(folder, worker, { under: straceOf(folder, ['-o', '/dev/null', ...kill]) });
    await Promise.race([service.ended, service.listening.then(() => systemClock.sleep(AFTER_LISTENING_MS * 4))]);
    await service.kill();
  };
}

/** Only the thread that works on the database. */
const straceOf = (folder: string, options: string[]) => [
  ...['strace', '-qq', '-P', join(folder, 'recon.db'), '-P', join(folder, 'recon.db-wal')],
  ...['-e', 'trace=pwrite64', ...options],
];

/** How far a killed start has come. */
async function stateOf(folder: string): Promise<'old' | 'upgraded' | 'indexing'> {
  return readDatabase(join(folder, 'recon.db'), (connection) => {
    const number = (query: string) => Number(Object.values(connection.prepare(query).all()[0]!)[0]);
    if (number('pragma user_version') !== NEWEST_SCHEMA) return 'old';
    return number('select indexed_to from search_progress') === 0 ? 'upgraded' : 'indexing';
  });
}

/** What the index and the counts say against the patients themselves. */
const INDEX_FACTS = `select
  (select count(*) from patients where id > (select indexed_to from search_progress)) < 64 as is_complete,
  (select count(*) from (select owner_id, gram, patient_id from patient_grams except select * from grams_of_patients))
    + (select count(*) from (select * from grams_of_patients where patient_id <= (select indexed_to from search_progress)
      except select owner_id, gram, patient_id from patient_grams)) as wrong_grams,
  (select joined_to = indexed_to from search_progress) as is_joined,
  (select count(*) from (select * from patient_joints except select * from joints_of_patients))
    + (select count(*) from (select * from joints_of_patients where patient_id <= (select joined_to from search_progress)
      except select * from patient_joints)) as wrong_joints,
  (select count(*) from (select owner_id, first_id, entries from patient_counts where entries > 0
    except select owner_id, id - id % 8192, count(*) from patients group by 1, 2)) as wrong_counts,
  (select sum(entries) from patient_counts) - (select count(*) from patients) as uncounted,
  (select sum(bytes) from patient_counts) - (select sum(size_bytes) from files_of_patients) as uncounted_bytes`;

const expectIndexed = (folder: string) =>
  expect
    .poll(() =>
      readDatabase(join(folder, 'recon.db'), (connection) => ({ ...connection.prepare(INDEX_FACTS).all()[0] })),
    )
    .toEqual({
      is_complete: 1,
      wrong_grams: 0,
      is_joined: 1,
      wrong_joints: 0,
      wrong_counts: 0,
      uncounted: 0,
      uncounted_bytes: 0,
    });

type Stored = Awaited<ReturnType<typeof storedIn>>;

/** What an upgraded folder lacks, or has in another form, in words; the one unfinished generation may have gone on. */
function missing(before: Stored, now: Stored): string[] {
  const { unfinished } = filled.truth;
  const records = before.rows.get('reconstructions')!.filter((row) => row['patient_id'] === unfinished);
  const mayChange = (table: string, row: SqliteRow) =>
    // Each start has a port of its own, and notes with what its links begin.
    (table === 'settings' && row['key'] === 'link_addresses') ||
    (table === 'patients' && row['id'] === unfinished) ||
    (table === 'reconstructions' && row['patient_id'] === unfinished) ||
    (table === 'jobs' && row['reconstruction_id'] === records[0]!['id']);
  const lost = [...before.files].filter((file) => !now.files.has(file));
  for (const [table, rows] of before.rows) {
    // What goes on changes the counts; `INDEX_FACTS` compares them with the patients.
    if (['folder', 'unfinished_files', 'patient_counts'].includes(table)) continue;
    const found = now.rows.get(table) ?? [];
    if (table !== 'files' && found.length !== rows.length) lost.push(`${table}: ${rows.length} → ${found.length}`);
    const textOf = (row: SqliteRow) => JSON.stringify(Object.keys(rows[0]!).map((column) => row[column]));
    const texts = new Set(found.map(textOf));
    for (const row of rows) {
      if (!texts.has(textOf(row)) && !mayChange(table, row)) lost.push(`${table} ${textOf(row)}`);
    }
  }
  return lost;
}
