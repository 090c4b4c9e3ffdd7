import { expect, test } from 'vitest';
import { answerKeyOf, PATIENT_FIELDS } from '../../src/contract/patient.ts';
import { syntheticSimulations } from '../../src/service/seed/implants.ts';
import { syntheticPatients } from '../../src/service/seed/people.ts';
import { PLACES } from '../../src/service/seed/places.ts';

test('the same seed gives the same people, and a longer list starts with the shorter', () => {
  expect(syntheticPatients(50, 1)).toEqual(syntheticPatients(50, 1));
  expect(syntheticPatients(80, 1).slice(0, 50)).toEqual(syntheticPatients(50, 1));
  expect(syntheticPatients(50, 2)).not.toEqual(syntheticPatients(50, 1));
  expect(syntheticPatients(0, 1)).toEqual([]);
});

test('the first patient has every field, and so have most', () => {
  const people = syntheticPatients(100, 1);
  const whole = people.filter(
    ({ patient, height, weight }) =>
      PATIENT_FIELDS.every((field) => (patient[field] ?? '') !== '') && height !== undefined && weight !== undefined,
  );
  expect(whole).toContain(people[0]);
  expect(whole.length).toBe(80);
  expect(PATIENT_FIELDS.map(answerKeyOf)).toContain('country_iso');
});

test('nobody can be taken for a real person', () => {
  for (const { patient } of syntheticPatients(500, 3)) {
    const place = PLACES.find(({ country }) => country === patient.country)!;
    expect(place.family.some((family) => patient.name?.includes(family))).toBe(true);
    expect(patient.email).toMatch(/^synthetic\.\d+@example\.(org|com)$/);
    if (patient.phone !== undefined)
      expect(patient.phone).toMatch(/^\+(999 5550 \d{4}|49 30 23125|1 212 555 01|44 20 7946 0)/);
  }
});

test('names come in many scripts, and emails tell twins apart', () => {
  const people = syntheticPatients(1000, 1).map(({ patient }) => patient);
  const names = people.map(({ name = '' }) => name).join(' ');
  for (const script of [
    /[À-ɏ]/,
    /\p{Script=Greek}/u,
    /\p{Script=Cyrillic}/u,
    /\p{Script=Han}/u,
    /\p{Script=Hiragana}/u,
    /\p{Script=Arabic}/u,
  ]) {
    expect(names).toMatch(script);
  }
  expect(names).toBe(names.normalize('NFC'));
  expect(new Set(people.map(({ email }) => email)).size).toBe(1000);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])('simulations of seed %i hold every field as the interface has it', (seed) => {
  const simulations = syntheticSimulations(seed);
  expect(simulations).toEqual(syntheticSimulations(seed));
  expect(simulations).toHaveLength(2);
  for (const { name, description, left_implant, right_implant } of simulations) {
    expect(name).not.toBe('');
    expect(description).not.toBe('');
    for (const implant of [left_implant, right_implant]) {
      const sizes = [implant.volume, implant.diameter, implant.projection, implant.width, implant.height];
      for (const size of sizes) expect(size).toMatch(/^\d+(\.\d+)?$/);
      const cubic = (Math.PI / 6) * Number(implant.width) * Number(implant.height) * Number(implant.projection);
      expect(Math.abs(cubic / Number(implant.volume) - 1)).toBeLessThan(0.05);
      expect(implant.reference).toMatch(/^EX-/);
      expect(typeof implant.white).toBe('boolean');
      const { brand, ...words } = implant.implant_category;
      expect(Object.keys(words).sort()).toEqual(['name', 'profile', 'shape', 'surface']);
      expect(brand.name).toMatch(/Example|Sample/);
    }
  }
});
