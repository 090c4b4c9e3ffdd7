import { isReconstructionType, type ReconstructionType } from '../../contract/reconstruction.ts';
import { folded } from '../folded.ts';

/** What offices write for a type, in the languages of their titles. */
const WORDS: Readonly<Record<ReconstructionType, string>> = {
  face: 'cara, rostro, rosto, Gesicht, visage',
  mammo: 'breast, breasts, mama, mamas, pecho, pechos, seno, senos, Brust, Brüste, sein, seins, poitrine',
  body: 'cuerpo, corpo, Körper, corps',
};

const typesByWord = new Map(
  Object.entries(WORDS).flatMap(([type, words]) => words.split(', ').map((word) => [folded(word), type] as const)),
);

/** The type that a word stands for, in a list or elsewhere, `Cara` or `FACE`; undefined where it is the type itself, or none. */
export function typeOfListWord(written: string): string | undefined {
  if (isReconstructionType(written)) return undefined;
  const word = folded(written);
  return isReconstructionType(word) ? word : typesByWord.get(word);
}
