import { faceNormal, type Mesh } from '../../src/engine/surface/mesh.ts';
import type { Vec3 } from '../../src/engine/vector.ts';
import { nearestOnTriangle } from './nearest-on-triangle.ts';

export interface Nearest {
  distance: number;
  /** The triangle's number. */
  triangle: number;
  weights: Vec3;
  point: Vec3;
}

const CELL = 0.012;
const key = (x: number, y: number, z: number) => (x + 512) * 1048576 + (y + 512) * 1024 + z + 512;

/**
 * Looks for the nearest point of a mesh within `farthest` metres, on triangles that face the way of `normal` (their
 * normals' product above `facing`) where one is given: so a finger does not take the point of its neighbour.
 */
export function nearestFinder(mesh: Mesh, farthest: number, isWanted?: (triangle: number) => boolean) {
  const { positions, triangles } = mesh;
  const bins = new Map<number, number[]>();
  const normals = new Float64Array(triangles.length);
  const n = new Float64Array(3);
  for (let t = 0; t < triangles.length; t += 3) {
    if (isWanted && !isWanted(t / 3)) continue;
    faceNormal(positions, triangles, t, n);
    const length = Math.hypot(n[0]!, n[1]!, n[2]!) || 1;
    for (let c = 0; c < 3; c++) normals[t + c] = n[c]! / length;
    const range = [0, 1, 2].map((k) => {
      const along = [0, 1, 2].map((c) => positions[triangles[t + c]! * 3 + k]!);
      return [Math.floor(Math.min(...along) / CELL), Math.floor(Math.max(...along) / CELL)] as const;
    });
    for (let z = range[2]![0]; z <= range[2]![1]; z++) {
      for (let y = range[1]![0]; y <= range[1]![1]; y++) {
        for (let x = range[0]![0]; x <= range[0]![1]; x++) {
          const bin = bins.get(key(x, y, z));
          if (bin) bin.push(t);
          else bins.set(key(x, y, z), [t]);
        }
      }
    }
  }
  const found = new Float64Array(7);
  return (x: number, y: number, z: number, normal?: Vec3, facing = 0.3): Nearest | undefined => {
    const home = [Math.floor(x / CELL), Math.floor(y / CELL), Math.floor(z / CELL)] as const;
    let best = farthest ** 2;
    let nearest: Nearest | undefined;
    for (let ring = 0; (ring - 1) * CELL < Math.sqrt(best); ring++) {
      for (let dz = -ring; dz <= ring; dz++) {
        for (let dy = -ring; dy <= ring; dy++) {
          const step = Math.max(Math.abs(dy), Math.abs(dz)) === ring || ring === 0 ? 1 : 2 * ring;
          for (let dx = -ring; dx <= ring; dx += step) {
            for (const t of bins.get(key(home[0] + dx, home[1] + dy, home[2] + dz)) ?? []) {
              if (
                normal &&
                normal[0] * normals[t]! + normal[1] * normals[t + 1]! + normal[2] * normals[t + 2]! < facing
              )
                continue;
              nearestOnTriangle(positions, triangles, t, x, y, z, found);
              if (found[0]! >= best) continue;
              best = found[0]!;
              nearest = {
                distance: Math.sqrt(best),
                triangle: t / 3,
                weights: [found[1]!, found[2]!, found[3]!],
                point: [found[4]!, found[5]!, found[6]!],
              };
            }
          }
        }
      }
    }
    return nearest;
  };
}
