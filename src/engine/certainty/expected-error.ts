import type { ReconstructionType } from '../../contract/reconstruction.ts';
import { LEARNED } from './learned.ts';
import type { LearnedPart } from './learned-form.ts';
import { type PartName, partsOf } from './parts.ts';
import type { SignName, Signs } from './signs.ts';

/** How wrong a part of a model may be: the mean distance of the true surface from it, after turn and shift, never scale. */
export interface ExpectedError {
  /** mm; of models told so, 95 % are at most as wrong. */
  mm: number;
  /** mm; half of the models told so are less wrong. */
  likely: number;
}

export type ExpectedErrors = Readonly<Partial<Record<PartName, ExpectedError>>>;

/**
 * The expected error of each part of a model, learned from models whose true error was measured (`learned.ts`).
 *
 * The logarithm of the error is a sum of signs with weights that are never negative, so that nothing that speaks against a
 * model can make it look better. The bound is a quantile of what the sum missed in people who were not learned from.
 */
export function expectedErrors(type: ReconstructionType, signs: Signs, learned = LEARNED): ExpectedErrors {
  const errors: Partial<Record<PartName, ExpectedError>> = {};
  for (const part of partsOf(type)) {
    const own = learned[type].parts[part];
    if (own === undefined) continue;
    const likely = Math.exp(likelyLog(own, signs));
    errors[part] = { mm: told(likely * own.bound), likely: told(likely) };
  }
  return errors;
}

const weightsOf = ({ weights }: LearnedPart) => Object.entries(weights) as [SignName, number][];

const likelyLog = (part: LearnedPart, signs: Signs): number =>
  weightsOf(part).reduce(
    (sum, [name, weight]) => sum + weight * Math.min(signs[name], part.most[name] ?? Infinity),
    part.base,
  );

/** Signs like nobody's before can make any number; what is beyond this is all the same, mm. */
const MOST_MM = 99.9;

/** In tenths, upwards, so that what is told is not less than what is meant. */
const told = (mm: number) => Math.min(MOST_MM, Math.ceil(mm * 10 - 1e-9) / 10);

/** The sign that raises the expected error of a part most, compared with usual models; undefined if none does. */
export function worstSign(type: ReconstructionType, part: PartName, signs: Signs, learned = LEARNED) {
  const own = learned[type].parts[part];
  if (own === undefined) return undefined;
  const raised = weightsOf(own)
    .map(([name, weight]) => ({ name, by: weight * (signs[name] - (own.usual[name] ?? 0)) }))
    .sort((a, b) => b.by - a.by)[0];
  return raised !== undefined && raised.by > 0 ? raised.name : undefined;
}
