import { faceNormal, type Mesh } from '../../src/engine/surface/mesh.ts';

export function surfaceArea({ positions, triangles }: Mesh): number {
  const n = new Float64Array(3);
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    faceNormal(positions, triangles, t, n);
    sum += Math.hypot(n[0]!, n[1]!, n[2]!) / 2;
  }
  return sum;
}
