import type { MorphableModel } from '../morphable/morphable-model.ts';
import { type Doubt, doubtsOf } from './doubts.ts';
import { evidenceOf } from './evidence.ts';
import { type ExpectedErrors, expectedErrors } from './expected-error.ts';
import { signsOf } from './signs.ts';

/** How far a fitted person may be from the true one, with what makes that doubtful. */
export interface Certainty {
  expected: ExpectedErrors;
  doubts: Doubt[];
}

/** Throws a `PhotoRefusal` if the model would be too wrong to be of use. */
export function certaintyOf(model: MorphableModel, ...found: FoundPerson): Certainty {
  const evidence = evidenceOf(model, ...found);
  const signs = signsOf(evidence);
  const expected = expectedErrors(evidence.type, signs);
  return { expected, doubts: doubtsOf(evidence, signs, expected) };
}

type FoundPerson = Parameters<typeof evidenceOf> extends [MorphableModel, ...infer Rest] ? Rest : never;
