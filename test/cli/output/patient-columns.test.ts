import { expect, test } from 'vitest';
import { checkFields, patientColumns, pickFields } from '../../../src/cli/output/patient-columns.ts';
import { parseExact } from '../../../src/core/answer.ts';

const ANA = {
  id: 7,
  name: 'Ana',
  email: null,
  phone: '+351 1',
  country_iso: 'PT',
  reconstructions: [
    { type: 'FaceReconstruction', status: 'has_3d' },
    { type: 'EarReconstruction', status: 'brewing' },
    {},
  ],
  updated_at: '2026-01-02T03:04:05.678+00:00',
  chart: { number: 5 },
};

const cells = (patient: unknown, fields?: string[]) => patientColumns('table', fields).map(({ text }) => text(patient));

test('a table shows who it is and each type with its status', () => {
  expect(cells(ANA)).toEqual([
    '7',
    'Ana',
    '',
    '+351 1',
    'PT',
    'face has_3d, EarReconstruction brewing, - -',
    '2026-01-02T03:04:05.678+00:00',
  ]);
});

test.each([{}, { reconstructions: null }, { reconstructions: 'none' }, null, 'text', []])(
  'a patient like %j gives empty cells and no crash',
  (patient) => {
    expect(cells(patient).join('')).toBe('');
  },
);

test('fields come in the order they are asked for, by either spelling', () => {
  expect(cells(ANA, ['country_iso', 'id', 'country', 'chart'])).toEqual(['PT', '7', 'PT', '{"number":5}']);
  expect(pickFields(ANA, ['country', 'id', 'missing'])).toEqual({ country_iso: 'PT', id: 7 });
});

test('a number too large for JavaScript keeps its digits', () => {
  expect(cells(parseExact('{"id":12345678901234567890}'), ['id'])).toEqual(['12345678901234567890']);
});

test('a field no patient has is a mistake; one that a service adds is none', () => {
  expect(() => checkFields(['id', 'nmae'], [ANA])).toThrow('"nmae"');
  const told = { details: expect.arrayContaining([expect.stringMatching(/are reconstructions$/)]) };
  const dated = { details: expect.arrayContaining([expect.stringMatching(/last is updated_at$/)]) };
  const refuse = () => checkFields(['date', 'model'], [ANA]);
  expect(refuse).toThrow(expect.objectContaining(told));
  expect(refuse).toThrow(expect.objectContaining(dated));
  expect(() => checkFields(['chart', 'postal-code'], [ANA])).not.toThrow();
  expect(() => checkFields(['nmae'], [])).not.toThrow();
});

test('a field may be a path into the answer, in JSON too', () => {
  expect(
    cells(ANA, ['reconstructions.0.status', 'chart.number', 'reconstructions.7.status', 'reconstructions']),
  ).toEqual(['has_3d', '5', '', 'face has_3d, EarReconstruction brewing, - -']);
  expect(() => checkFields(['reconstructions.0.status', 'chart.number'], [ANA])).not.toThrow();
  expect(() => checkFields(['reconstructions.0.status'], [{ id: 8, reconstructions: [] }])).not.toThrow();
  expect(() => checkFields(['reconstructions.face.status'], [ANA])).toThrow('"reconstructions.face.status"');
  expect(() => checkFields(['chrat.number'], [ANA])).toThrow('"chrat.number"');
  expect(pickFields(ANA, ['id', 'email', 'reconstructions.0.status', 'reconstructions.7.status'])).toEqual({
    ...{ id: 7, email: null, 'reconstructions.0.status': 'has_3d' },
  });
  expect(pickFields({ 'own.name': 1, id: 2 }, ['own.name'])).toEqual({ 'own.name': 1 });
});
