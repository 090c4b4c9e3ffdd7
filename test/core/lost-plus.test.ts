import { expect, test } from 'vitest';
import { chooseColumns, readCells, recogniseColumns } from '../../src/core/import/columns.ts';
import { lostPlusesIn } from '../../src/core/import/lost-plus.ts';
import { withLostPlus } from '../../src/core/phone-of-country.ts';

test.each([
  ['351210000000', ''],
  ['351 210 000 000', 'Portugal'],
  ['4915115550102', 'DE'],
  ['34912000203', 'Espanha'],
  ['12025550101', 'US'],
])('%s of a row with the country "%s" has lost its plus', (phone, country) => {
  expect(withLostPlus(phone, country)).toBe(`+${phone}`);
});

test.each([
  // Nine digits are a number within Portugal.
  ['210000000', 'PT'],
  // A mobile phone of Brazil has as many digits as one of Spain with its code.
  ['34912000203', ''],
  ['34912000203', 'BR'],
  ['4915115550102', ''],
  ['351210000000', 'DE'],
  ['351210000000', 'nowhere'],
  ['+351210000000', 'PT'],
  ['00351210000000', 'PT'],
  ['351010000000', 'PT'],
  ['0351210000000', ''],
  ['', ''],
])('of %j with the country %j it is not certain', (phone, country) => {
  expect(withLostPlus(phone, country)).toBeUndefined();
});

const TITLES = ['Nome', 'Tel.', 'País'];
const ROWS = [
  ['Ana', '351210000000', ''],
  ['Bea', '34912000203', 'ES'],
  ['Cara', '912000203', 'PT'],
];

test('a column is told once, with how many numbers have lost it, and gets it back where a map says so', () => {
  const plain = chooseColumns(TITLES, new Map([['tel', 'phone']]));
  expect(lostPlusesIn(plain, ROWS)).toEqual({ title: 'Tel.', count: 2, example: '351210000000' });
  const mended = chooseColumns(TITLES, new Map([['tel', 'phone_with_plus']]));
  expect(lostPlusesIn(mended, ROWS)).toBeUndefined();
  expect(ROWS.map((cells) => readCells(cells, mended).values.get('phone'))).toEqual([
    '+351210000000',
    '+34912000203',
    '912000203',
  ]);
  // The row is known by what its list has, so that an earlier import of it is found.
  expect(readCells(ROWS[0]!, mended).written?.get('phone')).toBe('351210000000');
  expect(lostPlusesIn(recogniseColumns(['name']), [['Ana']])).toBeUndefined();
});
