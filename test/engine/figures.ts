import { type Field, sampleField } from '../../scripts/field/field-grid.ts';
import { makeSolid } from '../../scripts/field/solid.ts';
import { surfaceNets } from '../../scripts/field/surface-nets.ts';
import { type Camera, rotationOf } from '../../src/engine/camera.ts';
import type { Mask } from '../../src/engine/image/plane.ts';
import { renderMask } from '../../src/engine/render/rasterize.ts';
import type { Mesh } from '../../src/engine/surface/mesh.ts';

/** Signed distance of a kind to an ellipsoid round the origin, positive inside. */
export const ellipsoid =
  (a: number, b: number, c: number): Field =>
  (x, y, z) =>
    (1 - Math.hypot(x / a, y / b, z / c)) * Math.min(a, b, c);

/** A round bar from (x, low, z) to (x, high, z). */
export const bar =
  (at: readonly [number, number], low: number, high: number, radius: number): Field =>
  (x, y, z) =>
    radius - Math.hypot(x - at[0], y - Math.min(high, Math.max(low, y)), z - at[1]);

/** A round bar from (−half, y, 0) to (half, y, 0). */
export const beam =
  (y: number, half: number, radius: number): Field =>
  (px, py, pz) =>
    radius - Math.hypot(px - Math.min(half, Math.max(-half, px)), py - y, pz);

export const union =
  (...fields: readonly Field[]): Field =>
  (x, y, z) =>
    Math.max(...fields.map((field) => field(x, y, z)));

/** The surface of a field inside ±half. */
export function meshOf(field: Field, half: number, cell: number): Mesh {
  const grid = sampleField(field, { low: [-half, -half, -half], high: [half, half, half] }, cell);
  makeSolid(grid);
  return surfaceNets(grid);
}

/** A level camera that shows `shown` units of height round the origin from `distance` away. */
export function levelCamera(yawDegrees: number, distance: number, shown = 1, heightPx = 400): Camera {
  const widthPx = Math.round(heightPx * 0.75);
  return {
    widthPx,
    heightPx,
    focalPx: (heightPx / shown) * distance,
    principalPx: [widthPx / 2, heightPx / 2],
    rotation: rotationOf({ yaw: (yawDegrees * Math.PI) / 180, pitch: 0, roll: 0 }),
    translation: [0, 0, distance],
  };
}

export const maskFrom = (mesh: Mesh, camera: Camera): Mask => renderMask(mesh, camera);

/** How often each undirected edge of a mesh is used, after vertices at one place are taken as one. */
export function edgeUses({ positions, triangles }: Mesh): { uses: number[]; isConsistent: boolean } {
  const idOf = new Map<string, number>();
  const welded = Array.from({ length: positions.length / 3 }, (_, i) => {
    const key = [0, 1, 2].map((c) => positions[i * 3 + c]!.toFixed(7)).join();
    if (!idOf.has(key)) idOf.set(key, idOf.size);
    return idOf.get(key)!;
  });
  const edges = new Map<number, { there: number; back: number }>();
  for (let t = 0; t < triangles.length; t++) {
    const from = welded[triangles[t]!]!;
    const to = welded[triangles[t % 3 === 2 ? t - 2 : t + 1]!]!;
    const key = Math.min(from, to) * idOf.size + Math.max(from, to);
    const edge = edges.get(key) ?? { there: 0, back: 0 };
    if (from < to) edge.there++;
    else edge.back++;
    edges.set(key, edge);
  }
  const all = [...edges.values()];
  return {
    uses: [...new Set(all.map(({ there, back }) => there + back))].sort(),
    isConsistent: all.every(({ there, back }) => there === back),
  };
}

/** Numbers from 0 to 1 that are the same in every run. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
