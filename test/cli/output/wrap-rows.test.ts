import { expect, test } from 'vitest';
import { columnsForWords, wrapRows } from '../../../src/cli/output/wrap-rows.ts';

test('rows that fit stay as they are', async () => {
  expect(await wrapRows(['A', 'B'], [['one', 'two words']], 80)).toEqual([['one', 'two words']]);
});

test('what a column cannot hold goes on below, between words, and nothing is cut', async () => {
  const rows = await wrapRows(['STATE', 'FOUND'], [['ok', 'this machine and the service have the same time']], 30);
  expect(rows).toEqual([
    ['ok', 'this machine and the'],
    ['', 'service have the same'],
    ['', 'time'],
  ]);
});

test('a word that no column can hold is broken, and each row keeps within the width', async () => {
  const path = '/srv/recon/data/a-folder-with-a-long-name/audit-end';
  const rows = await wrapRows(['STATE', 'FOUND'], [['ok', path]], 30);
  expect(rows.map(([, found]) => found).join('')).toBe(path);
  expect(rows[0]).toEqual(['ok', '/srv/recon/data/']);
  expect(Math.max(...rows.map(([, found]) => found!.length))).toBeLessThanOrEqual(30 - 'STATE'.length - 2);
});

test('a row whose cells have different heights is one block', async () => {
  const rows = await wrapRows(['TOKEN', 'DONE'], [['front desk of the clinic', 'no']], 16);
  expect(rows.map(([, done]) => done)).toEqual(['no', '', '']);
  expect(rows.map(([token]) => token).join(' ')).toBe('front desk of the clinic');
});

test('spare columns go one after the other until every word has room, and others never', async () => {
  const titles = ['ID', 'NAME', 'STATE', 'USED'];
  const rows = [['1', 'front-desk', 'main disabled', '2026-01-02 03:04']];
  const left = (width: number) => columnsForWords(titles, rows, { width, spare: [0, 3] });
  expect(await left(2 + 10 + 8 + 10 + 6)).toEqual([0, 1, 2, 3]);
  expect(await left(35)).toEqual([1, 2, 3]);
  expect(await left(30)).toEqual([1, 2]);
  expect(await left(5)).toEqual([1, 2]);
});

test('a short cell was broken over four lines while a column that says less stayed', async () => {
  const titles = ['TIME', 'TOKEN', 'IP', 'OUTCOME'];
  const rows = [['2026-01-02', 'the laptop of Maria', '127.0.0.1', 'refused: not possible now']];
  const left = (width: number) => columnsForWords(titles, rows, { width, spare: [2, 1] });
  expect(await left(47)).toEqual([0, 1, 2, 3]);
  const kept = await left(45);
  expect(kept).toEqual([0, 1, 3]);
  const at = (columns: readonly number[]) => [titles, ...rows].map((row) => columns.map((one) => row[one]!));
  const [heads = [], ...cells] = at(kept);
  expect(await wrapRows(heads, cells, 40)).toEqual([
    ['2026-01-02', 'the laptop of', 'refused: not'],
    ['', 'Maria', 'possible now'],
  ]);
});
