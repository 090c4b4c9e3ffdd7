import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { openAccounts } from '../../src/service/accounts.ts';
import { openStore } from '../../src/service/open-store.ts';
import { createTokenUses } from '../../src/service/token-uses.ts';
import { openService } from '../support/running-service.ts';
import { tempFolder } from '../support/temp-folder.ts';

/** Uses of two tokens, on a database whose writes are counted and whose clock stands still. */
async function openUses({ hasRoom = true } = {}) {
  let nowMs = Date.parse('2026-01-01T00:00:00Z');
  const clock = { ...systemClock, now: () => nowMs, monotonic: () => nowMs };
  const folder = tempFolder();
  const accounts = await openAccounts({ dataFolder: folder });
  await accounts.add('clinic');
  await accounts.addToken('clinic', { label: 'desk', scope: 'read' });
  await accounts.close();
  const store = await openStore(folder, clock);
  onTestFinished(() => store.database.close());
  const log: string[] = [];
  let writes = 0;
  const database: typeof store.database = {
    ...store.database,
    changeUnsynced: async (change) => {
      writes += 1;
      return store.database.changeUnsynced(change);
    },
  };
  const uses = createTokenUses({ ...store, database, onLog: (line) => log.push(line) }, async () => hasRoom);
  const lastUsed = async () => {
    const rows = await store.db.selectFrom('tokens').select('last_used_at').orderBy('id').execute();
    return rows.map((row) => row.last_used_at);
  };
  const later = (ms: number) => {
    nowMs += ms;
  };
  return { uses, lastUsed, later, log, store, now: () => nowMs, writes: () => writes };
}

test('uses are written in one group, each with the time of the last one', async () => {
  const { uses, lastUsed, later, now, writes } = await openUses();
  const first = now();
  for (let turn = 0; turn < 100; turn++) for (const id of [1, 2]) uses.note(id);
  expect(writes()).toBe(0);
  await uses.end();
  expect([writes(), await lastUsed()]).toEqual([1, [first, first]]);
  later(1_000);
  uses.note(1);
  later(4_000);
  uses.note(2);
  later(300);
  await uses.end();
  expect([writes(), await lastUsed()]).toEqual([2, [first + 1_000, first + 5_000]]);
});

test('what another process wrote within the second stays, and an earlier time is put right', async () => {
  const { uses, lastUsed, now, store } = await openUses();
  const written = (id: number, at: number) =>
    store.db.updateTable('tokens').set({ last_used_at: at }).where('id', '=', id).execute();
  await written(1, now() - 900);
  await written(2, now() - 30_000);
  for (const id of [1, 2]) uses.note(id);
  await uses.end();
  expect(await lastUsed()).toEqual([now() - 900, now()]);
});

test('on a disk without room nothing is tried', async () => {
  const { uses, lastUsed, writes } = await openUses({ hasRoom: false });
  uses.note(1);
  await uses.end();
  expect([writes(), await lastUsed()]).toEqual([0, [null, null]]);
});

test('a use that cannot be written is kept, and written with the next one', async () => {
  const { uses, lastUsed, later, log, now, store } = await openUses();
  await store.db.schema.alterTable('tokens').renameTo('elsewhere').execute();
  uses.note(1);
  await uses.end();
  expect(log).toEqual([expect.stringMatching(/^last use of tokens: not written \(\w+\)$/)]);
  await store.db.schema.alterTable('elsewhere').renameTo('tokens').execute();
  const first = now();
  later(2_000);
  uses.note(2);
  await uses.end();
  expect(await lastUsed()).toEqual([first, now()]);
});

test('where writing fails, it is tried once a minute and not with each request', async () => {
  const { uses, writes, log, store } = await openUses();
  await store.db.schema.alterTable('tokens').renameTo('elsewhere').execute();
  uses.note(1);
  await vi.waitFor(() => expect(log).toHaveLength(1));
  for (let turn = 0; turn < 20; turn++) {
    uses.note(1);
    await new Promise((done) => setTimeout(done, 5));
  }
  expect(writes()).toBe(1);
});

test('a list that is asked for while the service runs tells a use of just now', async () => {
  const service = await openService();
  onTestFinished(() => service.close());
  const accounts = await openAccounts(service.places, { isReading: true });
  onTestFinished(() => accounts.close());
  for (let turn = 0; turn < 3; turn++) {
    const before = Date.now();
    expect((await service.send('GET', '/patients')).status).toBe(200);
    const seen = async () => (await accounts.listTokens())[0]!.lastUsedAt ?? 0;
    await expect.poll(seen, { timeout: 3_000 }).toBeGreaterThanOrEqual(before - 1_000);
    await new Promise((done) => setTimeout(done, 1_200));
  }
});

test('a service tells the last use of each token, of requests that were refused too', async () => {
  const service = await openService();
  onTestFinished(() => service.close());
  const accounts = await openAccounts(service.places);
  onTestFinished(() => accounts.close());
  await accounts.add('clinic');
  const { token } = await accounts.addToken('clinic', { label: 'reader', scope: 'read' });
  const before = Date.now();
  expect((await service.send('POST', '/patients', { token })).status).toBe(403);
  await service.stop();
  const [, unused, used] = await accounts.listTokens();
  expect(unused).toMatchObject({ label: 'default', lastUsedAt: null });
  expect(used!.lastUsedAt).toBeGreaterThanOrEqual(before);
  expect(used!.lastUsedAt).toBeLessThanOrEqual(Date.now());
});
