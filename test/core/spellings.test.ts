import { expect, test } from 'vitest';
import { hasSpellings, spellingsOf } from '../../src/core/spellings.ts';
import { candidatesFor, hasCityLike, hasNameLike, onlyOne } from '../../src/core/whom.ts';
import { seededRandom } from '../chaos/scale.ts';

test.each([
  ['Müller', ['muller', 'mueller']],
  ['Mu\u0308ller', ['muller', 'mueller']],
  ['Mueller', ['mueller']],
  ['GROẞ', ['gross']],
  ['Ångström', ['angstrom', 'angstroem', 'aangstrom', 'aangstroem']],
  ['Kjær', ['kjaer']],
  ['öööööö', ['oooooo', 'oeoeoeoeoeoe']],
])('%s is also spelled %j', (word, spellings) => {
  expect(spellingsOf(word)).toEqual(spellings);
});

test.each([
  ['Müller', true],
  ['MUELLER', true],
  ['Åse', true],
  ['aase', true],
  ['Groß', false],
  ['Maria', false],
])('that %s has other spellings: %s', (word, has) => {
  expect(hasSpellings(word)).toBe(has);
});

type Everybody = Parameters<typeof candidatesFor>[0];
const people = (...names: string[]) => names.map((name, at) => ({ id: at + 1, name })) as unknown as Everybody;
const found = (everybody: Everybody, typed: string) => candidatesFor(everybody, { by: 'name', typed });
const only = (everybody: Everybody, typed: string) => onlyOne(found(everybody, typed), { by: 'name', typed });

test.each([
  ['Jürgen Müller', 'mueller jürgen'],
  ['Jürgen Müller', 'JUERGEN MULLER'],
  ['Juergen Mueller', 'müller, jürgen'],
  ['Åse Bjørnstad', 'aase bjoernstad'],
  ['Aase Bjoernstad', 'Åse Bjørnstad'],
  ['Ola Ångström', 'ola angstroem'],
  ['Anna Groß', 'anna gross'],
  ['Anna Gross', 'Anna Groß'],
  ['Söderström', 'soederstroem'],
])('%s is the whole name that %s means', (name, typed) => {
  expect(only(people('Ana Silva', name), typed)).toMatchObject({ id: '2', isWhole: true });
});

test.each([
  ['Anna Muller', 'mueller'],
  ['Anna Mueller', 'muller'],
  ['Jürgen Müller', 'ell'],
  ['Manul', 'manuel'],
])('%s is not found by %s', (name, typed) => {
  expect(found(people(name), typed)).toEqual([]);
});

test('a name as it was typed goes before one that is spelled in another way', () => {
  const both = people('Anna Müller', 'Anna Mueller');
  expect(only(both, 'anna mueller')).toMatchObject({ id: '2', isWhole: true, isSpelled: false });
  expect(only(both, 'anna müller')).toMatchObject({ id: '1', isWhole: true, isSpelled: false });
  // Who looks for them is shown both.
  expect(found(both, 'mueller').map(({ id }) => id)).toEqual(['2', '1']);
  expect(both.map(hasNameLike('mueller anna'))).toEqual([true, true]);
  const part = people('Anna Müller', 'Anna Mueller-Schmidt');
  expect(only(part, 'anna mueller')).toMatchObject({ id: '2', isWhole: false });
});

test('a name in another spelling is the one only where nobody else was found in either way', () => {
  expect(only(people('Anna Müller', 'Anna Müller-Schmidt'), 'anna mueller')).toBeUndefined();
  const inTown = [
    { id: 1, name: 'Anna Koelner' },
    { id: 2, name: 'Anna Berg', city: 'Kölner Hof' },
  ] as unknown as Everybody;
  expect(only(inTown, 'anna kölner')).toMatchObject({ id: '2', isWhole: false });
});

test('a city is found by both spellings, too', () => {
  const [koeln] = [{ id: 1, name: 'Anna Berg', city: 'Köln' }] as unknown as Everybody;
  expect(hasCityLike('koeln')(koeln!)).toBe(true);
  expect(only([koeln!], 'anna koeln')).toMatchObject({ id: '1', isWhole: false });
});

test('of 500 names in all spellings none is taken for certain beside another that may be meant', () => {
  const random = seededRandom('spellings');
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  // Each row is one name in its spellings; its letter is what the service could have.
  const first = [
    ['Jürgen', 'Juergen', 'Jurgen'],
    ['Åse', 'Aase', 'Ase'],
    ['Søren', 'Soeren', 'Soren'],
    ['Anna'],
    ['Joel', 'Jöl'],
  ];
  const family = [
    ['Müller', 'Mueller', 'Muller'],
    ['Groß', 'Gross'],
    ['Kjær', 'Kjaer'],
    ['Bauer', 'Baür'],
    ['Silva'],
    ['Jäger', 'Jaeger', 'Jager'],
  ];
  const written = () =>
    `${pick([pick(pick(first)), `${pick(pick(first))} ${pick(pick(first))}`])} ${pick(pick(family))}`;
  const everybody = people(...Array.from({ length: 500 }, written));
  const plain = (name: unknown) =>
    String(name)
      .toLowerCase()
      .normalize('NFD')
      .replaceAll(/[\u0300-\u036f]/g, '')
      .replaceAll('ø', 'o')
      .replaceAll('ß', 'ss')
      .replaceAll('æ', 'ae');
  const loose = (name: unknown) =>
    plain(name)
      .replaceAll(/([aou])e/g, '$1')
      .replaceAll('aa', 'a');
  const key = (text: string) => text.split(' ').toSorted().join(' ');
  let [certain, open] = [0, 0];
  for (let trial = 0; trial < 100; trial += 1) {
    const typed = written();
    const one = only(everybody, typed);
    const exact = everybody.filter((person) => key(plain(person?.name)) === key(plain(typed)));
    const like = everybody.filter((person) => key(loose(person?.name)) === key(loose(typed)));
    if (one?.isWhole !== true) {
      // Who is the only one with a whole name is always found.
      expect({ typed, exact: exact.length }).not.toEqual({ typed, exact: 1 });
      open += 1;
      continue;
    }
    certain += 1;
    expect({ typed, isLike: like.includes(one.patient) }).toEqual({ typed, isLike: true });
    if (exact.length > 0) expect({ typed, exact }).toEqual({ typed, exact: [one.patient] });
    else expect({ typed, others: found(everybody, typed).length }).toEqual({ typed, others: 1 });
  }
  expect(Math.min(certain, open)).toBeGreaterThan(10);
});
