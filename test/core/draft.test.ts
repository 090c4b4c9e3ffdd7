import { expect, test } from 'vitest';
import { draftOf, warningsOf } from '../../src/core/draft.ts';

const values = new Map([
  ['name', 'A\u0007'],
  ['email', 'maria@'],
  ['country', 'Atlantis'],
  ['city', 'Porto'],
]);

test('a patient is checked by the same rules as flags and as a row; only a control character is taken of a file', () => {
  const typed = draftOf('create', values, { nameOf: (name) => `--${name}`, originOf: () => 'typed' });
  expect(typed.problems).toEqual([
    expect.stringMatching(/^--name holds a control character/),
    expect.stringMatching(/^--email is no e-mail address/),
    expect.stringMatching(/^--country "Atlantis" is not a country/),
  ]);
  const row = draftOf('create', values);
  expect(row.problems).toEqual([expect.stringMatching(/^email is no/), expect.stringMatching(/^country "Atlantis"/)]);
  expect(row.warnings).toEqual([expect.stringMatching(/^name holds a control character/)]);
  expect(row.patient.name).toBe('A\u0007');
});

test('an update is checked too, and an empty value empties the field', () => {
  const draft = draftOf('update', new Map([...values, ['country', 'portugal'], ['name', '']]));
  expect(draft.problems).toEqual([expect.stringMatching(/^email is no/)]);
  expect(draft.patient).toMatchObject({ name: '', country: 'PT' });
});

test.each([
  ['create', true],
  ['update', false],
] as const)('a patient without a name is worth a warning: %s', (purpose, isWarned) => {
  const draft = draftOf(purpose, new Map([['city', 'Porto']]));
  expect(warningsOf(draft)).toEqual(isWarned ? ['the patient has no name'] : []);
});

test.each([
  ['912 3', ['phone "912 3" has only 4 digits; it is sent as it is']],
  ['912 345', ['phone "912 345" has only 6 digits; it is sent as it is']],
  ['912 3456', ['phone "912 3456" has only 7 digits and no country; it is sent as it is']],
  ['+912 3456', []],
  ['912 34567', []],
  ['351210000000', ['phone "351210000000" looks like +351210000000 without its +; it is sent as it is']],
  ['21 000 0000 ext. 12', []],
  ['', []],
])('a phone number that may be cut off is told: %j', (phone, told) => {
  const draft = draftOf('create', new Map(Object.entries({ name: 'Ana', phone })));
  expect({ problems: draft.problems, warnings: warningsOf(draft) }).toEqual({ problems: [], warnings: told });
});

test('a number within a town is not told where the country is known, or may be known', () => {
  const phone = ['phone', '555-0101'] as const;
  expect(warningsOf(draftOf('create', new Map([['name', 'Ana'], ['country', 'CV'], phone])))).toEqual([]);
  expect(warningsOf(draftOf('update', new Map([phone])))).toEqual([]);
});

test.each(['create', 'update'] as const)(
  'a phone number that cannot be of the country is told, and sent: %s',
  (purpose) => {
    const draft = draftOf(
      purpose,
      new Map(Object.entries({ name: 'Rita', phone: '021 000 0000', country: 'Portugal' })),
    );
    expect(draft).toMatchObject({ problems: [], patient: { phone: '021 000 0000' } });
    expect(warningsOf(draft)).toEqual([expect.stringMatching(/^the phone number does not look like one of Portugal/)]);
  },
);
