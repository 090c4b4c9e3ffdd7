import type { Mesh } from '../surface/mesh.ts';

/** The hips of a whole body, in the mesh's unit. */
export interface Hip {
  heightY: number;
  width: number;
  /** Length of a tape round them. */
  circumference: number;
}

/** Where hips are, as shares of the stature from the floor. */
const LOWEST = 0.46;
const HIGHEST = 0.58;
const LEVELS = 24;
/** Half the thickness of a level, as a share of the stature. */
const HALF_LEVEL = 0.004;
/** Arms beside the trunk are left out where at least this share of the stature lies between. */
const GAP = 0.008;

/** The level of largest girth between crotch and waist; undefined where the mesh has nothing there. */
export function findHip(mesh: Mesh): Hip | undefined {
  const { positions } = mesh;
  let [bottom, top] = [Infinity, -Infinity];
  for (let i = 1; i < positions.length; i += 3) {
    bottom = Math.min(bottom, positions[i]!);
    top = Math.max(top, positions[i]!);
  }
  const stature = top - bottom;
  let best: Hip | undefined;
  for (let level = 0; level <= LEVELS; level++) {
    const heightY = bottom + stature * (LOWEST + ((HIGHEST - LOWEST) * level) / LEVELS);
    const points = trunkPoints(positions, heightY, stature);
    if (points.length < 8) continue;
    const xs = points.map(([x]) => x);
    const width = Math.max(...xs) - Math.min(...xs);
    const circumference = hullLength(points);
    if (best === undefined || circumference > best.circumference) best = { heightY, width, circumference };
  }
  return best;
}

type Point = readonly [number, number];

/** The level's points from the middle outwards until the first gap on either side. */
function trunkPoints(positions: Float64Array, heightY: number, stature: number): Point[] {
  const points: Point[] = [];
  for (let i = 0; i < positions.length; i += 3) {
    if (Math.abs(positions[i + 1]! - heightY) < HALF_LEVEL * stature) points.push([positions[i]!, positions[i + 2]!]);
  }
  points.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const gaps = [-1, ...points.keys(), points.length].filter(
    (i) => i < 0 || i >= points.length - 1 || points[i + 1]![0] - points[i]![0] > GAP * stature,
  );
  const groups = gaps.slice(1).map((end, k) => points.slice(gaps[k]! + 1, end + 1));
  return groups.reduce((widest, group) => (spread(group) > spread(widest) ? group : widest), []);
}

const spread = (group: readonly Point[]) => (group.length === 0 ? 0 : group.at(-1)![0] - group[0]![0]);

/** Length of the convex hull, as a tape lies (Andrew's monotone chain; the points come sorted). */
function hullLength(points: readonly Point[]): number {
  const half = (ordered: readonly Point[]) => {
    const chain: Point[] = [];
    for (const p of ordered) {
      while (chain.length >= 2 && turn(chain.at(-2)!, chain.at(-1)!, p) <= 0) chain.pop();
      chain.push(p);
    }
    return chain;
  };
  const outline = [...half(points), ...half([...points].reverse())];
  let length = 0;
  outline.forEach((p, i) => {
    const q = outline[(i + 1) % outline.length]!;
    length += Math.hypot(p[0] - q[0], p[1] - q[1]);
  });
  return length;
}

const turn = (o: Point, a: Point, b: Point) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
