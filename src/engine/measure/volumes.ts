import type { ReconstructionType } from '../../contract/reconstruction.ts';
import type { FinishedSurface } from '../morphable/finished-surface.ts';
import { REGION } from '../morphable/morphable-model.ts';
import { type Mesh, volumeOf } from '../surface/mesh.ts';
import { cross, dot } from '../vector.ts';

/** Volumes of the finished model in cm³; a breast's volume lies between its surface and the best plane of its rim. */
export interface Volumes {
  whole: number;
  breastRight?: number;
  breastLeft?: number;
}

const CC_PER_M3 = 1e6;

/**
 * Measures breasts of trunks only: in a whole body's photos they are too small.
 *
 * The atlas of the model marks breasts some 4 mm too wide, as much as the outermost ring of triangles. Without this
 * ring the eight breasts of four women are wrong by 4.6 % in the median and 16 % at most (both of a woman together by
 * −9 to 4 %), with it by 18 % and 32 %, all too large. The breasts of two flat chests: by 7 to 31 %, which is 7 to 24
 * cm³.
 */
export function volumesOf(type: ReconstructionType, { mesh, regions }: FinishedSurface): Volumes {
  const whole = Math.round(volumeOf(mesh) * CC_PER_M3);
  if (type !== 'mammo') return { whole };
  const breast = (bit: number) => {
    const patch = [...regions.keys()].filter((t) => (regions[t]! & bit) !== 0);
    return Math.round(rimVolume(mesh, withoutRim(mesh, patch)) * CC_PER_M3);
  };
  return { whole, breastRight: breast(REGION.breastRight), breastLeft: breast(REGION.breastLeft) };
}

/**
 * Signed volume between a patch of a mesh and the plane that fits its rim best, positive on the patch's outer side; in
 * the mesh's unit, cubed.
 *
 * @param patch numbers of connected triangles with one rim
 */
export function rimVolume(mesh: Mesh, patch: readonly number[]): number {
  const { positions: p } = mesh;
  const rim = rimVertices(mesh, patch);
  const middle = [0, 1, 2].map((c) => rim.reduce((sum, v) => sum + p[v * 3 + c]!, 0) / rim.length);
  const away = (v: number) => middle.map((m, c) => p[v * 3 + c]! - m);
  const normal = planeNormal(rim.map(away));
  let volume = 0;
  for (const t of patch) {
    const [a, b, c] = cornersOf(mesh, t).map(away) as [number[], number[], number[]];
    const [u, w] = [b.map((value, k) => value - a[k]!), c.map((value, k) => value - a[k]!)];
    // A prism over the triangle's shadow on the plane, with the height of its middle.
    volume += ((dot(normal, a) + dot(normal, b) + dot(normal, c)) / 3) * (dot(normal, cross(u, w)) / 2);
  }
  return volume;
}

const cornersOf = ({ triangles }: Mesh, t: number) => [triangles[t * 3]!, triangles[t * 3 + 1]!, triangles[t * 3 + 2]!];

/** The patch without the triangles that touch its rim. */
function withoutRim(mesh: Mesh, patch: readonly number[]): number[] {
  const rim = new Set(rimVertices(mesh, patch));
  return patch.filter((t) => !cornersOf(mesh, t).some((vertex) => rim.has(vertex)));
}

/** Vertices on edges that belong to only one of the triangles. */
function rimVertices(mesh: Mesh, patch: readonly number[]): number[] {
  const edges = new Map<string, [number, number]>();
  for (const t of patch) {
    const corners = cornersOf(mesh, t);
    for (let k = 0; k < 3; k++) {
      const [a, b] = [corners[k]!, corners[(k + 1) % 3]!];
      if (!edges.delete(`${b} ${a}`)) edges.set(`${a} ${b}`, [a, b]);
    }
  }
  return [...new Set([...edges.values()].flat())];
}

/** The direction in which points round the origin spread least, by inverse iteration on their second moments. */
function planeNormal(points: readonly number[][]): number[] {
  const m = [0, 1, 2].map((i) => [0, 1, 2].map((j) => points.reduce((sum, q) => sum + q[i]! * q[j]!, 0)));
  const trace = m[0]![0]! + m[1]![1]! + m[2]![2]!;
  // The largest direction of (trace − moments) is the smallest one of the moments.
  let n = [0.1, 0.2, 1];
  for (let round = 0; round < 200; round++) {
    const next = [0, 1, 2].map((i) => trace * n[i]! - dot(m[i]!, n));
    const length = Math.hypot(...next);
    n = next.map((value) => value / length);
  }
  return n;
}
