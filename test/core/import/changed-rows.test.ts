import { describe, expect, test } from 'vitest';
import type { PatientInput } from '../../../src/contract/patient.ts';
import { findChangedRows } from '../../../src/core/import/changed-rows.ts';
import type { RowOutcome } from '../../../src/core/import/outcomes.ts';
import { lineText } from '../../../src/system/line-text.ts';

const MARIA = { id: 1, name: 'Maria Row', email: 'maria@example.org', phone: '+351 21 000 0001', city: 'Porto' };
const JOAO = { id: 2, name: 'João Row', email: null, phone: '+351 21 000 0002', city: '' };

/** What is told of new rows where these records are left without a row. */
const told = (records: { id: number }[], ...patients: PatientInput[]) => toldOf(records, [], patients);

/** The same where these are the problems of each row. */
async function toldOf(
  records: { id: number }[],
  problems: string[],
  patients: PatientInput[],
): Promise<[number, string, string][]> {
  const found: [number, string, string][] = [];
  async function* rows() {
    for (const [at, patient] of patients.entries()) {
      yield { number: at + 1, problems, request: { patient, measures: {}, photos: [] } };
    }
  }
  const note = (row: number, { status, error = '' }: RowOutcome) => void found.push([row, status, lineText(error)]);
  const ids = records.map(({ id }) => String(id));
  await findChangedRows(
    rows(),
    ids,
    async (asked) => records.filter(({ id }) => asked.includes(String(id))) as never,
    note,
  );
  return found;
}

test('a corrected phone, with the same name and address, is the same patient; nothing is sent', async () => {
  const { id: _, city: __, ...maria } = MARIA;
  expect(await told([MARIA], { ...maria, phone: '+351 21 000 0009' })).toEqual([
    [
      1,
      'already_there',
      'was imported as patient 1 and differs from that record in phone, which was not sent; to change the patient: recon update 1 --phone PHONE',
    ],
  ]);
  // An address that was taken out of the row is no value to send.
  expect(await told([MARIA], { name: maria.name, phone: maria.phone })).toEqual([
    [1, 'already_there', expect.stringContaining('who has more than the row now')],
  ]);
});

test.each([
  ['another number alone', JOAO, { name: 'João Row', phone: '+351 21 000 0009' }, 'phone'],
  ['another name', MARIA, { name: 'Marai Raw', email: MARIA.email, phone: MARIA.phone }, 'name'],
  [
    'nothing but the name',
    MARIA,
    { name: 'Maria Row', email: 'm@example.org', phone: '900 000 000' },
    'email and phone',
  ],
])('with %s it may be another person: the row fails', async (_, record, patient, fields) => {
  expect(await told([record], patient)).toEqual([
    [1, 'failed', expect.stringContaining(`is perhaps patient ${record.id}, made of a row that is not in the list`)],
  ]);
  expect((await told([record], patient))[0]?.[2]).toContain(
    `differs from that record in ${fields}; the row was not sent`,
  );
});

test('a row that is its patient still is left to be sent, and its patient is nobody else’s', async () => {
  const same = { name: MARIA.name, email: MARIA.email, phone: MARIA.phone, city: 'Braga' };
  expect(await told([MARIA], same, { name: 'Rui Row', phone: MARIA.phone })).toEqual([]);
  expect(await told([MARIA], { name: 'Rui Row', email: 'rui@example.org' })).toEqual([]);
});

test('with a surer row beside it, another one is not taken for the patient', async () => {
  const sister = { name: 'Rita Row', phone: MARIA.phone };
  const corrected = { name: 'Maria Row', email: MARIA.email, phone: '+351 21 000 0009' };
  expect((await told([MARIA], sister, corrected)).map(([row, status]) => [row, status])).toEqual([
    [2, 'already_there'],
  ]);
});

describe('a row with a problem, of which one was imported that is put right', () => {
  const WRONG = ['email is no e-mail address: "maria@"'];

  test('is its patient’s, whatever is wrong with it', async () => {
    const wrong = { name: MARIA.name, email: 'maria@' };
    expect(await toldOf([MARIA], WRONG, [wrong])).toEqual([
      [
        1,
        'already_there',
        'email is no e-mail address: "maria@"; the same row, put right, was imported as patient 1; to see it: recon show 1',
      ],
    ]);
    // Where a photo was wrong, nothing of the person is otherwise.
    const { id: _, ...maria } = MARIA;
    expect(await toldOf([MARIA], ['left.jpg is empty'], [maria])).toEqual([[1, 'already_there', expect.anything()]]);
  });

  test('stays to be put right where it may be another person', async () => {
    expect(await toldOf([MARIA], WRONG, [{ name: MARIA.name, email: 'maria@', phone: '900 000 000' }])).toEqual([]);
    const namesakes = [1, 2].map(() => ({ name: MARIA.name, email: 'maria@' }));
    expect(await toldOf([MARIA], WRONG, namesakes)).toEqual([]);
  });
});
