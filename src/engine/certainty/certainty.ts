import type { MorphableModel } from '../morphable/morphable-model.ts';
import { doubtsOf } from './doubts.ts';
import { evidenceOf } from './evidence.ts';
import { type ExpectedErrors, expectedErrors } from './expected-error.ts';
import { signsOf } from './signs.ts';

/** How far a fitted person may be from the true one, with what there is to warn of. */
export interface Certainty {
  expected: ExpectedErrors;
  warnings: string[];
}

/** Throws a `PhotoRefusal` if the model would be too wrong to be of use. */
export function certaintyOf(model: MorphableModel, ...found: FoundPerson): Certainty {
  const evidence = evidenceOf(model, ...found);
  const signs = signsOf(evidence);
  const expected = expectedErrors(evidence.type, signs);
  return { expected, warnings: doubtsOf(evidence, signs, expected) };
}

type FoundPerson = Parameters<typeof evidenceOf> extends [MorphableModel, ...infer Rest] ? Rest : never;
