import { expect, test } from 'vitest';
import { ALL_WORDS, wordsFor } from '../../src/service/web/words/words-for.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['xx', 'en'],
  ['pt-BR,pt;q=0.9,en;q=0.8', 'pt'],
  ['zh-CN,zh;q=0.9,fr;q=0.7,en;q=0.8', 'en'],
  ['de;q=0, es-419', 'es'],
  ['AR-EG', 'ar'],
  [`${'x'.repeat(100_000)},de`, 'en'],
  ['de;q=abc', 'en'],
])('a browser that likes %j reads %s', (header, language) => {
  expect(wordsFor(header?.slice(0, 200_000)).language).toBe(language);
});

type Texts = { [name: string]: string | Texts | readonly string[] };

/** Each text by its place. */
function textsOf(texts: Texts, at = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[`${at}${name}`, value]] : textsOf(value as Texts, `${at}${name}.`),
  );
}

const placesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
/** Other languages have a whole sentence where English quotes the service. */
const QUOTED = /^form\.(sorry|photoProblem|fieldProblem|formProblem)$/;

/** Read from the right, a number after a Latin word stands before it, away from its unit. */
const LATIN_THEN_NUMBER = /[A-Za-z][^\p{L}]*\d/u;
/** Where a line may end although the mark belongs to the word. */
const LOOSE_MARK = / [:;?!»]|« /;

const [english, ...others] = ALL_WORDS.map((words) => ({
  language: words.language,
  texts: new Map(textsOf(words as unknown as Texts)),
}));

test.each(others.map((one) => [one.language, one.texts] as const))(
  'in %s every text is there, says something of its own, and has the places of the English one',
  (_language, texts) => {
    expect([...texts.keys()].sort()).toEqual([...english!.texts.keys()].sort());
    for (const [place, text] of texts) {
      expect([place, text.trim()]).not.toEqual([place, '']);
      const own = english!.texts.get(place)!;
      if (!QUOTED.test(place)) expect([place, placesIn(text)]).toEqual([place, placesIn(own)]);
      // A word may be the same in two languages, a sentence is not.
      if (own.length > 25) expect([place, text]).not.toEqual([place, own]);
    }
  },
);

test('in French no mark begins or ends a line by itself', () => {
  const { texts } = others.find(({ language }) => language === 'fr')!;
  expect([...texts].filter(([, text]) => LOOSE_MARK.test(text))).toEqual([]);
});

test('in Arabic numbers stand beside their unit, which is Arabic, too', () => {
  const { texts } = others.find(({ language }) => language === 'ar')!;
  expect([...texts].filter(([, text]) => LATIN_THEN_NUMBER.test(text))).toEqual([]);
  expect(texts.get('page.cm')).toBe('سم');
});
