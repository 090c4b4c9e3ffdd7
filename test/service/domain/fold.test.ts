import { expect, test } from 'vitest';
import { foldText, textFilter } from '../../../src/service/domain/fold.ts';

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

test.each([
  ['Ána', { part: 'ana' }],
  [' li', { part: ' li' }],
  ['ﬁ1', { part: 'fi1' }],
  ['ß1x', { part: 'ss1x' }],
  ['  ', { part: '  ' }],
  ['Li', { word: 'li' }],
  ['L ', { word: 'l' }],
  ['ß', { word: 'ss' }],
  ['-', { word: '-' }],
  ['😀😀', { word: '😀😀' }],
  ['', undefined],
  [undefined, undefined],
])('the filter %j is %j', (text, filter) => expect(textFilter(text)).toEqual(filter));
