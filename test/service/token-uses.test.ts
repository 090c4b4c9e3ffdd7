import { expect, onTestFinished, test } from 'vitest';
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

test('uses are written in one group, and a token’s at most once a minute', async () => {
  const { uses, lastUsed, later, now, writes } = await openUses();
  const first = now();
  for (let turn = 0; turn < 100; turn++) for (const id of [1, 2]) uses.note(id);
  expect(writes()).toBe(0);
  await uses.end();
  expect([writes(), await lastUsed()]).toEqual([1, [first, first]]);
  later(59_000);
  uses.note(1);
  await uses.end();
  expect([writes(), await lastUsed()]).toEqual([1, [first, first]]);
  later(1_000);
  uses.note(1);
  await uses.end();
  expect([writes(), await lastUsed()]).toEqual([2, [first + 60_000, first]]);
});

test('what another process wrote in the same minute stays', async () => {
  const { uses, lastUsed, now, store } = await openUses();
  const written = now() - 30_000;
  await store.db.updateTable('tokens').set({ last_used_at: written }).where('id', '=', 1).execute();
  for (const id of [1, 2]) uses.note(id);
  await uses.end();
  expect(await lastUsed()).toEqual([written, now()]);
});

test('on a disk without room nothing is tried', async () => {
  const { uses, lastUsed, writes } = await openUses({ hasRoom: false });
  uses.note(1);
  await uses.end();
  expect([writes(), await lastUsed()]).toEqual([0, [null, null]]);
});

test('a use that cannot be written is lost, and tried again a minute later', async () => {
  const { uses, lastUsed, later, log, now, store } = await openUses();
  await store.db.schema.alterTable('tokens').renameTo('elsewhere').execute();
  uses.note(1);
  await uses.end();
  expect(log).toEqual([expect.stringMatching(/^last use of tokens: not written \(\w+\)$/)]);
  await store.db.schema.alterTable('elsewhere').renameTo('tokens').execute();
  uses.note(1);
  await uses.end();
  expect(await lastUsed()).toEqual([null, null]);
  later(60_000);
  uses.note(1);
  await uses.end();
  expect(await lastUsed()).toEqual([now(), null]);
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
  expect(used!.lastUsedAt).toBeGreaterThanOrEqual(before - 5_000);
  expect(used!.lastUsedAt).toBeLessThanOrEqual(Date.now() + 5_000);
});
