import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { hasCode } from '../../src/errors.ts';
import type { Database } from '../../src/service/storage/database.ts';
import { openPostgresDatabase } from '../../src/service/storage/postgres/postgres-database.ts';
import { bundled } from '../support/engine-worker.ts';
import { makeOldPostgres, oldPatients } from '../support/old-postgres.ts';
import { type PostgresServer, postgresPrograms, startPostgres } from '../support/postgres.ts';
import { openTable, scaled, seededRandom } from './scale.ts';

const PATIENTS = 30_000;
/** Of each kind of process. */
const KILLS = scaled(20, 2);
/** The lock of an upgrade, and longer than a statement of a request may take. */
const [UPGRADE_LOCK, LONG_MS] = [4_747_001, 22_000];

const table = openTable('Upgrades of PostgreSQL that are killed', [
  ...['killed', 'kills', 'still old', 'upgraded', 'patients', 'lost'],
]);

describe.skipIf(postgresPrograms() === undefined)('the upgrade of a PostgreSQL database of 0.4.0', () => {
  let server: PostgresServer;
  let program: string;
  let before: Facts;
  beforeAll(async () => {
    program = fileURLToPath(await bundled('test/support/programs/open-postgres.ts', 'open-postgres'));
    // With its own settings: it syncs.
    server = await startPostgres([]);
    await admin('create database old');
    await makeOldPostgres(server.url('old'), 5, oldPatients(PATIENTS));
    before = await withClient('old', factsOf);
  });
  afterAll(() => server.stop());

  async function withClient<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client(server.url(database));
    client.on('error', () => {});
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  const admin = (statement: string) => withClient('postgres', (client) => client.query(statement));

  /** A process that upgrades the database and ends. */
  function beginUpgrade(database: string) {
    const child = spawn(process.execPath, [program, server.url(database)], { stdio: 'ignore' });
    return { ended: once(child, 'exit'), kill: () => child.kill('SIGKILL') };
  }

  async function upgradeMs(): Promise<number> {
    await admin('create database timed template old');
    const startedAt = performance.now();
    await beginUpgrade('timed').ended;
    const ms = performance.now() - startedAt;
    await admin('drop database timed');
    return ms;
  }

  /** A server that was killed starts again by itself. */
  async function openWhenThere(database: string): Promise<Database> {
    for (;;) {
      try {
        return await openPostgresDatabase(server.url(database));
      } catch (error) {
        if (!hasCode(error, 'unavailable')) throw error;
        await systemClock.sleep(100);
      }
    }
  }

  test.each(['the service', 'the server'])('loses nothing when %s is killed', { timeout: 300_000 }, async (killed) => {
    const random = seededRandom(`upgrade without ${killed}`);
    const longestMs = 1.2 * (await upgradeMs());
    const found = { old: 0, upgraded: 0 };
    for (let turn = 0; turn < KILLS; turn++) {
      await admin('create database killed template old');
      const upgrade = beginUpgrade('killed');
      await systemClock.sleep(random() * longestMs);
      if (killed === 'the service') upgrade.kill();
      else for (const pid of server.pids()) process.kill(pid, 'SIGKILL');
      await upgrade.ended;
      found[await retried(() => withClient('killed', stateOf))] += 1;
      const opened = await openWhenThere('killed');
      expect(await foundIn(opened)).toBe(PATIENTS / 20);
      await opened.close();
      expect(await withClient('killed', factsOf)).toEqual(before);
      expect(await withClient('killed', stateOf)).toBe('upgraded');
      await admin('drop database killed with (force)');
    }
    table.row([killed, KILLS, found.old, found.upgraded, PATIENTS, 0]);
  });

  test('waits for that of another process, however long it takes', { timeout: 120_000 }, async () => {
    await admin('create database waiting template old');
    await withClient('waiting', async (client) => {
      await client.query('select pg_advisory_lock($1)', [UPGRADE_LOCK]);
      const opening = openPostgresDatabase(server.url('waiting'));
      opening.catch(() => undefined);
      await systemClock.sleep(LONG_MS);
      await client.query('select pg_advisory_unlock_all()');
      const opened = await opening;
      expect(await foundIn(opened)).toBe(PATIENTS / 20);
      await opened.close();
    });
  });
});

type Facts = Record<'patients' | 'texts' | 'counted', string>;

/** What an upgrade must not change. */
async function factsOf(client: pg.Client): Promise<Facts> {
  const { rows } =
    await client.query(`select count(*) as patients, (select sum(entries) from patient_counts) as counted,
    md5(string_agg(patients::text, ',' order by id)) as texts from patients`);
  return rows[0];
}

/** All of the upgrade or nothing, with an index that PostgreSQL uses. */
async function stateOf(client: pg.Client): Promise<'old' | 'upgraded'> {
  const { rows } = await client.query(`select version, (
      select indisvalid from pg_index where indexrelid = to_regclass('patients_by_joint')
    ) as is_valid, to_regproc('joints_of') is not null as has_function from schema_version`);
  const [{ version, ...made }] = rows;
  expect(made).toEqual(
    version === 5 ? { is_valid: null, has_function: false } : { is_valid: true, has_function: true },
  );
  return version === 5 ? 'old' : 'upgraded';
}

async function foundIn(opened: Database): Promise<number> {
  const search = await opened.search.prepare(1, { name: { part: 'li ana' } });
  const runs = await search.count({ after: 0, upTo: Number.MAX_SAFE_INTEGER });
  return runs.reduce((total, { matches }) => total + matches, 0);
}

async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === 100) throw error;
      await systemClock.sleep(100);
    }
  }
}
