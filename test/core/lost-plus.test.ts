import { expect, test } from 'vitest';
import { chooseColumns, readCells, recogniseColumns } from '../../src/core/import/columns.ts';
import { lostPlusesIn } from '../../src/core/import/lost-plus.ts';
import { withLostPlus, withPlusOfColumn } from '../../src/core/phone-of-country.ts';

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

test.each([
  ['351910000101', ''],
  ['4915115550102', ''],
  ['4930123456', ''],
  ['447911123456', ''],
  ['33612345678', ''],
  ['34612345678', 'PT'],
  ['5511912345678', ''],
  ['12025550123', 'nowhere'],
  ['390612345678', ''],
  ['48 600 555 010', ''],
  ['971501234567', ''],
])('%s of a column that lost its pluses gets it back, in a row with the country "%s"', (phone, country) => {
  expect(withPlusOfColumn(phone, country)).toEqual({ whole: `+${phone}`, isDoubtful: false });
});

test.each([
  // Numbers as they are dialled within the country.
  ['0612345678', '', false],
  ['004930123456', '', false],
  ['+4930123456', '', false],
  ['912000203', 'PT', false],
  ['see remarks', '', false],
  // No country has a code and so many digits behind it, or it is a number of the row's own country as well.
  ['912000203', '', true],
  ['999123456789', '', true],
  ['3361234567', '', true],
  ['34912000203', 'BR', true],
  ['612345678', 'FR', true],
])('%s of such a column, with the country "%s", is left as it is; doubtful: %s', (phone, country, isDoubtful) => {
  expect(withPlusOfColumn(phone, country)).toEqual({ isDoubtful });
});

test('a number that may have no country code is named with its row', () => {
  const mended = chooseColumns(TITLES, new Map([['tel', 'phone_with_plus']]));
  expect(readCells(['Ana', '912000203', ''], mended).warnings).toEqual([
    'phone "912000203" may have no country code; it is sent without a plus',
  ]);
  expect(readCells(['Ana', '33612345678', ''], mended).warnings).toBeUndefined();
});
