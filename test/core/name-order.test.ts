import { expect, test } from 'vitest';
import { givenFirst, surnameFirst } from '../../src/core/name-order.ts';

test.each([
  ['Öztürk, Ayşe', 'Ayşe Öztürk'],
  ['Groß,Jürgen', 'Jürgen Groß'],
  [' Ruiz Gómez , Carmen ', 'Carmen Ruiz Gómez'],
  ['Müller, Dr. Eva', 'Dr. Eva Müller'],
  ['Smith, V.', 'V. Smith'],
  ['King, Martin, Jr.', 'Martin King, Jr.'],
])('%j is %j', (listed, name) => {
  expect(givenFirst(listed)).toBe(name);
});

test.each([
  'Ayşe Öztürk',
  'King, Jr.',
  'King, III',
  'Rosa, Lda.',
  'Klinik Rose, GmbH',
  'Silva, Filho',
  'a, b, c',
  ', Ana',
])('%j is no surname before a first name', (name) => {
  expect(givenFirst(name)).toBeUndefined();
});

test.each([
  ['Teresa Lobo', 'Lobo Teresa'],
  ['Lobo, Teresa', 'Lobo Teresa'],
  ['Ruiz Gómez, Carmen', 'Ruiz Gómez Carmen'],
  ['Martin King, Jr.', 'King Martin Jr.'],
  ['Cher', 'Cher'],
  ['', ''],
])('by its surname %j is %j', (name, sorted) => {
  expect(surnameFirst(name)).toBe(sorted);
});
