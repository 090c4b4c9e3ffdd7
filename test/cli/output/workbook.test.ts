import readWorkbook from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { workbookOf } from '../../../src/cli/output/workbook.ts';

const COLUMNS = [
  { name: 'id', kind: 'number' },
  { name: 'name', kind: 'text' },
  { name: 'updated_at', kind: 'time' },
] as const;

async function written(...rows: string[][]) {
  const bytes = await workbookOf(COLUMNS, rows);
  const [sheet] = await readWorkbook(Buffer.from(bytes), { trim: false });
  return sheet!.data;
}

test('numbers are numbers, times are the hands of this place’s clock, and what is neither is its text', async () => {
  const here = new Date(2026, 10, 23, 10, 30, 5);
  const [head, ...rows] = await written(
    ['41', 'Ana Sample', here.toISOString()],
    ['9007199254740993', ' Bea\r\nSample ', 'yesterday'],
    ['', '', ''],
    ['0.5', '0012', ''],
  );
  expect(head).toEqual(['id', 'name', 'updated_at']);
  expect(rows).toEqual([
    [41, 'Ana Sample', new Date(Date.UTC(2026, 10, 23, 10, 30, 5))],
    ['9007199254740993', ' Bea\nSample ', 'yesterday'],
    [null, null, null],
    [0.5, '0012', null],
  ]);
});

test('every text stays a text: formulas, escapes of characters, letters beyond the first 65,536', async () => {
  const texts = ['=1+1', '+351 21', '@x', '-1', '_x0041_', '<b>&amp;', '𠮷田 😀', 'TRUE'];
  const [, ...rows] = await written(...texts.map((text) => ['', text, '']));
  expect(rows.map(([, text]) => text)).toEqual(texts);
});

test('a control character is shown by its number', async () => {
  expect((await written(['', 'a\u0007b', '']))[1]).toEqual([null, 'a\\u0007b', null]);
});

test('what Excel cannot hold is refused', async () => {
  await expect(workbookOf(COLUMNS, [['', 'x'.repeat(32_768), '']])).rejects.toMatchObject({
    code: 'usage',
    message: expect.stringContaining('32768 characters in name'),
  });
});
