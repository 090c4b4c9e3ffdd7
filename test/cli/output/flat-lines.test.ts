import { expect, test } from 'vitest';
import { flatLines } from '../../../src/cli/output/flat-lines.ts';
import { parseExact } from '../../../src/core/answer.ts';

test('every value has a line with its path', () => {
  const patient = parseExact(
    '{"id":12345678901234567890,"name":"a\\tb","email":null,"reconstructions":[{"accepted":false}]}',
  );
  expect(flatLines(patient)).toEqual([
    'id\t12345678901234567890\n',
    'name\ta\\u0009b\n',
    'email\t\n',
    'reconstructions.0.accepted\tfalse\n',
  ]);
});
