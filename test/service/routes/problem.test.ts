import { expect, test } from 'vitest';
import { ReconError } from '../../../src/errors.ts';
import { asRefusal } from '../../../src/service/routes/problem.ts';

const SECRET = 'the bucket "clinic" at http://10.0.0.5:3900 does not answer (ECONNREFUSED)';

test.each(['unavailable', 'storage'] as const)(
  'a storage that fails as %s is 503, and where it lies is not told',
  (code) => {
    const refusal = asRefusal(new ReconError(code, SECRET, { hint: SECRET }));
    expect(refusal).toMatchObject({ status: 503, code: 'unavailable' });
    expect(`${refusal?.message} ${refusal?.hint}`).not.toMatch(/clinic|10\.0/);
  },
);

test.each([new Error(SECRET), new ReconError('internal', SECRET), undefined])('a fault is no refusal: %s', (fault) => {
  expect(asRefusal(fault)).toBeUndefined();
});
