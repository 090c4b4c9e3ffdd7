import { rootOf } from '../root-of.ts';
import { boundsOf, type Mesh } from '../surface/mesh.ts';

/** The hips of a whole body, in the mesh's unit. */
export interface Hip {
  heightY: number;
  width: number;
  /** Length of a tape round the hips. */
  circumference: number;
}

/** The range of the hips' height, as shares of the stature from the floor. */
const LOWEST = 0.46;
const HIGHEST = 0.58;
const LEVELS = 24;
/** The smallest width of a hand, as a share of the stature. */
const HAND = 0.018;

/** Finds the level of largest girth between crotch and waist; undefined if the mesh has nothing there. */
export function findHip(mesh: Mesh): Hip | undefined {
  const { low, high } = boundsOf(mesh.positions);
  const [bottom, top] = [low[1]!, high[1]!];
  const middle = (mesh.positions.reduce((sum, x, i) => (i % 3 === 0 ? sum + x : sum), 0) * 3) / mesh.positions.length;
  const stature = top - bottom;
  const levels: Hip[] = [];
  for (let level = 0; level <= LEVELS; level++) {
    const heightY = bottom + stature * (HIGHEST - ((HIGHEST - LOWEST) * level) / LEVELS);
    // Below the crotch no curve contains the middle, so legs are left out.
    const trunk = sliceLoops(mesh, heightY).find((loop) => holds(loop, middle));
    if (trunk !== undefined) levels.push({ heightY, width: widthOf(trunk), circumference: tapeLength(trunk) });
  }
  if (levels.length === 0) return undefined;
  return withoutJumps(levels, stature * HAND).reduce((most, hip) =>
    hip.circumference > most.circumference ? hip : most,
  );
}

const leftOf = (loop: Loop) => loop.reduce((least, [x]) => Math.min(least, x), Infinity);
const rightOf = (loop: Loop) => loop.reduce((most, [x]) => Math.max(most, x), -Infinity);
const holds = (loop: Loop, x: number) => leftOf(loop) < x && rightOf(loop) > x;
const widthOf = (loop: Loop) => rightOf(loop) - leftOf(loop);

/** The levels from the waist down, without jumps in width: there a hand touches the hips, or legs part. */
function withoutJumps(levels: readonly Hip[], jump: number): Hip[] {
  const kept: Hip[] = [];
  for (const level of levels) {
    const last = kept.at(-1);
    if (last === undefined || Math.abs(level.width - last.width) < jump) kept.push(level);
  }
  return kept;
}

/** Length of the convex hull, because a tape lies like that (Andrew's monotone chain). */
function tapeLength(loop: Loop): number {
  const points = [...loop].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (ordered: Loop) => {
    const chain: Point[] = [];
    for (const p of ordered) {
      while (chain.length >= 2 && turn(chain.at(-2)!, chain.at(-1)!, p) <= 0) chain.pop();
      chain.push(p);
    }
    return chain;
  };
  const outline = [...half(points), ...half([...points].reverse())];
  return outline.reduce((length, p, i) => {
    const q = outline[(i + 1) % outline.length]!;
    return length + Math.hypot(p[0] - q[0], p[1] - q[1]);
  }, 0);
}

const turn = (o: Point, a: Point, b: Point) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

type Point = readonly [number, number];

/** A closed curve in a level plane: x and z of its points, unordered. */
type Loop = readonly Point[];

/** Cuts a closed mesh at a height and returns the separate closed curves of the cut. */
export function sliceLoops({ positions, triangles }: Mesh, heightY: number): Loop[] {
  const vertices = positions.length / 3;
  const pointOf = new Map<number, number>();
  const points: Point[] = [];
  const parent: number[] = [];
  const crossing = (a: number, b: number) => {
    const key = Math.min(a, b) * vertices + Math.max(a, b);
    const known = pointOf.get(key);
    if (known !== undefined) return known;
    const share = (heightY - positions[a * 3 + 1]!) / (positions[b * 3 + 1]! - positions[a * 3 + 1]!);
    const mix = (c: number) => positions[a * 3 + c]! * (1 - share) + positions[b * 3 + c]! * share;
    pointOf.set(key, points.length);
    parent.push(points.length);
    return points.push([mix(0), mix(2)]) - 1;
  };
  const isAbove = (vertex: number) => positions[vertex * 3 + 1]! > heightY;
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!] as const;
    const above = [isAbove(corners[0]), isAbove(corners[1]), isAbove(corners[2])];
    if (above[0] === above[1] && above[1] === above[2]) continue;
    const cut = [0, 1, 2].filter((k) => above[k] !== above[(k + 1) % 3]);
    const [p, q] = cut.map((k) => crossing(corners[k]!, corners[(k + 1) % 3]!)) as [number, number];
    parent[rootOf(parent, p)] = rootOf(parent, q);
  }
  const loops = new Map<number, Point[]>();
  points.forEach((point, i) => {
    const loop = loops.get(rootOf(parent, i));
    if (loop === undefined) loops.set(rootOf(parent, i), [point]);
    else loop.push(point);
  });
  return [...loops.values()];
}
