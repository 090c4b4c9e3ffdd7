import type { View } from '../../contract/reconstruction.ts';
import { outlineMisfit } from '../fit/check-agreement.ts';
import { PhotoRefusal } from '../refusal.ts';
import { viewWords } from '../views.ts';
import { type ExpectedErrors, worstSign } from './expected-error.ts';
import { PARTS, type PartName, partsOf } from './parts.ts';
import type { Evidence, SignName, Signs } from './signs.ts';
import type { TwoWays } from './two-ways.ts';

/** mm: above the first a model is told with a warning, above the second it is refused. */
export const LIMITS_MM: Readonly<Record<PartName, readonly [warned: number, refused: number]>> = {
  face: [5, 12],
  skull: [8, 30],
  torso_front: [8, 20],
  breast_left: [8, 30],
  breast_right: [8, 30],
  body: [12, 30],
};

/** Warnings of what is expected to be wrong. Throws a `PhotoRefusal` where that is too much. */
export function doubtsOf(evidence: Evidence, signs: Signs, expected: ExpectedErrors): string[] {
  const warnings = evidence.ways.flatMap(disagreement);
  for (const part of partsOf(evidence.type)) {
    const mm = expected[part]?.mm ?? 0;
    const [warned, refused] = LIMITS_MM[part];
    if (mm <= warned) continue;
    const { view, what, todo } = causeOf(evidence, worstSign(evidence.type, part, signs));
    if (mm > refused && part === partsOf(evidence.type)[0]) {
      const reason = view === undefined ? 'measure_implausible' : 'views_inconsistent';
      const sentence = `the model would be wrong by up to ${Math.round(mm)} mm, because ${what}`;
      throw new PhotoRefusal(reason, view === undefined ? [] : [view], sentence, todo);
    }
    warnings.push(`The ${PARTS[part].words} may be wrong by up to ${mm} mm, because ${what}: ${todo}.`);
  }
  // Breasts that are wrong for the same reason need one sentence.
  return [...new Set(warnings)];
}

const OF_MEASURE: readonly SignName[] = ['odd', 'resized', 'apart', 'iris', 'unsized'];

/** What makes a model doubtful, and what helps. */
function causeOf(evidence: Evidence, sign: SignName | undefined): { view?: View; what: string; todo: string } {
  const { views, fit } = evidence;
  if (sign !== undefined && OF_MEASURE.includes(sign)) {
    return { what: 'its size does not go with the photos', todo: 'check the measure and that it is in cm' };
  }
  if (sign === 'few' || sign === 'quick') {
    return { what: 'it was made from few photos', todo: 'give more photos, or choose a finer provider' };
  }
  const worst = views
    .map(({ view }, i) => ({ view, misfit: outlineMisfit(fit, i) }))
    .sort((a, b) => b.misfit - a.misfit)[0]!;
  return {
    view: worst.view,
    what: `the ${viewWords(worst.view)} does not go with the others`,
    todo: 'take it again, the same person in the same posture, hair away from the face and nothing before the body',
  };
}

/** An iris and its place in the photo tell the distance of the pupils to about this share; see `two-ways.ts`. */
const MOST_IRIS_APART = 0.2;

function disagreement({ what, apart }: TwoWays): string[] {
  // A second measure is told by `doubtfulMeasures`, with both numbers.
  if (what !== 'eye_distance' || Math.abs(apart) <= MOST_IRIS_APART) return [];
  const percent = Math.round(100 * Math.abs(Math.expm1(apart)));
  const way = apart > 0 ? 'more' : 'less';
  return [`The given eye_distance is ${percent} % ${way} than the irises in the front photo tell: check the number.`];
}
