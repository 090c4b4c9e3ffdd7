import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { openPostgresDatabase } from '../../../../src/service/storage/postgres/postgres-database.ts';
import { openFaultyProxy } from '../../../support/faulty-proxy.ts';
import { openTestDatabase, postgresPrograms, startPostgres } from '../../../support/postgres.ts';

/** No statement is waited for longer. */
const ANSWER_LIMIT_MS = 20_000;

describe.skipIf(postgresPrograms() === undefined)('a process that is cut off from PostgreSQL', () => {
  const opened: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });

  /** The same database through a network that can fail, and beside it. */
  async function openBoth() {
    const place = await openTestDatabase();
    const network = await openFaultyProxy(place.url);
    const url = Object.assign(new URL(place.url), { port: new URL(network.url).port }).href;
    const [far, near] = [await openPostgresDatabase(url), await openPostgresDatabase(place.url)];
    opened.push(place.drop, network.close, far.close, near.close);
    return { network, far, near };
  }

  test('waits once for a transaction, not again to undo it', { timeout: 120_000 }, async () => {
    const { network, far } = await openBoth();
    let deafAt = 0;
    const work = far.transact(async (db) => {
      await sql`select 1`.execute(db);
      network.set('deaf');
      deafAt = performance.now();
      await sql`select 1`.execute(db);
    });
    await expect(work).rejects.toMatchObject({ code: 'unavailable' });
    expect(performance.now() - deafAt).toBeLessThan(1.5 * ANSWER_LIMIT_MS);
  });

  test('sees the slots of others and hears of jobs again, when it is back', { timeout: 120_000 }, async () => {
    const { network, far, near } = await openBoth();
    let heard = 0;
    const ends = [far.onJobChange(() => heard++), near.onJobChange(() => {})];
    await expect.poll(() => heard).toBeGreaterThan(0);
    const giveBack = await near.takeSlot(1, 1);
    expect(giveBack).toBeTypeOf('function');
    expect(await far.takeSlot(1, 1)).toBe(undefined);
    network.set('deaf');
    // Nobody answers: then only the limits of the process itself hold.
    expect(await far.takeSlot(1, 1)).toBeTypeOf('function');
    network.set('none');
    await expect.poll(() => far.takeSlot(1, 1), { timeout: ANSWER_LIMIT_MS }).toBe(undefined);
    heard = 0;
    await sql`select pg_notify('recon_jobs', '')`.execute(near.db);
    await expect.poll(() => heard).toBeGreaterThan(0);
    for (const end of ends) end();
  });

  test('the count of commits that was noted survives kill -9 of the server', { timeout: 120_000 }, async () => {
    const server = await startPostgres([]);
    opened.push(server.stop);
    const database = await openPostgresDatabase(server.url('postgres'));
    opened.push(database.close);
    for (let round = 0; round < 5; round++) {
      const { commits } = await database.countCommit();
      for (const pid of server.pids()) process.kill(pid, 'SIGKILL');
      const again = () =>
        database.lastCommit().then(
          (last) => last.commits,
          () => -1,
        );
      await expect.poll(again, { timeout: 60_000 }).toBe(commits);
      await sleep(100);
    }
  });
});
