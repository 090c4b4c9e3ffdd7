import { expect, test } from 'vitest';
import { differencesOf } from '../../src/core/import/differences.ts';
import {
  agreesInAll,
  agreesInNameAndContact,
  isAlike,
  isSamePerson,
  naturalKeyOf,
} from '../../src/core/same-person.ts';

const there = { name: 'Öztürk, Ayşe', email: 'ayse@example.org', phone: '+49 30 5550101' };
const sent = { ...there, name: 'Ayşe Öztürk' };

test('a name with its surname first is the same person, and no difference', () => {
  for (const [one, other] of [
    [there, sent],
    [sent, there],
  ] as const) {
    expect(naturalKeyOf(one)).toBe(naturalKeyOf(other));
    expect([isSamePerson(one, other), agreesInAll(one, other), isAlike(one, other)]).toEqual([true, true, true]);
    expect(isSamePerson(one, { ...other, phone: '030 5550101' })).toBe(true);
    expect(differencesOf(one as never, { patient: other })).toEqual({ lacked: [], other: [] });
  }
});

test('another order without a comma, and a comma before no first name, are other names', () => {
  expect(isSamePerson(there, { ...sent, name: 'Öztürk Ayşe' })).toBe(false);
  expect(isSamePerson({ ...there, name: 'King, Jr.' }, { ...sent, name: 'Jr. King' })).toBe(false);
});

test('a title made another person of somebody with the same address', () => {
  const titled = { ...sent, name: 'Frau Dr. Öztürk, Ayşe' };
  for (const one of [titled, { ...titled, phone: '' }, { ...titled, email: 'other@example.org' }]) {
    expect([isAlike(there, one), agreesInNameAndContact(there, one)]).toEqual([true, true]);
    expect([isAlike(one, there), agreesInNameAndContact(one, there)]).toEqual([true, true]);
  }
  // A lost answer is looked for by what was sent: there a title counts.
  expect(isSamePerson(there, titled)).toBe(false);
  const son = { ...sent, name: 'Ayşe Öztürk, Jr.' };
  expect([isAlike(there, son), agreesInNameAndContact(there, son)]).toEqual([false, false]);
});

test('Mueller was another person than Müller, where neither has an address or a number', () => {
  const ben = { name: 'Ben Müller' };
  for (const name of ['Ben Mueller', 'Mueller, Ben', 'Herr Ben Mueller', 'ben muller']) {
    expect([name, isAlike(ben, { name }), isAlike({ name }, ben)]).toEqual([name, true, true]);
    const other = { name, phone: '+49 170 5550199' };
    expect(isAlike({ ...ben, phone: '+49 170 5550100' }, other)).toBe(false);
  }
  expect(isAlike({ name: 'Ben Muell' }, ben)).toBe(false);
  expect(isAlike({ name: 'Manuel Ray' }, { name: 'Manul Ray' })).toBe(false);
});
