import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/clock.ts';
import { hashOf } from '../../src/service/audit/chain.ts';
import { dropOldLines } from '../../src/service/audit/retention.ts';
import { createSealer } from '../../src/service/audit/seal.ts';
import { verifyAudit } from '../../src/service/audit/verify.ts';
import { commandEntry, insertLines } from '../../src/service/domain/audit-lines.ts';
import { type OpenedPlaces, openPlaces } from '../../src/service/open-places.ts';
import { endInFolder } from '../../src/service/storage/kept-end.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { ARE_PLACES_SHARED, openTestPlaces, type TestPlaces } from '../support/test-places.ts';

const NOW = systemClock.now();
const DAY_MS = 86_400_000;

let places: TestPlaces;
let opened: OpenedPlaces;
beforeEach(async () => {
  places = await openTestPlaces(tempFolder());
  opened = await openPlaces(places.places, systemClock, () => {});
});
afterEach(async () => {
  await opened.close();
  await places.drop();
});

const problems = async () => (await verifyAudit(opened.store)).problems;
const run = (text: string) => sql.raw(text).execute(opened.store.db);

/** Seals so many lines, each a day younger than the one before; the last one is of now. */
async function seal(count: number): Promise<void> {
  const times = Array.from({ length: count }, (_, at) => NOW - (count - 1 - at) * DAY_MS);
  await insertLines(
    opened.store.db,
    times.map((time) => commandEntry(time, 'accounts add', { target: 7 })),
  );
  await createSealer(opened.store)();
}

describe('verify', () => {
  beforeEach(() => seal(10));

  test('passes what was sealed in one go and in several, and counts what waits', async () => {
    await seal(3);
    await insertLines(opened.store.db, [commandEntry(NOW, 'serve', { target: 1 })]);
    expect(await verifyAudit(opened.store)).toEqual({
      ...{ lines: 13, first: 1, last: 13, waiting: 1, missing: 0 },
      problems: [],
    });
  });

  test.each([1, 5, 10])('names line %i when a byte of it was changed', async (number) => {
    await run(`update audit_lines set line = replace(line, '"target":7', '"target":8') where number = ${number}`);
    expect(await problems()).toEqual([`line ${number} is not as it was written`]);
  });

  test('an export tells a chain that was made anew', async () => {
    const { db, database, auditEnd } = opened.store;
    const sealed = () => db.selectFrom('audit_lines').select(['number', 'hash', 'line']).orderBy('number').execute();
    const kept = (await sealed()).at(-1)!;
    let end = { number: 0, hash: '0'.repeat(64) };
    for (const { number, line } of await sealed()) {
      const changed = number === 5 ? line.replace('"target":7', '"target":8') : line;
      end = { number, hash: hashOf(end, changed) };
      await db.updateTable('audit_lines').set({ line: changed, hash: end.hash }).where('number', '=', number).execute();
    }
    const { folderId } = await database.lastCommit();
    await auditEnd.keep({ folderId, ...end });
    expect(await problems()).toEqual([]);
    expect((await verifyAudit(opened.store, { end: kept })).problems).toEqual([
      'line 10 is not the one of the export, or a line before it is not',
    ]);
  });

  test('names a line whose hash was made to fit, by the next one', async () => {
    const { db } = opened.store;
    const rows = await db
      .selectFrom('audit_lines')
      .selectAll()
      .where('number', 'in', [4, 5])
      .orderBy('number')
      .execute();
    const line = rows[1]!.line.replace('"target":7', '"target":8');
    const hash = hashOf(rows[0]!, line);
    await db.updateTable('audit_lines').set({ line, hash }).where('number', '=', 5).execute();
    expect(await problems()).toEqual(['line 6 is not as it was written']);
  });

  test('names lines that were cut out', async () => {
    await run('delete from audit_lines where number = 4 or number in (7, 8)');
    expect(await problems()).toEqual(['line 4 is not there', 'lines 7 to 8 are not there']);
  });

  test('names a line that was put elsewhere in time', async () => {
    await run('update audit_lines set written_at = 1 where number = 3');
    expect(await problems()).toEqual(['line 3 cannot be read, or stands at another time']);
  });

  test('a text that is no line is sealed like one, and named', async () => {
    await run(`insert into audit_inbox (line) values ('no line at all')`);
    await seal(1);
    expect(await verifyAudit(opened.store)).toMatchObject({
      ...{ lines: 12, waiting: 0 },
      problems: ['line 11 cannot be read, or stands at another time'],
    });
  });

  test('names a tail that was cut off, also once the chain goes on without it', async () => {
    await run('delete from audit_lines where number > 8');
    expect(await problems()).toEqual(['lines 9 to 10 are cut off at the end']);
    await seal(1);
    expect(await problems()).toEqual([expect.stringMatching(/^lines 9 to 10 are cut off, as line 9 of 20\S+ says$/)]);
  });

  test('names a table of which nothing is left', async () => {
    await run('delete from audit_lines');
    expect(await problems()).toEqual(['lines 1 to 10 are cut off at the end']);
  });

  test('names a beginning that was cut off without a sealed line that says so', async () => {
    await run('update audit_start set number = 4, hash = (select hash from audit_lines where number = 4)');
    await run('delete from audit_lines where number <= 4');
    expect(await problems()).toEqual(['lines 1 to 4 are not there, and no sealed line says that they were dropped']);
  });

  test('names a chain that was made anew from a line on, however well', async () => {
    const { db } = opened.store;
    const rows = await db.selectFrom('audit_lines').selectAll().orderBy('number').execute();
    for (const [at, row] of rows.entries()) {
      if (at < 5) continue;
      row.line = row.line.replace('"target":7', '"target":8');
      row.hash = hashOf(rows[at - 1]!, row.line);
      await db.updateTable('audit_lines').set(row).where('number', '=', row.number).execute();
    }
    expect(await problems()).toEqual(['line 10 is not the one that was kept outside the database']);
    await seal(1);
    expect(await problems()).toEqual([
      expect.stringMatching(/^line 10 was not the one that was kept outside the database, as line 11 of/),
    ]);
  });

  if (!ARE_PLACES_SHARED) {
    test('names an end that is not kept any more', async () => {
      await rm(join(places.places.dataFolder, 'audit-end'));
      expect(await problems()).toEqual(['the end of the chain that is kept outside the database is not there']);
      await seal(1);
      expect(await problems()).toEqual([expect.stringMatching(/^no end of the chain was kept .* line 11 of/)]);
    });
  }

  if (!ARE_PLACES_SHARED) {
    test('names the end of another database', async () => {
      const keeper = endInFolder(places.places.dataFolder);
      const kept = await keeper.read();
      await keeper.keep({ ...kept!, folderId: '0'.repeat(32) });
      expect(await problems()).toEqual([
        'the end of the chain that is kept outside the database is that of another one',
      ]);
    });
  }
});

