import type { ReconstructionType } from '../../contract/reconstruction.ts';
import { project } from '../camera.ts';
import { outlineMisfit } from '../fit/check-agreement.ts';
import type { FitResult, FitView } from '../fit/fit-types.ts';
import { patchShift } from '../fit/patch-shift.ts';
import type { Scale } from '../measure/scale.ts';
import { unusualSize } from '../measure/unusual-size.ts';
import { type MorphableModel, REGION } from '../morphable/morphable-model.ts';
import { pointAt, surfacePoint } from '../morphable/surface-point.ts';
import { CAMERA_DISTANCE } from '../views.ts';
import type { TwoWays } from './two-ways.ts';

/** A fitted person with what the fit was made from. */
export interface Evidence {
  type: ReconstructionType;
  provider: 4 | 5 | 6 | 7;
  model: MorphableModel;
  views: readonly FitView[];
  fit: FitResult;
  overlaps: readonly number[];
  scale: Scale;
  ways: readonly TwoWays[];
  /** Photos that pass, but only just. */
  doubtful: number;
}

/**
 * The signs by which a model's error is foretold. All grow as it becomes less certain, so that more of a sign never
 * lowers the expectation; see `expected-error.ts`.
 */
export const SIGNS = [
  'misfit',
  'worst',
  'unlike',
  'unmatched',
  'pull',
  'shape',
  'odd',
  'resized',
  'moved',
  'lens',
  'overlap',
  'apart',
  'iris',
  'unsized',
  'doubtful',
  'few',
  'quick',
] as const;
export type SignName = (typeof SIGNS)[number];
export type Signs = Readonly<Record<SignName, number>>;

export function signsOf(evidence: Evidence): Signs {
  const { type, provider, model, views, fit, overlaps, scale, ways, doubtful } = evidence;
  const misfits = views.map((_, i) => inMm(outlineMisfit(fit, i) * heightOf(evidence, i), evidence, i));
  const side = (name: 'left' | 'right') => misfits[views.findIndex(({ view }) => view === name)] ?? 0;
  const { coefficients, shared } = fit.state;
  const used = coefficients.filter((value) => value !== 0);
  const { usual, spread } = CAMERA_DISTANCE[type];
  return {
    /** Outlines of photo and model: logarithm of their distance in mm, of all photos and of the worst. */
    misfit: Math.log(Math.sqrt(mean(misfits.map((mm) => mm * mm)))),
    worst: Math.log(Math.max(...misfits)),
    /** Difference between the side photos, mm. */
    unlike: Math.abs(side('left') - side('right')),
    unmatched: 1 - Math.min(...fit.matched),
    /** Root mean square distance of the marks from where the model has them, in their standard deviations. */
    pull: Math.log1p(markPull(evidence)),
    /** How far from the mean person, in standard deviations of each way in which people differ. */
    shape: Math.sqrt(mean([...used].map((value) => value * value))),
    odd: Math.abs(unusualSize(type, model, fit)),
    /** What the size still had to change at the end, %. */
    resized: 100 * Math.abs(Math.log(fit.scaleStep)),
    /** How far the surface was moved from the model of people to the outlines, mm. */
    moved: Math.log(movedMm(evidence) + LEAST_MOVED_MM),
    lens: Math.abs(shared.logFocal - Math.log(usual)) / spread,
    overlap: 100 * (1 - Math.min(...overlaps)),
    /** Two ways to the same number, %: measures, and the pupils' distance by their irises. */
    apart: 100 * apartBy('measure', ways),
    iris: 100 * apartBy('eye_distance', ways),
    unsized: scale.measure === undefined || scale.warnings.length > 0 ? 1 : 0,
    doubtful: Math.min(doubtful, 1),
    few: type === 'face' && views.length < 6 ? 1 : 0,
    quick: provider === 4 ? 1 : 0,
  };
}

/** Below this the logarithm would tell noise. */
const LEAST_MOVED_MM = 0.1;

const apartBy = (what: TwoWays['what'], ways: readonly TwoWays[]) =>
  Math.max(0, ...ways.filter((one) => one.what === what).map(({ apart }) => Math.abs(apart)));

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const heightOf = ({ views }: Evidence, view: number) => views[view]!.silhouette.mask.heightPx;

/** A length in a picture as a length at the person's depth. */
function inMm(px: number, { fit, model }: Evidence, view: number): number {
  const { focalPx, rotation: r, translation: t } = fit.cameras[view]!;
  const sum = [0, 0, 0];
  const { positions } = fit.modelMesh;
  for (let i = 0; i < positions.length; i++) sum[i % 3] = sum[i % 3]! + positions[i]!;
  const count = model.regions.length;
  const depth = (r[6]! * sum[0]! + r[7]! * sum[1]! + r[8]! * sum[2]!) / count + t[2];
  return (px * depth * 1000) / focalPx;
}

function markPull({ model, views, fit }: Evidence): number {
  const squares: number[] = [];
  const at = new Float64Array(3);
  views.forEach(({ landmarks }, i) => {
    const camera = fit.cameras[i]!;
    for (const { name, xPx, yPx, sigmaPx, patchPx2 } of landmarks) {
      const landmark = model.landmarks[name];
      if (landmark === undefined) continue;
      const point = surfacePoint(model, landmark);
      const [x, y, z] = pointAt(fit.modelMesh, point);
      project(camera, x!, y!, z!, at);
      const [dx, dy] = patchPx2 === undefined ? [0, 0] : patchShift(fit.modelMesh, camera, point, patchPx2);
      squares.push(((at[0]! - xPx - dx) ** 2 + (at[1]! - yPx - dy) ** 2) / (2 * sigmaPx ** 2));
    }
  });
  return Math.sqrt(mean(squares));
}

/** Mean over the vertices, without arms, which hang as they like. */
function movedMm({ model, fit }: Evidence): number {
  let [sum, count] = [0, 0];
  model.regions.forEach((region, v) => {
    if ((region & REGION.arms) !== 0) return;
    const by = [0, 1, 2].map((c) => fit.mesh.positions[v * 3 + c]! - fit.modelMesh.positions[v * 3 + c]!);
    sum += Math.hypot(...by);
    count++;
  });
  return (1000 * sum) / count;
}
