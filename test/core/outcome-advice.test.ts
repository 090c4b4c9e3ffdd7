import { expect, test } from 'vitest';
import { namingPatient } from '../../src/core/outcome-advice.ts';
import { ReconError } from '../../src/errors.ts';

const missing = async (id: string) =>
  namingPatient(id, async () => {
    throw new ReconError('not_found', 'there is nothing here');
  }).catch((error: unknown) => error as ReconError);

test('a patient who is not there is named; a number that is rather a phone is told how to be typed', async () => {
  const short = await missing('912345');
  expect(short).toMatchObject({ code: 'not_found', message: 'there is no patient 912345 in this account' });
  expect(short).toMatchObject({ details: ['it may have been deleted or transferred'] });
  // A patient with this number may be there: nothing says that there is none.
  expect(await missing('912000203')).toMatchObject({
    message: 'there is no patient with the id 912000203 in this account',
    details: [
      'digits alone are taken as an id; a phone number is typed with its + or a blank in it',
      'it may have been deleted or transferred',
    ],
    hint: { command: ['patients', 'get', '912 000 203'], because: 'if it is a phone number' },
  });
});
