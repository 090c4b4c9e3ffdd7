import { expect, test } from 'vitest';
import { givenFirst, surnameFirst, titledGivenFirst, withoutTitles } from '../../src/core/name-order.ts';

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

test.each([
  ['Frau Dr. Huber, Anna', 'Huber, Anna'],
  ['Prof.Dr. med. Anna Huber', 'Anna Huber'],
  ['Huber, Dra. Anna', 'Huber, Anna'],
  ['Anna Huber, Dr.', 'Anna Huber'],
  ['Sr. João Silva', 'João Silva'],
  ['João Silva Sr.', 'João Silva Sr.'],
  ['King, Martin, Jr.', 'King, Martin, Jr.'],
  ['Señora Ana Ruiz', 'Ana Ruiz'],
  ['Drew Frauke', 'Drew Frauke'],
  ['Dr.', 'Dr.'],
  ['', ''],
])('%j without titles is %j', (name, bare) => {
  expect(withoutTitles(name)).toBe(bare);
});

test.each([
  ['Frau Dr. Huber, Anna', 'Frau Dr. Anna Huber'],
  ['Huber, Anna', 'Anna Huber'],
  ['Dr. Anna Huber', undefined],
  ['Dr.', undefined],
])('%j is said as %j: a title came behind the first name', (name, said) => {
  expect(titledGivenFirst(name)).toBe(said);
});
