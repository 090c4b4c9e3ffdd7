import { expect, test } from 'vitest';
import { csvRow } from '../../../src/cli/output/csv.ts';

test.each([
  [['7', 'Ana'], '7,Ana\r\n'],
  [['a,b', 'say "hi"'], '"a,b","say ""hi"""\r\n'],
  [['two\nlines'], '"two\nlines"\r\n'],
  [['two\r\nlines'], '"two\nlines"\r\n'],
  [[''], '\r\n'],
])('%j is one RFC 4180 record', (cells, record) => {
  expect(csvRow(cells)).toBe(record);
});

test.each(['=1+1', '+351 1', '-5', '@SUM(A1)', '\t=1', '\r=1', '＝1', '＠x'])('%j is no formula any more', (cell) => {
  expect(csvRow([cell])).toMatch(/^"?'/);
});

test('a control sequence does not reach a terminal', () => {
  expect(csvRow(['\u001b[2J'])).toBe('\\u001b[2J\r\n');
});
