import type { View } from '../../contract/reconstruction.ts';
import { outlineMisfit } from '../fit/check-agreement.ts';
import { PhotoRefusal, type RefusalReason } from '../refusal.ts';
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

/** Something that makes a model doubtful, for clinic staff. */
export interface Doubt {
  reason: RefusalReason;
  /** The photo to take again; undefined if a measure is at fault, or nothing in particular. */
  view?: View | undefined;
  /** Without a full stop. */
  sentence: string;
  /** What to do. */
  hint: string;
}

/** What is expected to be wrong. Throws a `PhotoRefusal` where that is too much. */
export function doubtsOf(evidence: Evidence, signs: Signs, expected: ExpectedErrors): Doubt[] {
  const [main] = partsOf(evidence.type);
  const doubts = evidence.ways.flatMap(disagreement);
  for (const part of partsOf(evidence.type)) {
    const mm = expected[part]?.mm ?? 0;
    const [warned, refused] = LIMITS_MM[part];
    if (mm <= warned) continue;
    const { view, what, hint } = causeOf(evidence, worstSign(evidence.type, part, signs));
    const reason = view === undefined ? 'measure_implausible' : 'views_inconsistent';
    if (mm > refused && part === main) {
      const sentence = `the model would be wrong by up to ${Math.round(mm)} mm, because ${what}`;
      throw new PhotoRefusal(reason, view === undefined ? [] : [view], sentence, hint);
    }
    doubts.push({
      reason,
      view,
      sentence: `the ${PARTS[part].words} may be wrong by up to ${mm} mm, because ${what}`,
      hint,
    });
  }
  return doubts;
}

/** As a warning of the report. */
export const warningOf = ({ sentence, hint }: Doubt): string =>
  `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}: ${hint}.`;

const OF_MEASURE: readonly SignName[] = ['odd', 'resized', 'apart', 'iris', 'unsized'];

/** What makes a model doubtful, and what helps. */
function causeOf(evidence: Evidence, sign: SignName | undefined): { view?: View; what: string; hint: string } {
  const { views, fit } = evidence;
  if (sign !== undefined && OF_MEASURE.includes(sign)) {
    return { what: 'its size does not go with the photos', hint: 'check the measure and that it is in cm' };
  }
  if (sign === 'few' || sign === 'quick') {
    return { what: 'it was made from few photos', hint: 'give more photos, or choose a finer provider' };
  }
  const worst = views
    .map(({ view }, i) => ({ view, misfit: outlineMisfit(fit, i) }))
    .sort((a, b) => b.misfit - a.misfit)[0]!;
  return {
    view: worst.view,
    what: `the ${viewWords(worst.view)} does not go with the others`,
    hint: 'take it again, the same person in the same posture, hair away from the face and nothing before the body',
  };
}

/** An iris and its place in the photo tell the distance of the pupils to about this share; see `two-ways.ts`. */
const MOST_IRIS_APART = 0.2;

function disagreement({ what, apart }: TwoWays): Doubt[] {
  // A second measure is told by `doubtfulMeasures`, with both numbers.
  if (what !== 'eye_distance' || Math.abs(apart) <= MOST_IRIS_APART) return [];
  const percent = Math.round(100 * Math.abs(Math.expm1(apart)));
  const sentence = `the given eye_distance is ${percent} % ${apart > 0 ? 'more' : 'less'} than the irises in the front photo tell`;
  return [{ reason: 'measure_implausible', sentence, hint: 'check the number and that it is in cm' }];
}
