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

// The parts are a woman, a joiner and a staff: two cells as one sign, three where a terminal knows no joined ones.
test('a joined emoji does not break its row in a terminal that draws its parts', async () => {
  const joined = '\u{1f469}\u200d\u2695\ufe0f Ana';
  const rows = [['7', joined, 'a.very.long.address@clinic.example.org']];
  const [, row = ''] = (await createTable(COLUMNS, 40, (text) => text).draw(rows)).trimEnd().split('\n');
  const drawnApart = [...row].reduce((sum, sign) => sum + stringWidth(sign), 0);
  expect(drawnApart).toBeGreaterThan(stringWidth(row));
  expect(drawnApart).toBeLessThanOrEqual(40);
});
