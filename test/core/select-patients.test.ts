import { expect, test } from 'vitest';
import { NO_RECONSTRUCTION } from '../../src/contract/reconstruction.ts';
import { isSelected, isUndated, sorted } from '../../src/core/select-patients.ts';

const patient = (updated_at: string, ...statuses: unknown[]) =>
  ({ updated_at, reconstructions: statuses.map((status) => ({ status })) }) as never;

test.each([
  [['failed'], true],
  [['has_3d'], true],
  [['brewing', 'failed'], true],
  [['Failed'], false],
  [['fail'], false],
  [[], false],
])('of a patient with failed and has_3d, --status %j is %s', (statuses, isIn) => {
  expect(isSelected(patient('2026-01-01T00:00:00.000+00:00', 'failed', 'has_3d'), { statuses })).toBe(isIn);
});

test('an accepted model is found as accepted and as ready; a service may have a status of that name', () => {
  const with1 = (one: object) => ({ reconstructions: [one] }) as never;
  const accepted = { statuses: ['accepted'] };
  expect(isSelected(with1({ status: 'has_3d', accepted: true }), accepted)).toBe(true);
  expect(isSelected(with1({ status: 'has_3d', accepted: true }), { statuses: ['has_3d'] })).toBe(true);
  expect(isSelected(with1({ status: 'has_3d', accepted: false }), accepted)).toBe(false);
  expect(isSelected(with1({ status: 'accepted' }), accepted)).toBe(true);
  // Newer photos are being made a model of.
  expect(isSelected(with1({ status: 'processing', accepted: true }), accepted)).toBe(false);
});

test('who has no reconstruction is of no status, and can be asked for', () => {
  const nobody = patient('2026-01-01T00:00:00.000+00:00');
  expect(isSelected(nobody, { statuses: ['failed'] })).toBe(false);
  expect(isSelected(nobody, { statuses: ['failed', NO_RECONSTRUCTION] })).toBe(true);
  expect(isSelected(patient('2026-01-01T00:00:00.000+00:00', 'failed'), { statuses: [NO_RECONSTRUCTION] })).toBe(false);
});

test('since then means at that time or later; a time that cannot be read is not in', () => {
  const since = Date.parse('2026-01-02T00:00:00Z');
  const isIn = (time: string) => isSelected(patient(time), { since });
  expect(isIn('2026-01-02T01:00:00.000+01:00')).toBe(true);
  expect(isIn('2026-01-02T00:59:59.999+01:00')).toBe(false);
  expect(isIn('some day')).toBe(false);
});

test('since is about reconstructions too; who has a time nowhere is undated, unless the status is another', () => {
  const since = Date.parse('2026-01-02T00:00:00Z');
  const failedAt = (updated_at: unknown, patientAt: unknown) =>
    ({ updated_at: patientAt, reconstructions: [{ status: 'failed', updated_at }] }) as never;
  const recent = '2026-01-02T00:00:01Z';
  const old = '2026-01-01T00:00:00Z';
  expect(isSelected(failedAt(recent, old), { since, statuses: ['failed'] })).toBe(true);
  expect(isSelected(failedAt(null, recent), { since })).toBe(true);
  expect(isSelected(failedAt(old, old), { since })).toBe(false);
  expect(isUndated(failedAt('soon', null), { since, statuses: ['failed'] })).toBe(true);
  expect(isUndated(failedAt('soon', null), { since, statuses: ['has_3d'] })).toBe(false);
  expect(isUndated(failedAt('soon', null), {})).toBe(false);
  expect(isUndated(failedAt(old, null), { since })).toBe(false);
});

test.each([{}, null, { reconstructions: null }, { reconstructions: [null, { status: 5 }] }])(
  'a patient like %j has no status',
  (strange) => {
    expect(isSelected(strange as never, { statuses: ['5', 'failed'] })).toBe(false);
    expect(isSelected(strange as never, {})).toBe(true);
  },
);

test('a phone number is found whatever separates its digits, and a name by its words in any order', () => {
  const maria = { name: 'Maria Clara da Silva', phone: '+351 21 000-0001', reconstructions: [] } as never;
  expect(isSelected(maria, { phone: '021 000 0001' })).toBe(true);
  expect(isSelected(maria, { phone: '021 000 0002' })).toBe(false);
  expect(isSelected(maria, { name: 'silva maria' })).toBe(true);
  expect(isSelected(maria, { name: 'silva ana' })).toBe(false);
  expect(isUndated(maria, { since: 0, phone: '021 000 0002' })).toBe(false);
});

const named = (...values: unknown[]) => values.map((name) => ({ name })) as never;
const order = (values: unknown[], isDescending = false) =>
  sorted(named(...values), { field: 'name', isDescending }).map((one) => one?.name);

test('names as in a phone book: capitals and accents do not matter, and what is empty comes last', () => {
  expect(order(['zoe', null, 'Émile', 'ana', '', 'Bo'])).toEqual(['ana', 'Bo', 'Émile', 'zoe', null, '']);
  expect(order(['ana', null, 'zoe'], true)).toEqual(['zoe', 'ana', null]);
});

test('numbers by size, also those above 2^53', () => {
  expect(order([10, 9, 100])).toEqual([9, 10, 100]);
  expect(order([62.5, 9, 62.25, 62])).toEqual([9, 62, 62.25, 62.5]);
  expect(order([62.5, 9, 62.25], true)).toEqual([62.5, 62.25, 9]);
  expect(order(['9007199254740993', '9007199254740992'])).toEqual(['9007199254740992', '9007199254740993']);
});

test('times by the time they mean, whatever their offset', () => {
  const times = ['2026-01-02T01:00:00+02:00', '2026-01-02T00:30:00+00:00', 'never', '2026-01-01T23:30:00+00:00'];
  const patients = times.map((updated_at) => ({ updated_at })) as never;
  const by = { field: 'updated_at', isDescending: false };
  expect(sorted(patients, by).map((one) => one?.updated_at)).toEqual([times[0], times[3], times[1], times[2]]);
});

test('a list sorted by surname has both orders of a name where a phone book has them', () => {
  const people = ['Ana Silva', 'Lobo, Teresa', 'Zoe Adams', 'Bea Silva', ''].map((name) => ({ name })) as never[];
  const names = (isDescending: boolean) => sorted(people, { field: 'surname', isDescending }).map((one) => one?.name);
  expect(names(false)).toEqual(['Zoe Adams', 'Lobo, Teresa', 'Ana Silva', 'Bea Silva', '']);
  expect(names(true)).toEqual(['Bea Silva', 'Ana Silva', 'Lobo, Teresa', 'Zoe Adams', '']);
});
