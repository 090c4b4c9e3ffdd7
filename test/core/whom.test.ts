import { expect, test } from 'vitest';
import type { PatientsAnswer } from '../../src/contract/answers.ts';
import type { Reply } from '../../src/core/answer.ts';
import { candidatesFor, nearestNames, onlyOne, readEverybody, readWhom, type Whom } from '../../src/core/whom.ts';

test.each([
  ['7', { by: 'id', id: '7' }],
  ['last', { by: 'last' }],
  ['Last', { by: 'name', typed: 'Last' }],
  [' silva, maria ', { by: 'name', typed: 'silva, maria' }],
  ['maria@x.example', { by: 'email', typed: 'maria@x.example' }],
  ['+351210000000', { by: 'phone', typed: '+351210000000' }],
  ['021-000-0000', { by: 'phone', typed: '021-000-0000' }],
  ['00351912000203', { by: 'phone', typed: '00351912000203' }],
  ['0701741615', { by: 'phone', typed: '0701741615' }],
  ['021', { by: 'phone', typed: '021' }],
  ['(21) 000 0000', { by: 'phone', typed: '(21) 000 0000' }],
  ['山田', { by: 'name', typed: '山田' }],
])('%s is read as %o', (text, whom) => {
  expect(readWhom(text)).toEqual(whom);
});

test.each(['', ' ', '..', '-', '1.5', '7,9', ' 7 ', '７', '+', '9007199254740993'])('%j is refused', (text) => {
  expect(() => readWhom(text)).toThrow(expect.objectContaining({ code: 'usage' }));
});

const PEOPLE = [
  { id: 1, name: 'Maria Silva', email: 'maria@x.example', phone: '+351 21 000 0001' },
  { id: 2, name: 'MÁRIA  da Silva', email: 'Maria.Silva@x.example', phone: '210000001' },
  { id: 3, name: 'João Núñez-O’Brien', phone: '00351 21 000 0003' },
  { id: 4, name: 'Łukasz Groß', phone: '12' },
  { id: 5, name: 'राम' },
  { id: 6, name: 'Susana Ana' },
  { id: 7, name: null },
  { id: 8, name: '山田花子' },
];
const everybody = PEOPLE as unknown as Parameters<typeof candidatesFor>[0];
const searched = (text: string) => readWhom(text) as Extract<Whom, { typed: string }>;

test.each([
  ['Maria Sliva', [1, 2]],
  ['maira silva', [1, 2]],
  ['Joao Nunes', [3]],
  ['lukazs', [4]],
  ['Susanna Ana', [6]],
  ['Mario Sliva Costa', []],
  ['Mori Selve', []],
  ['Peter', []],
  ['Mx', []],
])('nobody is called %s, and the nearest names are those of %j', (typed, ids) => {
  expect(nearestNames(everybody, typed).map((one) => Number(one?.id))).toEqual(ids);
});

const found = (text: string) => candidatesFor(everybody, searched(text));
const only = (text: string) => onlyOne(found(text), searched(text));

test.each([
  ['maria', ['1', '2']],
  ['silva, maria', ['1', '2']],
  ['nunez obrien joao', ['3']],
  ["o'brien", ['3']],
  ['LUKASZ gross', ['4']],
  ['ana', ['6']],
  ['花子', ['8']],
  ['रम', []],
  ['maria costa', []],
  ['MARIA@x.example', ['1']],
  ['x@x.example', []],
  ['+351 210 000 001', ['1', '2']],
  ['21-000-0001', ['2', '1']],
  ['+351 21 000 0003', ['3']],
  ['+99 9912', []],
  ['+44 210 000 001', ['2']],
])('%s may mean %j', (text, ids) => {
  expect(found(text).map(({ id }) => id)).toEqual(ids);
});

test.each([
  ['Silva, MARIA', '1', true],
  ['da silva maria', '2', true],
  ['maria', undefined, undefined],
  ['joao', '3', false],
  ['susana', '6', false],
  ['+351 21 000 0001', undefined, undefined],
  ['+351 21 000 0003', '3', true],
  ['maria.silva@x.example', '2', true],
])('%s means %s alone, to the last word: %s', (text, id, isWhole) => {
  expect(only(text)?.id).toBe(id);
  expect(only(text)?.isWhole).toBe(isWhole);
});

test('where nobody has such a name, words may be of the place; one must be of the name', () => {
  const people = [
    { id: 1, name: 'Zoë Åkerman', city: 'Malmö', state: 'Skåne', country_iso: 'SE' },
    { id: 2, name: 'Zoe Akerman', city: 'Lund', state: 'Skåne', country_iso: 'DE' },
    { id: 3, name: 'Malmo Akerman', city: 'Lund' },
  ] as unknown as Parameters<typeof candidatesFor>[0];
  const ids = (text: string) => candidatesFor(people, searched(text)).map(({ id, isWhole }) => [id, isWhole]);
  expect(ids('akerman, zoe, Malmö')).toEqual([['1', false]]);
  expect(ids('zoe skane')).toEqual([
    ['1', false],
    ['2', false],
  ]);
  expect(ids('malmo')).toEqual([['3', false]]);
  expect(ids('zoe sweden')).toEqual([['1', false]]);
  expect(ids('zoe de')).toEqual([['2', false]]);
  expect(ids('zoe akerman alemania lund')).toEqual([['2', false]]);
  expect(ids('sweden')).toEqual([]);
  expect(ids('lund')).toEqual([]);
});

test('a title before a name that the clinic has without one found nobody', () => {
  const found = (text: string) => candidatesFor(everybody, searched(text)).map(({ id, isWhole }) => [id, isWhole]);
  expect(found('Frau Susana Ana')).toEqual([['6', false]]);
  expect(found('Dr. Groß')).toEqual([['4', false]]);
  expect(found('Frau')).toEqual([]);
  expect(found('Susana Ana')).toEqual([['6', true]]);
});

test('a candidate without an id that can be read is no candidate, but a fault', () => {
  const odd = [{ id: 'x', name: 'Odd One' }] as unknown as typeof everybody;
  expect(() => candidatesFor(odd, searched('odd'))).toThrow(expect.objectContaining({ code: 'protocol' }));
});

/** A service that sorts anew between two pages, so that one patient is on none of them, `times` readings long. */
function shuffledList(times: number) {
  let readings = 0;
  async function* eachPage(): AsyncGenerator<Reply<PatientsAnswer>> {
    readings += 1;
    const second = readings <= times ? PEOPLE.slice(0, 4) : PEOPLE.slice(4);
    for (const patients of [PEOPLE.slice(0, 4), second]) {
      yield { text: '', body: { patients, meta: { total_entries: PEOPLE.length } } as unknown as PatientsAnswer };
    }
  }
  return { eachPage, readings: () => readings };
}

test('a list that lacks somebody whom the service counts is read again', async () => {
  const list = shuffledList(1);
  expect(await readEverybody(list)).toHaveLength(PEOPLE.length);
  expect(list.readings()).toBe(2);
});

test('one that lacks somebody each time proves nothing', async () => {
  await expect(readEverybody(shuffledList(9))).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('it counts 8 and listed 4'),
  });
});
