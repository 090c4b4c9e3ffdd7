import { expect, test } from 'vitest';
import { readCountry } from '../../src/core/country.ts';

test.each([
  ['PT', 'PT'],
  ['pt', 'PT'],
  [' Portugal ', 'PT'],
  ['PORTUGAL', 'PT'],
  ['cote d’ivoire', 'CI'],
  ["Cote d'Ivoire", 'CI'],
  ['Saint Lucia', 'LC'],
  ['Trinidad and Tobago', 'TT'],
  ['Hong Kong', 'HK'],
  ['UK', 'GB'],
  ['Kosovo', 'XK'],
  ['xk', 'XK'],
  ['Niger', 'NE'],
  ['Deutschland', 'DE'],
  ['España', 'ES'],
  ['Brasil', 'BR'],
  ['Royaume-Uni', 'GB'],
])('the country %j is sent as %s', (typed, code) => {
  expect(readCountry(typed)).toEqual({ code });
});

test.each([
  ['Atlantis', 'such as DE (Germany)'],
  ['Germny', 'did you mean DE (Germany)?'],
  ['Turkey', 'did you mean TR (Türkiye)?'],
  ['DEU', 'did you mean DE (Germany)?'],
  ['USA', 'US (United States)'],
  ['Korea', 'did you mean KP (North Korea) or KR (South Korea)?'],
  ['SU', 'did you mean RU (Russia)?'],
  ['XX', 'such as DE (Germany)'],
  ['EU', 'such as DE (Germany)'],
  ['ZZ', 'such as DE (Germany)'],
  ['European Union', 'such as DE (Germany)'],
  ['276', 'such as DE (Germany)'],
  [' ', 'such as DE (Germany)'],
  ['\ud83d\ude00', 'such as DE (Germany)'],
])('%j is no country, and what may be meant is told', (typed, told) => {
  const problem = expect.stringContaining(told);
  expect(readCountry(typed)).toEqual({ problem });
  expect(readCountry(typed)).toEqual({ problem: expect.stringContaining(JSON.stringify(typed)) });
});
