import type { FinishedSurface } from '../morphable/finished-surface.ts';
import { vertexNormals } from '../surface/mesh.ts';
import { neighbourLists } from '../surface/smooth.ts';

export type Skin = Pick<FinishedSurface, 'mesh' | 'isCap'>;

/** Number of rounds that removes everything smaller than a breast or a cheek. */
const ROUNDS = 20;

/**
 * Unit normals per vertex of the surface's broad shape: correcting light along them keeps the shading of details. Parts
 * that close a cut do not count, so that a trunk's arms do not seem to turn downwards at their ends.
 */
export function broadNormals({ mesh, isCap }: Skin): Float64Array {
  const { start, of } = neighbourLists(mesh);
  const { positions, triangles } = mesh;
  let normals = vertexNormals({ positions, triangles: triangles.filter((_, k) => isCap[Math.floor(k / 3)] === 0) });
  for (let round = 0; round < ROUNDS; round++) normals = evenedOut(normals, start, of);
  for (let i = 0; i < normals.length; i += 3) {
    const length = Math.hypot(normals[i]!, normals[i + 1]!, normals[i + 2]!) || 1;
    for (let c = 0; c < 3; c++) normals[i + c] = normals[i + c]! / length;
  }
  return normals;
}

function evenedOut(values: Float64Array, start: Uint32Array, of: Uint32Array): Float64Array {
  const even = new Float64Array(values.length);
  for (let i = 0; i < values.length / 3; i++) {
    let x = values[i * 3]!;
    let y = values[i * 3 + 1]!;
    let z = values[i * 3 + 2]!;
    const end = start[i + 1]!;
    for (let k = start[i]!; k < end; k++) {
      const j = of[k]! * 3;
      x += values[j]!;
      y += values[j + 1]!;
      z += values[j + 2]!;
    }
    const share = 1 / (1 + end - start[i]!);
    even[i * 3] = x * share;
    even[i * 3 + 1] = y * share;
    even[i * 3 + 2] = z * share;
  }
  return even;
}
