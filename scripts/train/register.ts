import { mirroredMesh } from '../../src/engine/morphable/half-model.ts';
import { type Mesh, vertexNormals } from '../../src/engine/surface/mesh.ts';
import type { Vec3 } from '../../src/engine/vector.ts';
import type { RealHeads } from '../real-heads/read-real-heads.ts';
import { nearestFinder } from './nearest.ts';
import { realMarks, templateMarks } from './register-marks.ts';
import { similarityOf, warpBy } from './warp.ts';

/** Where the vertices of our left half lie on the mean of the real heads. */
export interface Registered {
  /** Our vertices on the real mean, its frame, metres. */
  positions: Float64Array;
  /** Corners on the real mesh and their weights, three per vertex. */
  corners: Uint32Array;
  weights: Float64Array;
  /** 0 where the real heads know nothing: on what closes hollows, and below their necks. */
  isBound: Uint8Array;
}

/** How stiff the surface is, round by round: the weight of a neighbour's move against the own nearest point's. */
const STIFFNESS = [100, 100, 50, 50, 25, 25, 12, 12, 6, 6, 3, 3, 1.5, 1.5, 0.7, 0.7];
const SWEEPS = 150;
const FARTHEST = 0.02;
/** A vertex further from the real surface at last is on something that it does not have. */
const BOUND = 0.002;

/**
 * Lays our half surface on the mean of the real heads: by marks of the face (a smooth warp in space), then to the
 * nearest points that face the same way, ever less stiffly.
 */
export function register(half: Mesh, around: number[][], heads: RealHeads): Registered {
  const [from, to] = [templateMarks(half), realMarks(heads)];
  const similar = similarityOf(from, to);
  const warp = warpBy(from.map(similar), to);
  const count = half.positions.length / 3;
  const positions = new Float64Array(count * 3);
  for (let i = 0; i < count; i++) {
    positions.set(warp(similar([...half.positions.subarray(i * 3, i * 3 + 3)] as unknown as Vec3)), i * 3);
    if (half.positions[i * 3] === 0) positions[i * 3] = 0;
  }
  const nearest = nearestFinder(heads.mean, FARTHEST);
  for (const stiffness of STIFFNESS) {
    const { step, isFound } = stepsTo(nearest, half, positions, 0.5);
    const move = smoothMove(step, isFound, around, stiffness);
    for (let i = 0; i < positions.length; i++)
      positions[i]! += half.positions[i - (i % 3)] === 0 && i % 3 === 0 ? 0 : move[i]!;
  }
  return boundTo(nearest, heads, half, positions);
}

type Finder = ReturnType<typeof nearestFinder>;

function normalsOf(half: Mesh, positions: Float64Array): Float64Array {
  // The middle stays the middle: half a mesh is mirrored by its own x = 0.
  const held = positions.map((value, i) => (i % 3 === 0 && half.positions[i] !== 0 ? Math.max(value, 1e-5) : value));
  return vertexNormals(mirroredMesh({ positions: held, triangles: half.triangles }));
}

function stepsTo(nearest: Finder, half: Mesh, positions: Float64Array, facing: number) {
  const normals = normalsOf(half, positions);
  const step = new Float64Array(positions.length);
  const isFound = new Uint8Array(positions.length / 3);
  for (let i = 0; i < isFound.length; i++) {
    const [x, y, z] = positions.subarray(i * 3, i * 3 + 3) as unknown as Vec3;
    const found = nearest(x, y, z, [normals[i * 3]!, normals[i * 3 + 1]!, normals[i * 3 + 2]!], facing);
    if (!found) continue;
    isFound[i] = 1;
    found.point.forEach((value, c) => {
      step[i * 3 + c] = value - positions[i * 3 + c]!;
    });
  }
  return { step, isFound };
}

/** Least squares of the wanted steps and of differences between neighbours, by over-relaxed Gauss–Seidel. */
function smoothMove(step: Float64Array, isFound: Uint8Array, around: number[][], stiffness: number): Float64Array {
  const move = step.slice();
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let i = 0; i < around.length; i++) {
      const own = isFound[i]!;
      const total = own + stiffness * around[i]!.length;
      for (let c = 0; c < 3; c++) {
        let sum = own * step[i * 3 + c]!;
        for (const j of around[i]!) sum += stiffness * move[j * 3 + c]!;
        move[i * 3 + c]! += 1.6 * (sum / total - move[i * 3 + c]!);
      }
    }
  }
  return move;
}

function boundTo(nearest: Finder, heads: RealHeads, half: Mesh, positions: Float64Array): Registered {
  const normals = normalsOf(half, positions);
  const count = positions.length / 3;
  const out: Registered = {
    positions,
    corners: new Uint32Array(count * 3),
    weights: new Float64Array(count * 3),
    isBound: new Uint8Array(count),
  };
  for (let i = 0; i < count; i++) {
    const [x, y, z] = positions.subarray(i * 3, i * 3 + 3) as unknown as Vec3;
    const found = nearest(x, y, z, [normals[i * 3]!, normals[i * 3 + 1]!, normals[i * 3 + 2]!], 0.3);
    if (!found || found.distance > BOUND) continue;
    out.isBound[i] = 1;
    for (let k = 0; k < 3; k++) {
      out.corners[i * 3 + k] = heads.mean.triangles[found.triangle * 3 + k]!;
      out.weights[i * 3 + k] = found.weights[k]!;
      if (k > 0 || half.positions[i * 3] !== 0) positions[i * 3 + k] = found.point[k]!;
    }
  }
  return out;
}
