import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { createTable } from '../../../src/cli/io/table.ts';

const COLUMNS = [
  { title: 'ID', leastWidth: Infinity },
  { title: 'NAME', leastWidth: 6 },
  { title: 'E-MAIL', leastWidth: 6 },
];
const ROWS = [
  ['7', 'Ana Sample', 'ana@example.org'],
  ['12345', '李小龙李小龙李小龙李小龙', 'a.very.long.address@clinic.example.org'],
];

test('columns are aligned under their titles, and the id is whole', async () => {
  const lines = (await createTable(COLUMNS, 80, (text) => text).draw(ROWS)).trimEnd().split('\n');
  expect(lines[0]).toMatch(/^ID {5}NAME +E-MAIL$/);
  expect(lines[1]).toMatch(/^7 {6}Ana Sample +ana@example.org$/);
});

test.each([30, 44, 60])('no line is wider than a terminal of %i cells', async (width) => {
  const text = await createTable(COLUMNS, width, (title) => title).draw(ROWS);
  for (const line of text.trimEnd().split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(width);
  expect(text).toContain('…');
});

test('a second page has no titles and the same columns', async () => {
  const table = createTable(COLUMNS, 80, (text) => text);
  const first = await table.draw(ROWS);
  const second = await table.draw([['8', 'Bo', 'bo@example.org']]);
  expect(second.split('\n')).toHaveLength(2);
  expect(second.indexOf('Bo')).toBe(first.split('\n')[1]!.indexOf('Ana'));
});

const drawnApart = (line: string) => [...line].reduce((sum, sign) => sum + stringWidth(sign), 0);

// The parts are a woman, a joiner and a staff: two cells as one sign, three where a terminal knows no joined ones.
test('a joined emoji does not break its row in a terminal that draws its parts', async () => {
  const joined = '\u{1f469}\u200d\u2695\ufe0f Ana';
  const rows = [['7', joined, 'a.very.long.address@clinic.example.org']];
  const [, row = ''] = (await createTable(COLUMNS, 40, (text) => text).draw(rows)).trimEnd().split('\n');
  expect(drawnApart(row)).toBeGreaterThan(stringWidth(row));
  expect(drawnApart(row)).toBeLessThanOrEqual(40);
});

const FAMILY = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}\u200d\u{1f466} Family';

test('one joined emoji kept the last cells of all rows empty', async () => {
  const columns = [
    { title: 'NAME', leastWidth: 6 },
    { title: 'CITY', leastWidth: 10 },
  ];
  const city = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch';
  const rows = [
    [FAMILY, 'Porto'],
    ['Anne-Marie Wolfeschlegelstein', city],
    [FAMILY, city],
  ];
  const [, first = '', second = '', third = ''] = (await createTable(columns, 40, (text) => text).draw(rows)).split(
    '\n',
  );
  expect(first).toMatch(/Porto$/);
  expect(stringWidth(second)).toBe(40);
  expect(drawnApart(third)).toBe(40);
  expect(third).toMatch(/Llan\S*…$/);
});

test('beside a joined emoji a state is not cut for a name', async () => {
  const columns = [
    { title: 'NAME', leastWidth: 6 },
    { title: 'STATE', leastWidth: 24, isTold: true },
  ];
  const state = { text: 'face failed, mammo ready', shorter: ['face failed, mammo ready'] };
  const rows = [
    ['Anne-Marie Wolfeschlegelstein', 'no photos'],
    [FAMILY, state],
  ];
  const text = await createTable(columns, 40, (title) => title).draw(rows);
  for (const line of text.trimEnd().split('\n')) expect(drawnApart(line)).toBeLessThanOrEqual(40);
  expect(text).toContain(state.text);
});

test('beside a joined emoji a state lost words that all other rows had', async () => {
  const columns = [
    { title: 'NAME', leastWidth: 12 },
    { title: 'STATE', leastWidth: 24, decidingWidth: 24, isTold: true },
  ];
  const state = { text: 'face ready and accepted', shorter: ['face ready'] };
  const rows = [
    ['Anne-Marie Wo', state],
    [FAMILY, state],
  ];
  const lines = (await createTable(columns, 38, (title) => title).draw(rows)).trimEnd().split('\n');
  expect(lines.slice(1)).toEqual([
    'Anne-Marie Wo  face ready and accepted',
    '\u{1f468}… Family     face ready and accepted',
  ]);
});
