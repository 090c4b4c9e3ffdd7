import { aligned, type Sample } from './measure/align.ts';
import { distancesMm, quantile } from './measure/distance-map.ts';
import type { FindNearest, Nearest } from './measure/nearest.ts';
import { type Rigid, turnOf } from './measure/rigid.ts';
import { rimOf } from './measure/rim.ts';
import { cornersOf, type Surface, surfaceOf } from './measure/surface.ts';
import { cross, minus, unit, type Vec3 } from './measure/vector.ts';

/** How one surface differs from another, vertex by vertex. */
export interface Difference {
  /** Lays the one on the other. */
  motion: Rigid;
  /** For each vertex, mm: positive where it stands out further; NaN where it is not compared. */
  mm: Float32Array;
  /** Of the places that are compared half differ by less, 95 of 100, and 98 of 100. */
  medianMm: number;
  mostMm: number;
  nearlyAllMm: number;
}

const SAMPLES = 3000;
/** Two that have less in common, of all vertices, have nothing to tell. */
const LEAST_IN_BOTH = 1 / 4;
/** Models of one part of one person stand alike and lie near one another; others have nothing to tell. */
const MOST_TURNED = Math.PI / 4;
const MOST_MEDIAN_MM = 15;

/** Whether a vertex of the one and the nearest place of the other can tell a difference. */
type IsCompared = (vertex: number, there: Nearest) => boolean;

/**
 * How a model differs from an earlier one, laid on it by what has not changed. Undefined where they do not meet. The rims
 * of both are not compared, nor what `isCompared` says no to.
 */
export function differenceFrom(
  now: Surface,
  findNearestBefore: FindNearest,
  isCompared: IsCompared = () => true,
): Difference | undefined {
  const motion = aligned(samplesOf(now), findNearestBefore);
  if (motion === undefined || turnOf(motion) > MOST_TURNED) return undefined;
  const difference = differenceAt(now, motion, findNearestBefore, isCompared);
  return difference === undefined || difference.medianMm > MOST_MEDIAN_MM ? undefined : difference;
}

/** The mirror image, left and right swapped. */
export function mirrorOf({ positions, triangles }: Surface): Surface {
  const turned = Float32Array.from(positions, (value, i) => (i % 3 === 0 ? -value : value));
  // A mirror turns triangles inside out.
  const outside = triangles.map((_, i) => triangles[i - (i % 3) + ((3 - (i % 3)) % 3)]!);
  return surfaceOf(turned, outside);
}

function differenceAt(
  surface: Surface,
  motion: Rigid,
  findNearest: FindNearest,
  isCompared: IsCompared,
): Difference | undefined {
  const vertices = surface.positions.length / 3;
  const places = Array.from({ length: vertices }, (_, i) => vertexAt(surface, i));
  const rim = rimOf(surface);
  const { sameAs } = surface;
  const mm = distancesMm(places, motion, findNearest, (i, there) => rim[sameAs[i]!] === 0 && isCompared(i, there));
  const sizes = mm.filter((one) => !Number.isNaN(one)).map(Math.abs);
  if (sizes.length < vertices * LEAST_IN_BOTH) return undefined;
  const [medianMm, mostMm, nearlyAllMm] = [0.5, 0.95, 0.98].map((share) => quantile(sizes, share)) as Three;
  return { motion, mm, medianMm, mostMm, nearlyAllMm };
}

type Three = [number, number, number];

const vertexAt = ({ positions }: Surface, i: number): Vec3 => [
  positions[i * 3]!,
  positions[i * 3 + 1]!,
  positions[i * 3 + 2]!,
];

/** Middles of triangles, spread evenly over the list of all. */
function samplesOf(surface: Surface): Sample[] {
  const total = surface.triangles.length / 3;
  const count = Math.min(SAMPLES, total);
  return Array.from({ length: count }, (_, i) => {
    const [a, b, c] = cornersOf(surface, Math.floor((i * total) / count));
    const place: Vec3 = [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, (a[2] + b[2] + c[2]) / 3];
    return { place, normal: unit(cross(minus(b, a), minus(c, a))) };
  });
}
