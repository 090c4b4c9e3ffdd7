import { expect, test } from 'vitest';
import { countryName, readCountry } from '../../src/core/country.ts';

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
  ['Atlantis', '; a name such as Spain or its code ES is taken'],
  ['Germny', '; did you mean Germany?'],
  ['Turkey', '; did you mean Türkiye?'],
  ['DEU', '; did you mean Germany?'],
  ['USA', '; did you mean United States?'],
  ['Korea', '; did you mean North Korea or South Korea?'],
  ['SU', '; did you mean Russia?'],
  // A name in any of the languages of offices is compared, and Catalan, and only one that is clearly nearest is told.
  ['Espanya', '; did you mean Spain?'],
  ['Alemanya', '; did you mean Germany?'],
  ['Espaa', '; did you mean Spain?'],
  ['Austrla', '; a name such as Spain or its code ES is taken'],
  ['PRT', '; a name such as Spain or its code ES is taken'],
  ['Roma', '; a name such as Spain or its code ES is taken'],
  ['XX', '; a name such as Spain or its code ES is taken'],
  ['EU', '; a name such as Spain or its code ES is taken'],
  ['ZZ', '; a name such as Spain or its code ES is taken'],
  ['European Union', '; a name such as Spain or its code ES is taken'],
  ['276', '; a name such as Spain or its code ES is taken'],
  [' ', '; a name such as Spain or its code ES is taken'],
  ['\ud83d\ude00', '; a name such as Spain or its code ES is taken'],
])('%j is no country, and what may be meant is told', (typed, told) => {
  const problem = expect.stringContaining(told);
  expect(readCountry(typed)).toEqual({ problem });
  expect(readCountry(typed)).toEqual({ problem: expect.stringContaining(JSON.stringify(typed)) });
});

test.each([
  ['PT', 'Portugal'],
  ['de', 'Germany'],
  ['XX', 'XX'],
  ['Portugal', 'Portugal'],
  ['', ''],
])('a person reads the country %j as %j', (code, name) => {
  expect(countryName(code)).toBe(name);
});
