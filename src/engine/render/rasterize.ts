import { type Camera, project } from '../camera.ts';
import type { Mesh } from '../surface/mesh.ts';

export interface DepthImage {
  widthPx: number;
  heightPx: number;
  /** Depth along the camera's axis, in world units; Infinity without a triangle. */
  depth: Float32Array;
  /** The number of the triangle in front (not its first index), −1 without a triangle. */
  triangle: Int32Array;
  /** Pixel x, pixel y and depth of every vertex, in turn. */
  projected: Float64Array;
}

/** The camera's view of a mesh: the nearest triangle per pixel, sampled at pixel centres. */
export function rasterize(mesh: Mesh, camera: Camera): DepthImage {
  const { widthPx, heightPx } = camera;
  const projected = projectAll(mesh.positions, camera);
  const depth = new Float32Array(widthPx * heightPx).fill(Infinity);
  const triangle = new Int32Array(widthPx * heightPx).fill(-1);
  const image = { widthPx, heightPx, depth, triangle, projected };
  drawAll(image, mesh.triangles);
  return image;
}

/** Pixel x, pixel y and depth of every vertex, in turn. */
export function projectAll(positions: Float64Array, camera: Camera): Float64Array {
  const projected = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    project(camera, positions[i]!, positions[i + 1]!, positions[i + 2]!, projected, i);
  }
  return projected;
}

/** Draws in one loop, because most triangles are smaller than a pixel and cover no pixel centre. */
function drawAll({ widthPx, heightPx, depth, triangle, projected: p }: DepthImage, corners: Uint32Array): void {
  for (let t = 0, k = 0; k < corners.length; t++, k += 3) {
    const a = corners[k]! * 3;
    const b = corners[k + 1]! * 3;
    const c = corners[k + 2]! * 3;
    const ax = p[a]!;
    const ay = p[a + 1]!;
    const bx = p[b]!;
    const by = p[b + 1]!;
    const cx = p[c]!;
    const cy = p[c + 1]!;
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (area === 0 || !Number.isFinite(area)) continue;
    const x0 = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
    const x1 = Math.min(widthPx - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
    if (x0 > x1) continue;
    const y0 = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
    const y1 = Math.min(heightPx - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
    for (let y = y0; y <= y1; y++) {
      const toA = ay - (y + 0.5);
      const toB = by - (y + 0.5);
      const toC = cy - (y + 0.5);
      for (let x = x0; x <= x1; x++) {
        const px = x + 0.5;
        const u = ((bx - px) * toC - toB * (cx - px)) / area;
        const v = ((cx - px) * toA - toC * (ax - px)) / area;
        const w = 1 - u - v;
        if (u < 0 || v < 0 || w < 0) continue;
        const away = u * p[a + 2]! + v * p[b + 2]! + w * p[c + 2]!;
        const i = y * widthPx + x;
        if (away >= depth[i]!) continue;
        depth[i] = away;
        triangle[i] = t;
      }
    }
  }
}
