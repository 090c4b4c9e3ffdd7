import { type Mesh, vertexNormals } from '../../src/engine/surface/mesh.ts';
import { nearestFinder } from './nearest.ts';

/** Where each of our vertices lies on the data's surface. */
export interface Binding {
  /** Corners on the data's mesh and their weights, three per vertex of ours; all 0 where it lies on no skin. */
  corners: Uint32Array;
  weights: Float64Array;
  isBound: Uint8Array;
}

/** Farther off than this, it is a cap or a filled hollow. */
const FARTHEST = 0.0025;
const SNAP = 0.0012;

/**
 * Binds the first `count` vertices to the nearest point that faces the same way, and puts those that are nearly on the
 * data's skin on it.
 */
export function bind(whole: Mesh, count: number, data: Mesh): Binding {
  const normals = vertexNormals(whole);
  const nearest = nearestFinder(data, FARTHEST);
  const binding = {
    corners: new Uint32Array(count * 3),
    weights: new Float64Array(count * 3),
    isBound: new Uint8Array(count),
  };
  for (let i = 0; i < count; i++) {
    const [x, y, z] = whole.positions.subarray(i * 3, i * 3 + 3) as unknown as [number, number, number];
    const normal = [normals[i * 3]!, normals[i * 3 + 1]!, normals[i * 3 + 2]!] as const;
    const found = nearest(x, y, z, normal, 0.5);
    if (!found) continue;
    binding.isBound[i] = 1;
    for (let k = 0; k < 3; k++) {
      binding.corners[i * 3 + k] = data.triangles[found.triangle * 3 + k]!;
      binding.weights[i * 3 + k] = found.weights[k]!;
    }
    const share = Math.min(1, Math.max(0, (FARTHEST - found.distance) / (FARTHEST - SNAP)));
    for (let c = x === 0 ? 1 : 0; c < 3; c++) {
      whole.positions[i * 3 + c]! += share * (found.point[c]! - whole.positions[i * 3 + c]!);
    }
    if (x !== 0) whole.positions[i * 3] = Math.max(whole.positions[i * 3]!, 1e-4);
  }
  return binding;
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
