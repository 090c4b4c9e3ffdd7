import { titledGivenFirst } from '../name-order.ts';

/** A number or date in front, as clinics file their folders: `41 Maria Silva`, `2024-05-03_Maria_Silva`. */
const NUMBER_IN_FRONT = /^[\d.\-/]+[\s.-]+(?=\p{L})/u;
const NAME = /^[\p{L}\p{M}'’.,\- ]+$/u;

/**
 * The name of a patient in that of a folder: `Silva, Maria`, `41 Maria Silva` and `maria_silva` hold one. Undefined where
 * it has more than one number in front, or is no first name and surname: then only a person knows.
 */
export function nameOfFolder(folder: string): string | undefined {
  const plain = folder.normalize('NFC').replaceAll('_', ' ').replaceAll(/\s+/g, ' ').trim();
  const name = plain.replace(NUMBER_IN_FRONT, '');
  if (!NAME.test(name)) return undefined;
  const said = name.includes(',') ? titledGivenFirst(name) : name;
  const words = (said ?? '').split(' ').filter((word) => /\p{L}/u.test(word));
  return words.length < 2 ? undefined : said;
}
