import { expect, test } from 'vitest';
import type { PatientField } from '../../src/contract/patient.ts';
import { readPatientField } from '../../src/core/check-patient-field.ts';
import { shown } from '../../src/core/shown.ts';

test.each(['maria@', '@example.org', 'maria', 'a@b@c', 'a b@c.de', 'a@b.de ', 'a\u00a0@b.de', ' '])(
  'the e-mail address %j is refused: an address has one @, something on both sides and no blanks',
  (email) => {
    const problem = expect.stringContaining(`is no e-mail address: ${shown(email)}; an address has one @`);
    expect(readPatientField('email', email, 'typed')).toEqual({ problem });
    expect(readPatientField('email', email, 'file')).toEqual({ problem });
  },
);

test.each(['a@b', 'ana+x@example.org', 'josé@münchen.example', '"ana"@example.org'])('%j is sent as it is', (email) => {
  expect(readPatientField('email', email, 'typed')).toEqual({ value: email });
});

test.each([' ', '   ', '\u00a0', '\u3000', '\u200d', '\u200e \u200f', '\u3164'])(
  'a name of blanks is refused: %j',
  (name) => {
    expect(readPatientField('name', name, 'file')).toEqual({ problem: 'is blank' });
  },
);

test.each([
  ['a joiner', 'کوروش\u200cپور', 'क\u200dष'],
  ['marks of direction', '\u202bאנה\u202c', '\u200eAna\u200f'],
  ['an emoji', '👩‍⚕️ Ana', '🏴'],
])('%s belongs to a name', (_what, ...names) => {
  for (const name of names) expect(readPatientField('name', name, 'typed')).toEqual({ value: name });
});

const CONTROLS = ['\u0000', '\u0007', '\t', '\n', '\u001b', '\u007f', '\u0085', '\u009b'];

test.each(CONTROLS)('the control character %j is refused where it was typed', (control) => {
  for (const field of ['name', 'phone', 'address'] as const) {
    expect(readPatientField(field, `A👩${control}b`, 'typed')).toEqual({
      problem: expect.stringMatching(/^holds a control character, U\+00[0-9A-F]{2} as character 3$/),
    });
  }
});

test.each(CONTROLS)('the control character %j of a file is sent exactly, with a warning', (control) => {
  const value = `Rua 1${control}Porto`;
  expect(readPatientField('address', value, 'file')).toEqual({
    value,
    warning: expect.stringMatching(/^holds a control character, U\+00[0-9A-F]{2} as character 6, and is sent with it$/),
  });
});

test('half of a character is refused: it would be stored as another one', () => {
  for (const from of ['typed', 'file', 'list'] as const) {
    expect(readPatientField('city', 'a\ud800b', from)).toEqual({ problem: expect.stringContaining('half') });
  }
});

test.each(['name', 'email', 'country'] satisfies PatientField[])('an empty %s is no fault', (field) => {
  expect(readPatientField(field, '', 'typed')).toEqual({ value: '' });
});

test('a country is sent by its code, without the line break that a file has after it', () => {
  expect(readPatientField('country', 'portugal\n', 'file')).toEqual({ value: 'PT' });
});

test('a phone number that is none is refused where it was typed; of a file it is sent as it is, and told', () => {
  const why = 'is no phone number: "ask mother" has letters; it takes digits, such as +351 21 000 0000';
  expect(readPatientField('phone', 'ask mother', 'typed')).toEqual({ problem: why });
  expect(readPatientField('phone', 'ask mother', 'file')).toEqual({
    value: 'ask mother',
    warning: `${why}; it is sent as it is`,
  });
  expect(readPatientField('phone', '+34 600 999 222600.111', 'file')).toEqual({
    value: '+34 600 999 222600.111',
    warning: expect.stringMatching(/ has 17 digits; a phone number has at most 15; it is sent as it is$/),
  });
});

test('a phone number of a list without any digit, or with fewer than four alone, is refused, and one beside a note is sent as it is', () => {
  const problem = 'is no phone number: "mobile" has no digits; write the number, or leave it empty';
  expect(readPatientField('phone', 'mobile', 'list')).toEqual({ problem });
  expect(readPatientField('phone', '-', 'list')).toEqual({ problem: expect.stringContaining('"-" has no digits') });
  expect(readPatientField('phone', '12', 'list')).toEqual({
    problem: 'is no phone number: "12" has fewer than 4 digits; write the number, or leave it empty',
  });
  for (const text of ['0171 222 (ask mother)', 'ext. 12', '٠١٢ ٣٤٥']) {
    expect(readPatientField('phone', text, 'list')).toMatchObject({ value: text });
  }
});

test.each([
  ['city', '+48 600 555 010', 'holds a phone number: "+48 600 555 010"; move it to its own column'],
  ['city', '600 555 010', 'holds a phone number: "600 555 010"; move it to its own column'],
  ['city', 'tel. +48 600 555 010', 'holds a phone number: "tel. +48 600 555 010"; move it to its own column'],
  ['city', '01310-100', 'is no place: "01310-100" has no letters; move it to its own column'],
  ['city', '0048600555010', 'is no place: "0048600555010" has no letters; move it to its own column'],
  ['city', 'pia@example.org', 'holds an e-mail address: "pia@example.org"; move it to its own column'],
  ['name', '+48 600 555 010', 'holds a phone number: "+48 600 555 010"; move it to its own column'],
  ['name', '(11) 5555 0101', 'holds a phone number: "(11) 5555 0101"; move it to its own column'],
  ['name', 'Pia pia@example.org', 'holds an e-mail address: "Pia pia@example.org"; move it to its own column'],
  ['phone', 'pia77@example.org', 'holds an e-mail address: "pia77@example.org"; move it to its own column'],
  ['state', '+48 600 555 010', 'holds a phone number: "+48 600 555 010"; move it to its own column'],
  [
    'email',
    'Warszawa',
    'is no e-mail address: "Warszawa"; an address has one @, something on both sides and no blanks',
  ],
  [
    'email',
    '+48 600 555 010',
    'is no e-mail address: "+48 600 555 010"; an address has one @, something on both sides and no blanks',
  ],
] as const)('in a list, %s %j stands in the wrong column', (field, text, problem) => {
  expect(readPatientField(field, text, 'list')).toEqual({ problem });
  if (field !== 'email') expect(readPatientField(field, text, 'file')).toMatchObject({ value: text });
});

test.each([
  ['city', '1. Bezirk'],
  ['city', '75001 Paris'],
  ['city', 'São Paulo 01310-100'],
  ['city', 'Washington, D.C.'],
  ['city', '10115'],
  ['city', '東京'],
  ['city', '-'],
  ['name', 'Test 12'],
  ['name', '20231104'],
  ['name', '0012345'],
  ['name', 'P-2023-0012345'],
  ['name', 'Ana @ Clínica'],
  ['name', 'X Æ A-12'],
  ['phone', '+351 21 000 0000, ana@example.org'],
  ['state', 'Île-de-France (75)'],
  ['address', '+1 Street 600 555 010'],
  ['postal_code', '01310-100'],
] as const)('in a list, %s %j is sent', (field, text) => {
  expect(readPatientField(field, text, 'list')).toMatchObject({ value: text });
});