describe('lines that are old enough', () => {
  test('are dropped up to a sealed line that says so, and the rest can be verified', async () => {
    await seal(10);
    await dropOldLines(opened.store, NOW - 4.5 * DAY_MS);
    await createSealer(opened.store)();
    expect(await verifyAudit(opened.store)).toMatchObject({ lines: 6, first: 6, last: 11, problems: [] });
    await seal(2);
    await dropOldLines(opened.store, NOW - 3.5 * DAY_MS);
    await createSealer(opened.store)();
    expect(await verifyAudit(opened.store)).toMatchObject({ first: 7, last: 14, problems: [] });
  });

  test('leave the rest as it was: what is cut off there is named', async () => {
    await seal(10);
    await dropOldLines(opened.store, NOW - 4.5 * DAY_MS);
    await createSealer(opened.store)();
    await run('delete from audit_lines where number in (6, 11)');
    expect(await problems()).toEqual([
      'line 6 is not there',
      'lines 1 to 5 are not there, and no sealed line says that they were dropped',
      'line 11 is cut off at the end',
    ]);
  });
});

test('a chain that grows and is shortened meanwhile is sound all the time', async () => {
  let isOver = false;
  const growing = async () => {
    const sealLines = createSealer(opened.store);
    for (let round = 0; round < 30; round++) {
      const times = Array.from({ length: 50 }, (_, at) => NOW - (1500 - round * 50 - at) * DAY_MS);
      await insertLines(
        opened.store.db,
        times.map((time) => commandEntry(time, 'accounts add', { target: 7 })),
      );
      await sealLines();
      if (round === 19) await dropOldLines(opened.store, times[0]!);
    }
    isOver = true;
  };
  const verifying = async () => {
    while (!isOver) expect(await problems()).toEqual([]);
  };
  await Promise.all([growing(), verifying()]);
  expect(await verifyAudit(opened.store)).toMatchObject({ lines: 551, first: 951, last: 1501, problems: [] });
});

test('a chain that begins while it is looked at is sound', async () => {
  const { auditEnd, ...rest } = opened.store;
  let reads = 0;
  const store = {
    ...rest,
    auditEnd: {
      ...auditEnd,
      async read() {
        const kept = await auditEnd.read();
        if (reads++ === 0) await seal(3);
        return kept;
      },
    },
  };
  expect(await verifyAudit(store)).toMatchObject({ lines: 3, problems: [] });
});

if (ARE_PLACES_SHARED) {
  test('two processes that seal at once make one chain', async () => {
    const beside = await openPlaces(places.places, systemClock, () => {});
    const sealers = [opened, beside].map(({ store }) => createSealer(store));
    for (let round = 0; round < 10; round++) {
      await insertLines(opened.store.db, [commandEntry(NOW, 'accounts add', { target: round })]);
      await Promise.all(sealers.map((sealLines) => sealLines()));
    }
    await beside.close();
    expect(await verifyAudit(opened.store)).toMatchObject({ lines: 10, last: 10, waiting: 0, problems: [] });
  });
}
