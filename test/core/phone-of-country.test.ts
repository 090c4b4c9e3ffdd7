import { expect, test } from 'vitest';
import { foreignPhone } from '../../src/core/phone-of-country.ts';

test.each([
  ['021 000 0000', 'PT', 'Portugal, which has 9 digits'],
  ['21 000 000', 'PT', 'Portugal'],
  ['+351 021 000 0000', undefined, 'Portugal'],
  ['+351 021 000 0000', 'DE', 'Portugal'],
  ['00351 21 000 00001', 'PT', 'Portugal'],
  ['+1 202 555 010', 'CA', 'Canada, which has 10 digits'],
  ['+34 600 000 0000', 'PT', 'Spain'],
])('%s with the country %s does not look like one of %s', (phone, country, told) => {
  expect(foreignPhone(phone, country)).toContain(`does not look like one of ${told}`);
});

test.each([
  ['21 000 0000', 'PT'],
  ['351 210 000 000', 'PT'],
  ['+351 21 000 0000 ext. 12', 'PT'],
  ['00351 21 000 0000', undefined],
  // Somebody may have a telephone of another country.
  ['+44 20 7946 0958', 'PT'],
  ['+44 (0)20 7946 0958', 'GB'],
  ['020 7946 0958', 'GB'],
  ['021 000 0000', undefined],
  ['+1 202 555 0101', 'US'],
  ['1 202 555 0101', 'US'],
  ['(202) 555-0101 x12', 'CA'],
])('of %s with the country %s nothing is told', (phone, country) => {
  expect(foreignPhone(phone, country)).toBeUndefined();
});
