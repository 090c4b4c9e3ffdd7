import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { createAuditWriter } from '../../src/service/audit/writer.ts';
import { type AuditLine, commandEntry } from '../../src/service/domain/audit-lines.ts';
import { type OpenedPlaces, openPlaces } from '../../src/service/open-places.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { openTestPlaces, type TestPlaces } from '../support/test-places.ts';

let places: TestPlaces;
let opened: OpenedPlaces;
let told: string[];
beforeEach(async () => {
  told = [];
  places = await openTestPlaces(tempFolder());
  opened = await openPlaces(places.places, systemClock, (line) => told.push(line));
});
afterEach(async () => {
  await opened.close();
  await places.drop();
});

const entry = (second: number) => commandEntry(second * 1000, 'serve', { target: second });
const FULL = 'audit: cannot be written (the disk is full); lines wait; those without room are counted';

async function written(): Promise<AuditLine[]> {
  const rows = await opened.store.db.selectFrom('audit_inbox').select('line').orderBy('id').execute();
  return rows.map(({ line }) => JSON.parse(line));
}

test('lines wait for room, in their order', async () => {
  let isFull = true;
  const writer = createAuditWriter(opened.store, async () => !isFull);
  for (let second = 0; second < 700; second++) writer.append(entry(second));
  await writer.flush();
  expect([await written(), told]).toEqual([[], [FULL]]);
  isFull = false;
  await expect.poll(written).toEqual(Array.from({ length: 700 }, (_, second) => entry(second)));
  writer.end();
  expect(told).toEqual([FULL, 'audit: can be written again']);
});

test('what cannot wait any longer is counted by a line', async () => {
  let isFull = true;
  const writer = createAuditWriter(opened.store, async () => !isFull);
  for (let second = 0; second < 5003; second++) writer.append(entry(second));
  await writer.flush();
  isFull = false;
  await writer.flush();
  writer.append(entry(6000));
  await writer.flush();
  const lines = await written();
  expect(lines).toHaveLength(5002);
  expect(lines.slice(4999)).toEqual([
    entry(4999),
    { time: entry(5002).time, missing: 3, since: entry(5000).time },
    entry(6000),
  ]);
  expect(told).toContain('audit: lines that are missing: 3');
});

test('the last lines are written without room to spare, or their number where the disk does not take them', async () => {
  const writer = createAuditWriter(opened.store, async () => false);
  for (let second = 0; second < 4; second++) writer.append(entry(second));
  await writer.flush();
  await writer.flushLast((work) => work());
  expect(await written()).toEqual([0, 1, 2, 3].map(entry));
  for (let second = 5; second < 8; second++) writer.append(entry(second));
  let tries = 0;
  await writer.flushLast(async (work) => {
    tries += 1;
    if (tries === 1) throw new Error('full');
    await work();
  });
  expect((await written()).slice(4)).toEqual([{ time: entry(7).time, missing: 3, since: entry(5).time }]);
  const before = told.length;
  writer.end();
  expect(told.slice(before)).toEqual([]);
});

test('an end without room tells how much is lost', async () => {
  const writer = createAuditWriter(opened.store, async () => false);
  for (let second = 0; second < 4; second++) writer.append(entry(second));
  await writer.flush();
  writer.end();
  expect(told).toEqual([FULL, 'audit: still cannot be written; lines that are missing: 4']);
});
