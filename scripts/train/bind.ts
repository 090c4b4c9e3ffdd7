import { type Mesh, vertexNormals } from '../../src/engine/surface/mesh.ts';
import { diffuse } from './diffuse.ts';
import { nearestFinder } from './nearest.ts';

/** The place of each of our vertices on the data's surface. */
export interface Binding {
  /** Corners on the data's mesh and their weights, three per vertex of ours; all 0 where it lies on no skin. */
  corners: Uint32Array;
  weights: Float64Array;
  isBound: Uint8Array;
}

/** A vertex further away is on a cap or a filled hollow. */
const FARTHEST = 0.0025;

/**
 * Binds the vertices of a left half to the nearest point that faces the same way and moves them onto it; those in
 * filled hollows and caps follow their neighbours. `outer` says which triangles of the data lie on the outer skin:
 * without it lips bind to the inside of the mouth.
 */
export function bind(
  { half, whole, around }: { half: Mesh; whole: Mesh; around: number[][] },
  data: Mesh,
  outer: Mesh,
): Binding {
  const normals = vertexNormals(whole);
  const nearest = nearestFinder(data, FARTHEST, onSkin(data, outer));
  const count = half.positions.length / 3;
  const binding = {
    corners: new Uint32Array(count * 3),
    weights: new Float64Array(count * 3),
    isBound: new Uint8Array(count),
  };
  const step = new Float64Array(count * 3);
  for (let i = 0; i < count; i++) {
    const [x, y, z] = half.positions.subarray(i * 3, i * 3 + 3) as unknown as [number, number, number];
    const normal = [normals[i * 3]!, normals[i * 3 + 1]!, normals[i * 3 + 2]!] as const;
    const found = nearest(x, y, z, normal, 0.5);
    if (!found) continue;
    binding.isBound[i] = 1;
    for (let k = 0; k < 3; k++) {
      binding.corners[i * 3 + k] = data.triangles[found.triangle * 3 + k]!;
      binding.weights[i * 3 + k] = found.weights[k]!;
    }
    for (let c = x === 0 ? 1 : 0; c < 3; c++) step[i * 3 + c] = found.point[c]! - half.positions[i * 3 + c]!;
  }
  diffuse(step, 3, binding.isBound, around, 50);
  for (let i = 0; i < step.length; i++) {
    const isMiddle = i % 3 === 0 && half.positions[i] === 0;
    if (!isMiddle) half.positions[i]! += step[i]!;
    if (i % 3 === 0 && !isMiddle) half.positions[i] = Math.max(half.positions[i]!, 1e-4);
  }
  return binding;
}

const ON_SKIN = 0.0012;

/** Triangles of the left half of which every corner lies on the outer skin. */
function onSkin(data: Mesh, outer: Mesh): (triangle: number) => boolean {
  const nearest = nearestFinder(outer, ON_SKIN);
  const { positions: p } = data;
  const isOn = Array.from({ length: p.length / 3 }, (_, i) => {
    return nearest(Math.abs(p[i * 3]!), p[i * 3 + 1]!, p[i * 3 + 2]!) !== undefined;
  });
  return (triangle) => data.triangles.subarray(triangle * 3, triangle * 3 + 3).every((corner) => isOn[corner]);
}

/** The bound points of somebody who has the data's triangles. */
export function boundPoints({ corners, weights }: Binding, positions: Float64Array): Float64Array {
  const out = new Float64Array(corners.length);
  for (let i = 0; i < corners.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      for (let c = 0; c < 3; c++) out[i + c]! += weights[i + k]! * positions[corners[i + k]! * 3 + c]!;
    }
  }
  return out;
}
