import type { ReconstructionType, View } from '../../contract/reconstruction.ts';
import { viewWords } from '../../contract/view-name.ts';
import { outlineMisfit } from '../fit/check-agreement.ts';
import { PhotoRefusal, type RefusalReason } from '../refusal.ts';
import { type ExpectedErrors, worstSign } from './expected-error.ts';
import { PARTS, type PartName, partsOf } from './parts.ts';
import type { Evidence, SignName, Signs } from './signs.ts';
import type { TwoWays } from './two-ways.ts';

/**
 * mm. A part that may be more wrong than the first is told with a warning. The part that the model is about is refused if it
 * is likely to be more wrong than the second.
 */
type Limit = readonly [warned: number, refused: number];

const OF_BODY: Limit = [20, Infinity];
const OF_BREAST: Limit = [9, Infinity];

/**
 * Each is about twice the bound that good photos get. Parts of a body are compared after the whole body was aligned, so
 * their bounds are larger. The skull's limit is the largest bound of 74 good heads, and none of them was more than 6.2 mm
 * wrong (`learned.ts`); a limit of 9 mm doubted good photos.
 */
const LIMITS_MM: Readonly<Record<ReconstructionType, Readonly<Partial<Record<PartName, Limit>>>>> = {
  face: { face: [5, 8], skull: [11, Infinity] },
  mammo: { torso_front: [8, 12], breast_left: OF_BREAST, breast_right: OF_BREAST },
  body: { body: [15, 25] },
};

export const limitOf = (type: ReconstructionType, part: PartName): Limit => LIMITS_MM[type][part] ?? OF_BODY;

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

/**
 * A size so far from people's, in standard deviations, that a mark or the measure is wrong: one right size in 2,000. Of a
 * woman's body scaled by her nipple distance it was 4.2, and the body 128 mm wrong; a hipline 30 % too large made it 5.3.
 */
export const MOST_ODD = 3.5;

/** What is expected to be wrong. Throws a `PhotoRefusal` where that is too much. */
export function doubtsOf(evidence: Evidence, signs: Signs, expected: ExpectedErrors): Doubt[] {
  const [main] = partsOf(evidence.type);
  if (signs.odd > MOST_ODD) {
    const sentence = `the ${evidence.scale.basis} does not go with the photos: the person would be of no human size`;
    throw new PhotoRefusal(
      'measure_implausible',
      [],
      sentence,
      'check the number, and that nothing hides what it measures',
    );
  }
  const doubts = evidence.ways.flatMap(disagreement);
  for (const part of partsOf(evidence.type)) {
    const { mm, likely } = expected[part] ?? { mm: 0, likely: 0 };
    const [warned, refused] = limitOf(evidence.type, part);
    if (mm <= warned) continue;
    const { view, what, hint } = causeOf(evidence, worstSign(evidence.type, part, signs));
    const reason = view === undefined ? 'measure_implausible' : 'views_inconsistent';
    if (likely > refused && part === main) {
      const sentence = `the model would be wrong by some ${Math.round(likely)} mm, because ${what}`;
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
export const warningOf = ({ sentence, hint }: Pick<Doubt, 'sentence' | 'hint'>): string =>
  sentence.includes(': ') ? `${capital(sentence)}. ${capital(hint)}.` : `${capital(sentence)}: ${hint}.`;

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

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
  const sentence = `the given eye distance is ${percent} % ${apart > 0 ? 'more' : 'less'} than the irises in the front photo tell`;
  return [{ reason: 'measure_implausible', sentence, hint: 'check the number and that it is in cm' }];
}
