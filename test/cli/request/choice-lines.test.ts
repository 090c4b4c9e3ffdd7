import { expect, test } from 'vitest';
import { roughTextWidth } from '../../../src/cli/io/text-width.ts';
import { PLAIN_THEME } from '../../../src/cli/io/theme.ts';
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
const linesOf = async (width: number, ...patients: ReturnType<typeof offered>[]) =>
  (await choiceLines(patients, { width, theme: PLAIN_THEME, now: NOW })).map(({ drawn }) => drawn);

const READY_AND_GOING = [model('Face', 'has_3d', true), model('Body', 'processing')];
const FAILED = [model('Face', 'failed'), model('Mammo', 'has_3d')];

test('of namesakes with several models the state of each was cut off', async () => {
  const contact = { phone: '+351 21 000 0040', email: 'a.very.long.address.of.somebody@example.org' };
  const patients = [
    offered(40, 'Maria Silva', READY_AND_GOING, contact),
    offered(7, 'Maria Silva', FAILED, { email: contact.email }),
  ];
  expect(await linesOf(57, ...patients)).toEqual([
    '40  Maria Silva  body generating, face ready  …000 0040',
    ' 7  Maria Silva  face failed, breast ready    a.very.lo…',
  ]);
  expect(await linesOf(117, ...patients)).toEqual([
    '40  Maria Silva  body generating, face ready and accepted  +351 21 000 0040                           Porto, Portugal',
    ' 7  Maria Silva  face failed, breast ready                 a.very.long.address.of.somebody@example.…  Porto, Portugal',
  ]);
});

test('the name of a namesake lost letters to a town and to the end of an address', async () => {
  const city = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch';
  const more = { city, country_iso: 'GB', email: 'a.very.long.address.of.somebody.15@example.org' };
  const patients = [24, 14].map((id) => offered(id, 'Nguyễn Thị Ánh', [model('Face', 'failed')], more));
  expect((await linesOf(117, ...patients))[0]).toBe(
    `24  Nguyễn Thị Ánh  face failed  ${more.email}  Llanfairpwllgwyngyllgog…`,
  );
  expect((await linesOf(57, ...patients))[0]).toBe('24  Nguyễn Thị Ánh  face failed  a.very.long.address.of.…');
});

test('the name of a namesake lost letters to a town that alone tells them apart, and to the last cells of a number', async () => {
  const going = [model('Face', 'processing')];
  const towns = await linesOf(58, ...[31, 15].map((id) => offered(id, 'O’Neill-Peña, José María', going)));
  expect(towns[0]).toBe('31  O’Neill-Peña, José María  face generating for 2 min');
  const namesakes = [40, 24].map((id) =>
    offered(id, 'Nguyễn Thị Ánh', READY_AND_GOING, { phone: `+351 21 000 00${id}` }),
  );
  const lines = await linesOf(57, ...namesakes);
  expect(lines[0]).toBe('40  Nguyễn Thị Á…  body generating, face ready  …000 0040');
});

test('the name of a namesake was cut down to its joined emoji', async () => {
  const more = { phone: '+351 21 000 0026' };
  const patients = [26, 10].map((id) => offered(id, '👨‍👩‍👧‍👦 Family Sample', READY_AND_GOING, more));
  expect((await linesOf(57, ...patients))[0]).toBe('26  👨‍👩‍👧‍👦 Family Sample  body generating, face ready');
});

test('of a patient without photos nothing stood there', async () => {
  expect(await linesOf(57, offered(4, 'Ana Faria', []))).toEqual(['4  Ana Faria  no photos  Porto, Portugal']);
});

test('a long name was cut beside room for it', async () => {
  const name = 'Anne-Marie Wolfeschlegelsteinhausenbergerdorff Montgomery of the Long Hill';
  const [line = ''] = await linesOf(117, offered(4, name, [model('Face', 'failed')], { email: 'ana@example.org' }));
  expect(line).toMatch(
    /^4 {2}Anne-Marie Wolfeschlegelsteinhausenbergerdorff Montgomery of the L.*… {2}face failed {2}ana@/,
  );
});

test.each([40, 57, 77])(
  'in %i cells no line is wider, and how the models are stays whole from 57 on',
  async (width) => {
    const names = ['Anne-Marie Wolfeschlegelsteinhausenbergerdorff', '山田 花子', 'محمد عبد الرحمن', 'Maria Silva'];
    const patients = [1, 2].flatMap((round) =>
      names.map((name, at) =>
        offered(round * 100 + at, name, at % 2 === 0 ? FAILED : [], { email: 'ana.faria@example.org' }),
      ),
    );
    for (const [at, line] of (await linesOf(width, ...patients)).entries()) {
      expect(roughTextWidth(line)).toBeLessThanOrEqual(width);
      if (width >= 57) expect(line).toMatch(at % 2 === 0 ? / {2}face failed, breast ready( |$)/ : / {2}no photos( |$)/);
    }
  },
);

test('a choice had no columns: each line told other things in another order, in one colour', async () => {
  const theme = { ...PLAIN_THEME, good: (text: string) => `<${text}>`, bad: (text: string) => `[${text}]` };
  const patients = [
    offered(40, 'Maria Silva', [model('Face', 'has_3d')], { phone: '+351 21 000 0040' }),
    offered(7, 'Bo Li', FAILED, { email: 'bo.li@example.org', city: null }),
    offered(5, '山田 花子', [], {}),
  ];
  const lines = (await choiceLines(patients, { width: 97, theme, now: NOW })).map(({ drawn }) => drawn);
  expect(lines).toEqual([
    '40  Maria Silva  <face ready>                 +351 21 000 0040   Porto, Portugal',
    ' 7  Bo Li        [face failed, ]<breast ready>  bo.li@example.org  Portugal',
    ' 5  山田 花子    no photos                  –                  Porto, Portugal',
  ]);
});
