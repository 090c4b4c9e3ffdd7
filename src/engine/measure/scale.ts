import { NO_EYE_DISTANCE } from '../../contract/measure-hints.ts';
import type { MeasureName, ReconstructionType } from '../../contract/reconstruction.ts';
import type { FitView, MeasureConstraint } from '../fit/fit-types.ts';
import type { LandmarkName } from '../morphable/morphable-model.ts';
import { PhotoRefusal } from '../refusal.ts';
import { boundsOf, type Mesh } from '../surface/mesh.ts';

/** The rule for the size of a person. */
export interface Scale {
  /** The measure that the fit keeps; if absent, the person gets the usual size of people of this shape. */
  measure?: MeasureConstraint;
  /** The source of the scale, in words. */
  basis: string;
  warnings: string[];
}

interface Measured {
  type: ReconstructionType;
  provider: number;
  /** cm */
  measures: Partial<Record<MeasureName, number>>;
}

/** Mean distance between the pupils of adults, cm. */
const USUAL_EYE_DISTANCE_CM = 6.3;
/** A hipline above this is a circumference, below it a width, cm: the ranges of adults do not overlap. */
const LARGEST_HIP_WIDTH_CM = 60;

/** Chooses the scale: the measure that the provider asks for, if its marks were found in the front photo. */
export function scaleOf({ type, provider, measures }: Measured, views: readonly FitView[]): Scale {
  const { eye_distance, nipple_to_nipple, hipline } = measures;
  const isSeen = (name: LandmarkName) =>
    views.some(({ view, landmarks }) => view === 'front' && landmarks.some((one) => one.name === name));
  if (type === 'face') {
    return isSeen('pupil_left') ? byEyes(eye_distance) : usual('the pupils were not found in the front photo');
  }
  // Full bodies are measured at the chest, as their provider asks; others at the hipline, which is longer, if it is
  // given.
  const isByHip = type === 'body' && hipline !== undefined && (provider !== 7 || !isSeen('nipple_left'));
  if (isByHip) return byHip(hipline);
  if (nipple_to_nipple === undefined) return usual('no measure that sets the size was given');
  if (!isSeen('nipple_left')) return usual('the nipples were not found in the front photo');
  return {
    measure: { kind: 'distance', from: 'nipple_right', to: 'nipple_left', metres: nipple_to_nipple / 100 },
    basis: `nipple to nipple of ${nipple_to_nipple} cm`,
    warnings: [],
  };
}

function byEyes(given: number | undefined): Scale {
  const cm = given ?? USUAL_EYE_DISTANCE_CM;
  const assumed = `${NO_EYE_DISTANCE}: ${cm} cm, an adult's usual one, is assumed. ${sizeAlone(5)}`;
  return {
    measure: { kind: 'distance', from: 'pupil_right', to: 'pupil_left', metres: cm / 100 },
    basis: `eye distance of ${cm} cm`,
    warnings: given === undefined ? [assumed] : [],
  };
}

function byHip(cm: number): Scale {
  const isGirth = cm > LARGEST_HIP_WIDTH_CM;
  return {
    measure: { kind: isGirth ? 'hip_circumference' : 'hip_width', metres: cm / 100 },
    basis: `hipline of ${cm} cm, taken as a ${isGirth ? 'circumference' : 'width'}`,
    warnings: [],
  };
}

const usual = (why: string): Scale => ({
  basis: 'what people of this shape usually measure',
  warnings: [`The given measure could not be used, because ${why}: a usual size is assumed. ${sizeAlone(10)}`],
});

/** How exact a model is told to be does not count an assumed size. */
const sizeAlone = (percent: number) =>
  `So the model may be ${percent} % too large or too small; its shape is not affected.`;

/** Possible heights of a model, metres; wide, because they only have to find a wrong unit or wrong marks. */
const HEIGHT_M: Record<ReconstructionType, readonly [number, number]> = {
  face: [0.2, 0.9],
  mammo: [0.35, 1.3],
  body: [1.1, 2.4],
};

/** Throws `generation_failed` if the scale makes the person far too small or too large. */
export function checkSize(type: ReconstructionType, mesh: Mesh, { basis }: Scale): void {
  const { low, high } = boundsOf(mesh.positions);
  const heightM = high[1]! - low[1]!;
  const [least, most] = HEIGHT_M[type];
  if (heightM >= least && heightM <= most) return;
  const shown = { face: 'the head and shoulders', mammo: 'the upper body', body: 'the person' }[type];
  throw new PhotoRefusal(
    'measure_implausible',
    [],
    `${basis} would make ${shown} ${heightM.toFixed(2)} m tall`,
    'check the number and that it is in cm, and that the front photo is of the right kind',
  );
}
