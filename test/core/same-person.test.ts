import { expect, test } from 'vitest';
import { differencesOf } from '../../src/core/import/differences.ts';
import { agreesInAll, isAlike, isSamePerson, naturalKeyOf } from '../../src/core/same-person.ts';

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
