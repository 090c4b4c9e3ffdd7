import { rmSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { CheckedRow } from '../../../src/core/import/checked-row.ts';
import { createSpool } from '../../../src/core/import/spool.ts';
import { failureOf } from '../../http/quick.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const rowOf = (number: number) =>
  ({ number, name: `n${number}`, problems: [], hash: `ä${number}`.repeat(100) }) as unknown as CheckedRow;

test.each([0, 1, 1000])(
  '%d rows come back as they went in, with what was found since, from a private file',
  async (count) => {
    const path = `${tempFolder()}/rows.ndjson`;
    const spool = createSpool(path);
    const rows = Array.from({ length: count }, (_, at) => rowOf(at));
    const listed = [];
    for (const row of rows) listed.push(await spool.write(row));
    await spool.end();
    listed[0]?.problems.push('is bad');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const back = [];
    for await (const row of spool.rows()) back.push(row);
    expect(back).toEqual(rows.map((row) => (row.number === 0 ? { ...row, problems: ['is bad'] } : row)));
    await spool.close();
  },
);

test('rows come back, also twice, when the folder of the spool was removed meanwhile', async () => {
  const folder = tempFolder();
  const spool = createSpool(`${folder}/rows.ndjson`);
  for (const number of [1, 2]) await spool.write(rowOf(number));
  await spool.end();
  rmSync(folder, { recursive: true });
  for (const _ of [1, 2]) {
    const numbers = [];
    for await (const { number } of spool.rows()) numbers.push(number);
    expect(numbers).toEqual([1, 2]);
  }
  await spool.close();
});

test('a spool that cannot be written says so', async () => {
  const spool = createSpool(`${tempFolder()}/not-there/rows.ndjson`);
  const writing = async () => {
    for (let number = 0; number < 1000; number += 1) await spool.write(rowOf(number));
  };
  expect(await failureOf(writing())).toMatchObject({ code: 'storage' });
  expect(await failureOf(spool.end())).toMatchObject({ code: 'storage' });
});
