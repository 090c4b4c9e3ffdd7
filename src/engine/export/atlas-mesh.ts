import type { Mesh } from '../surface/mesh.ts';

/** A mesh as viewers take it: vertices doubled where the texture has a seam, so equal positions may repeat. */
export interface AtlasMesh extends Mesh {
  normals: Float64Array;
  /** u and v in turn, 0 to 1 from the texture's upper left corner. */
  uvs: Float64Array;
}

/** Smallest and largest coordinates of x, y, z triples. */
export function boundsOf(positions: ArrayLike<number>): { low: number[]; high: number[] } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3]!, positions[i]!);
    high[i % 3] = Math.max(high[i % 3]!, positions[i]!);
  }
  return { low, high };
}
