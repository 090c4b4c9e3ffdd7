import { expect, test } from 'vitest';
import { containsPattern, foldText } from '../../../src/service/domain/fold.ts';

test.each([
  ['Ana SÁNCHEZ', 'ana sanchez'],
  ['Müller', 'muller'],
  ['Mu\u0308ller', 'muller'],
  ['STRASSE', 'strasse'],
  ['Straße', 'strasse'],
  ['Łódź', 'lodz'],
  ['Ærø', 'aero'],
  ['İstanbul', 'istanbul'],
  ['ﬁ Ａ', 'fi a'],
  ['Иван', 'иван'],
  ['山田', '山田'],
  ['', ''],
  [null, ''],
])('%j folds to %j', (text, folded) => expect(foldText(text)).toBe(folded));

test('what LIKE takes for a wildcard is found as itself', () => {
  expect(containsPattern('50%_\\')).toBe('%50\\%\\_\\\\%');
});
