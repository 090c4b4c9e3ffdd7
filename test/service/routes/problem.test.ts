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

test.each(['EROFS', 'EACCES', 'SQLITE_READONLY', 'SQLITE_READONLY_DIRECTORY'])(
  'a disk that cannot be written (%s) is 503, also where it is the cause of something else',
  (code) => {
    const fault = Object.assign(new Error(SECRET), { code });
    for (const thrown of [fault, new Error('outer', { cause: fault })]) {
      const refusal = asRefusal(thrown);
      expect(refusal).toMatchObject({ status: 503, code: 'storage', message: 'the service cannot write to its disk' });
    }
  },
);

test.each([new Error(SECRET), new ReconError('internal', SECRET), undefined])('a fault is no refusal: %s', (fault) => {
  expect(asRefusal(fault)).toBeUndefined();
});
