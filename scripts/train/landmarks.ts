import type { Landmark, LandmarkName } from '../../src/engine/morphable/morphable-model.ts';
import type { Mesh } from '../../src/engine/surface/mesh.ts';
import type { Vec3 } from '../../src/engine/vector.ts';
import { nearestFinder } from './nearest.ts';
import { type Population, pupilsOf } from './population.ts';
import { noseOf, type Template } from './template.ts';

/** Named places of the mean person: from the data where it knows them, else from the surface's own shape. */
export function landmarksOf(
  { half, whole, parts }: Template,
  mean: Mesh,
  population: Population,
): Partial<Record<LandmarkName, Landmark>> {
  const places: Partial<Record<LandmarkName, Vec3>> = {};
  const both = (name: string, [x, y, z]: Vec3) => {
    places[name.replace('*', 'left') as LandmarkName] = [Math.abs(x), y, z];
    places[name.replace('*', 'right') as LandmarkName] = [-Math.abs(x), y, z];
  };
  const vertex = population.landmarks.nipple_left * 3;
  both('nipple_*', [mean.positions[vertex]!, mean.positions[vertex + 1]!, mean.positions[vertex + 2]!]);
  both('pupil_*', pupilsOf(mean.positions, population.firstEyeball)[0] as unknown as Vec3);
  const points = parts.map((part, i) => ({
    part,
    at: [...half.positions.subarray(i * 3, i * 3 + 3)] as unknown as Vec3,
  }));
  const line = points
    .filter(({ at, part }) => at[0] === 0 && at[2] > 0.02 && part !== undefined)
    .map(({ at }) => at)
    .sort((a, b) => a[1] - b[1]);
  const nose = noseOf(half, parts);
  places.nose_tip = nose;
  const chin = line.filter(([, y]) => y > 1.47 && y < 1.525);
  if (chin.length > 0) places.chin = best(chin, ([, y, z]) => z - 0.4 * y);
  const front = points.filter(({ part, at }) => part === 'head' && at[2] > 0.08).map(({ at }) => at);
  if (front.length > 0) {
    both(
      'mouth_*',
      best(front, ([x, y]) => -Math.hypot(x - MOUTH_CORNER[0], y - MOUTH_CORNER[1])),
    );
  }
  const ear = points.filter(({ part, at: [x, , z] }) => part === 'head' && x > 0.0745 && z < 0.06).map(({ at }) => at);
  if (ear.length > 0) {
    both(
      'ear_*_top',
      best(ear, ([, y]) => y),
    );
    both(
      'ear_*_bottom',
      best(ear, ([, y]) => -y),
    );
  }
  places.navel = deepest(line, 1.0, 1.08);
  places.sternal_notch = deepest(line, 1.4, 1.47);
  const nearest = nearestFinder(whole, 0.006);
  const landmarks: Partial<Record<LandmarkName, Landmark>> = {};
  for (const [name, at] of Object.entries(places) as [LandmarkName, Vec3][]) {
    const found = at && nearest(...at);
    if (found) landmarks[name] = { triangle: found.triangle, weights: found.weights };
  }
  return landmarks;
}

/** Metres to the side and above the floor; seen on pictures of the mean person. */
const MOUTH_CORNER = [0.0215, 1.5495] as const;

function best(points: readonly Vec3[], score: (at: Vec3) => number): Vec3 {
  return points.reduce((a, b) => (score(b) > score(a) ? b : a));
}

/**
 * The place where the middle line lies furthest behind the straight line between its neighbours 2.5 cm above and below.
 */
function deepest(line: readonly Vec3[], from: number, to: number): Vec3 {
  const depthAt = (y: number) => {
    const above = line.findIndex((at) => at[1] >= y);
    if (above <= 0) return line[Math.max(0, line.length - 1)]![2];
    const [a, b] = [line[above - 1]!, line[above]!];
    return a[2] + ((b[2] - a[2]) * (y - a[1])) / (b[1] - a[1]);
  };
  const inside = line.filter(([, y]) => y > from && y < to);
  if (inside.length === 0) return [0, -1, 0];
  return best(inside, ([, y, z]) => (depthAt(y - 0.025) + depthAt(y + 0.025)) / 2 - z);
}
