import { expect, test } from 'vitest';
import { roughTextWidth } from '../../../src/cli/io/text-width.ts';
import { choiceLines } from '../../../src/cli/request/choice-lines.ts';

const NOW = Date.parse('2026-01-10T12:00:00Z');
const model = (type: string, status: string, accepted = false) => ({
  ...{ type: `${type}Reconstruction`, status, accepted },
  updated_at: new Date(NOW - 130_000).toISOString(),
});
const offered = (id: number, name: string, reconstructions: unknown[], more: object = {}) => ({
  id: String(id),
  patient: { id, name, reconstructions, city: 'Porto', country_iso: 'PT', ...more },
});
const linesOf = (width: number, ...patients: ReturnType<typeof offered>[]) =>
  choiceLines(patients, { width, now: NOW }).map(({ line }) => line);

const READY_AND_GOING = [model('Face', 'has_3d', true), model('Body', 'processing')];
const FAILED = [model('Face', 'failed'), model('Mammo', 'has_3d')];

test('of namesakes with several models the state of each was cut off', () => {
  const contact = { phone: '+351 21 000 0040', email: 'a.very.long.address.of.somebody@example.org' };
  const patients = [
    offered(40, 'Maria Silva', READY_AND_GOING, contact),
    offered(7, 'Maria Silva', FAILED, { email: contact.email }),
  ];
  expect(linesOf(57, ...patients)).toEqual([
    '40  Maria Silva  …1 000 0040  body generating, face ready',
    ' 7  Maria Silva  a.very.long.…  face failed, breast ready',
  ]);
  expect(linesOf(117, ...patients)).toEqual([
    '40  Maria Silva  Porto, Portugal  +351 21 000 0040  body generating, face ready and accepted',
    ' 7  Maria Silva  Porto, Portugal  a.very.long.address.of.somebody@example.org  face failed, breast ready',
  ]);
});

test('the name of a namesake lost letters to a town and to the end of an address', () => {
  const city = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch';
  const more = { city, country_iso: 'GB', email: 'a.very.long.address.of.somebody.15@example.org' };
  const patients = [24, 14].map((id) => offered(id, 'Nguyễn Thị Ánh', [model('Face', 'failed')], more));
  expect(linesOf(117, ...patients)[0]).toBe(`24  Nguyễn Thị Ánh  Llanfairpwllg…  ${more.email}  face failed`);
  expect(linesOf(57, ...patients)[0]).toBe('24  Nguyễn Thị Ánh  a.very.long.address.of.…  face failed');
});

test('the name of a namesake lost letters to a town that alone tells them apart, and to the last cells of a number', () => {
  const going = [model('Face', 'processing')];
  const towns = linesOf(58, ...[31, 15].map((id) => offered(id, 'O’Neill-Peña, José María', going)));
  expect(towns[0]).toBe('31  O’Neill-Peña, José…  Porto…  face generating for 2 min');
  const more = { phone: '+351 21 000 0040' };
  const lines = linesOf(57, ...[40, 24].map((id) => offered(id, 'Nguyễn Thị Ánh', READY_AND_GOING, more)));
  expect(lines[0]).toBe('40  Nguyễn Thị Ánh  …00 0040  body generating, face ready');
});

test('the name of a namesake was cut down to its joined emoji', () => {
  const more = { phone: '+351 21 000 0026' };
  const patients = [26, 10].map((id) => offered(id, '👨‍👩‍👧‍👦 Family Sample', READY_AND_GOING, more));
  expect(linesOf(57, ...patients)[0]).toBe('26  👨‍👩‍👧‍👦 Family Samp…  body generating, face ready');
});

test('of a patient without photos nothing stood there', () => {
  expect(linesOf(57, offered(4, 'Ana Faria', []))).toEqual(['4  Ana Faria  Porto, Portugal  no photos']);
});

test('a long name was cut beside room for it', () => {
  const name = 'Anne-Marie Wolfeschlegelsteinhausenbergerdorff Montgomery of the Long Hill';
  const [line = ''] = linesOf(117, offered(4, name, [model('Face', 'failed')], { email: 'ana@example.org' }));
  expect(roughTextWidth(line)).toBe(117);
  expect(line).toContain('…  Porto, Portugal  ana@example.org  face failed');
});

test.each([30, 40, 57, 77])('in %i cells no line is wider, and how the models are stays whole from 57 on', (width) => {
  const names = ['Anne-Marie Wolfeschlegelsteinhausenbergerdorff', '山田 花子', 'محمد عبد الرحمن', 'Maria Silva'];
  const patients = [1, 2].flatMap((round) =>
    names.map((name, at) =>
      offered(round * 100 + at, name, at % 2 === 0 ? FAILED : [], { email: 'ana.faria@example.org' }),
    ),
  );
  for (const [at, line] of linesOf(width, ...patients).entries()) {
    expect(roughTextWidth(line)).toBeLessThanOrEqual(width);
    if (width >= 57) expect(line).toMatch(at % 2 === 0 ? /face failed, breast ready$/ : /no photos$/);
  }
});
