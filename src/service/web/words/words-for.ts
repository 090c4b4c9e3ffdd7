import { ar } from './ar.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { pt } from './pt.ts';
import type { Words } from './words.ts';

export const ALL_WORDS: readonly Words[] = [en, es, pt, de, fr, ar];

/** The words of the language that a browser likes best, of those that there are; English where it likes none of them. */
export function wordsFor(acceptLanguage: string | undefined): Words {
  const liked = (acceptLanguage ?? '')
    .slice(0, 1000)
    .split(',')
    .map((part) => {
      const [, language, quality = '1'] = /^\s*([a-z]+)(?:-[\w-]+)?\s*(?:;\s*q=([\d.]+)\s*)?$/i.exec(part) ?? [];
      return { language: language?.toLowerCase(), quality: Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  for (const { language } of liked) {
    const words = ALL_WORDS.find((one) => one.language === language);
    if (words !== undefined) return words;
  }
  return en;
}
