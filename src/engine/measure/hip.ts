import type { Mesh } from '../surface/mesh.ts';
import { type Loop, sliceLoops } from './slice.ts';

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
  const { bottom, top, middle } = extentOf(mesh);
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

function extentOf({ positions }: Mesh): { bottom: number; top: number; middle: number } {
  let [bottom, top, sum] = [Infinity, -Infinity, 0];
  for (let i = 0; i < positions.length; i += 3) {
    sum += positions[i]!;
    bottom = Math.min(bottom, positions[i + 1]!);
    top = Math.max(top, positions[i + 1]!);
  }
  return { bottom, top, middle: (sum * 3) / positions.length };
}

const leftOf = (loop: Loop) => loop.reduce((least, [x]) => Math.min(least, x), Infinity);
const rightOf = (loop: Loop) => loop.reduce((most, [x]) => Math.max(most, x), -Infinity);
const holds = (loop: Loop, x: number) => leftOf(loop) < x && rightOf(loop) > x;
const widthOf = (loop: Loop) => rightOf(loop) - leftOf(loop);

/**
 * The levels from the waist down. Levels whose width jumps are left out: there a hand touches the hips, or the legs
 * part.
 */
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
    const chain: (readonly [number, number])[] = [];
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

type Point = readonly [number, number];

const turn = (o: Point, a: Point, b: Point) => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
