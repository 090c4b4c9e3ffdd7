import type { ReconstructionType } from '../../../src/contract/reconstruction.ts';
import type { Camera } from '../../../src/engine/camera.ts';
import { disagreements, middleSteps, outlinePoints, type RaySearch } from './consistency.ts';
import { solveLeastSquares } from './least-squares.ts';
import { cameraOf, guessPoses, POSE_SIZE, type Pose, poseFromNumbers, poseToNumbers, usualDistance } from './pose.ts';
import type { WideSilhouette } from './wide-silhouette.ts';

export interface FittedCameras {
  /** In the order of the silhouettes, at their size; the unit of length is the height the front photo shows. */
  cameras: Camera[];
  poses: Pose[];
  /** Root mean square by which each view's outline lies outside the others, in heights of the front photo. */
  disagreement: number[];
}

/**
 * Turns, scales and shifts every photo until the silhouettes agree (see `consistency.ts`), held near the usual
 * angles and one common scale by how far clinic photos really stray.
 */
export function fitCameras(silhouettes: readonly WideSilhouette[], type: ReconstructionType): FittedCameras {
  const distance = usualDistance(type);
  let poses = guessPoses(silhouettes);
  const guess = poses;
  poses = shiftStrayViews(silhouettes, poses, distance);
  for (const { perView, rounds } of [
    { perView: 60, rounds: 10 },
    { perView: 160, rounds: 8 },
  ]) {
    poses = refine(silhouettes, poses, guess, distance, perView, rounds);
  }
  const cameras = camerasOf(silhouettes, poses, distance);
  return { cameras, poses, disagreement: rootMeanSquares(silhouettes, cameras, distance) };
}

const camerasOf = (silhouettes: readonly WideSilhouette[], poses: readonly Pose[], distance: number) =>
  poses.map((pose, i) => cameraOf(pose, silhouettes[i]!.mask.widthPx, silhouettes[i]!.mask.heightPx, distance));

/** Outline noise of a good mask, in heights of the front photo; and the weight of points, which are not independent. */
const OUTLINE_SIGMA = 0.002;
const POINT_WEIGHT = 0.25;
/** Disagreement beyond this many sigmas counts less and less: hair and moved arms must not turn a camera. */
const ROBUST_AT = 4;

/** Half the depth in which the person lies, in units. */
const REACH = 0.6;

function refine(
  silhouettes: readonly WideSilhouette[],
  start: readonly Pose[],
  guess: readonly Pose[],
  distance: number,
  perView: number,
  rounds: number,
): Pose[] {
  const points = silhouettes.map((silhouette) => outlinePoints(silhouette, perView));
  const sigmas = Float64Array.from(silhouettes.flatMap((silhouette) => priorSigmas(silhouette)));
  const centre = Float64Array.from(guess.flatMap(poseToNumbers));
  const parameters = Float64Array.from(start.flatMap(poseToNumbers));
  const search: RaySearch = { middle: distance, reach: REACH, steps: 24 };
  const best = middleSteps(points, search);
  const count = best.length;
  const residuals = (values: Float64Array) => {
    const poses = silhouettes.map((_, i) => poseFromNumbers(values, i * POSE_SIZE));
    const outside = disagreements(silhouettes, camerasOf(silhouettes, poses, distance), points, search, best);
    const all = new Float64Array(count + values.length);
    for (let i = 0; i < count; i++) all[i] = Math.sqrt(POINT_WEIGHT) * robust(outside[i]! / OUTLINE_SIGMA);
    for (let k = 0; k < values.length; k++) all[count + k] = (values[k]! - centre[k]!) / sigmas[k]!;
    return all;
  };
  const steps = new Float64Array(parameters.length).fill(5e-4);
  const { parameters: fitted } = solveLeastSquares({ parameters, residuals, steps }, rounds);
  return silhouettes.map((_, i) => poseFromNumbers(fitted, i * POSE_SIZE));
}

/** Square root of a Huber loss, keeping the sign. */
function robust(x: number): number {
  const size = Math.abs(x);
  if (size <= ROBUST_AT) return x;
  return Math.sign(x) * Math.sqrt(2 * ROBUST_AT * size - ROBUST_AT ** 2);
}

const RADIANS = Math.PI / 180;

/** How far a photo strays from the guess (one standard deviation), in the order of a pose's numbers. */
function priorSigmas({ view, cut }: WideSilhouette): number[] {
  // The front photo holds the world: its scale and place are everybody's.
  if (view === 'front') return [2.5 * RADIANS, 1.5 * RADIANS, 1.5 * RADIANS, 1e-3, 1e-3, 1e-3];
  if (view === 'below') return [5 * RADIANS, 12 * RADIANS, 3 * RADIANS, 0.08, 0.2, 0.3];
  const vertical = cut.top && cut.bottom ? 0.015 : 0.06;
  return [3.5 * RADIANS, 1.5 * RADIANS, 1.5 * RADIANS, 0.04, 0.15, vertical];
}

/** A view from below has no top or bottom in common with the others: its place is looked for on a grid. */
function shiftStrayViews(silhouettes: readonly WideSilhouette[], poses: readonly Pose[], distance: number): Pose[] {
  const below = silhouettes.findIndex(({ view }) => view === 'below');
  if (below < 0) return [...poses];
  const points = silhouettes.map((silhouette) => outlinePoints(silhouette, 50));
  const search: RaySearch = { middle: distance, reach: REACH, steps: 24 };
  const best = middleSteps(points, search);
  const candidates: Pose[] = [];
  for (let dy = -0.3; dy <= 0.301; dy += 0.05) {
    for (const dx of [-0.06, 0, 0.06]) {
      candidates.push({ ...poses[below]!, offsetX: poses[below]!.offsetX + dx, offsetY: poses[below]!.offsetY + dy });
    }
  }
  const costs = candidates.map((candidate) => {
    const tried = poses.map((pose, i) => (i === below ? candidate : pose));
    return sumOf(disagreements(silhouettes, camerasOf(silhouettes, tried, distance), points, search, best));
  });
  const chosen = candidates[costs.indexOf(Math.max(...costs))]!;
  return poses.map((pose, i) => (i === below ? chosen : pose));
}

const sumOf = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);

function rootMeanSquares(
  silhouettes: readonly WideSilhouette[],
  cameras: readonly Camera[],
  distance: number,
): number[] {
  const points = silhouettes.map((silhouette) => outlinePoints(silhouette, 160));
  const search: RaySearch = { middle: distance, reach: REACH, steps: 32 };
  const outside = disagreements(silhouettes, cameras, points, search, middleSteps(points, search));
  let at = 0;
  return points.map(({ positions }) => {
    const count = positions.length / 2;
    const own = outside.subarray(at, at + count);
    at += count;
    return Math.sqrt(own.reduce((sum, value) => sum + value * value, 0) / Math.max(1, count));
  });
}
