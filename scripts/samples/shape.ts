import type { Vector } from './vector.ts';

/** The material of a part; the painter uses it. */
export type Material = 'skin' | 'limb' | 'ear' | 'hair';

/** Signed distance in cm, negative inside; an estimate that is exact to first order at the surface. */
export type Distance = (x: number, y: number, z: number) => number;

/** One part of a figure: joined to, or carved out of, the parts before it. */
export interface Part {
  distance: Distance;
  /** How far, in cm, the joint is smoothed. */
  blendCm: number;
  carves: boolean;
  material: Material;
}

/** Everything that parts are made into: the ordered parts and the box around them. */
export interface Solid {
  parts: readonly Part[];
  low: Vector;
  high: Vector;
}

export function part(distance: Distance, blendCm: number, material: Material = 'skin'): Part {
  return { distance, blendCm, carves: false, material };
}

export function carving(distance: Distance, blendCm: number): Part {
  return { distance, blendCm, carves: true, material: 'skin' };
}

/** Adds one part's distance to the distance of those before it. */
export function joined(before: number, { carves, blendCm }: Part, distance: number): number {
  const other = carves ? -distance : distance;
  const overlap = Math.max(blendCm - Math.abs(before - other), 0);
  const bulge = blendCm > 0 ? (overlap * overlap) / (4 * blendCm) : 0;
  return carves ? Math.max(before, other) + bulge : Math.min(before, other) - bulge;
}

/** Signed distance in cm to the whole of the parts. */
export function distanceTo(parts: readonly Part[], x: number, y: number, z: number): number {
  let distance = 1e3;
  for (const one of parts) distance = joined(distance, one, one.distance(x, y, z));
  return distance;
}

/** The same parts on both sides of the body: `build(1)` is the subject's left. */
export function bothSides(build: (side: 1 | -1) => Part[]): Part[] {
  return [...build(1), ...build(-1)];
}
