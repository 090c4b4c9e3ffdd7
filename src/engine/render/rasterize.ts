import { type Camera, project } from '../camera.ts';
import { type Mask, newMask } from '../image/plane.ts';
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

/**
 * First and last column, and first and last row, of the pixels whose centres lie at or beyond each vertex, in turn: a
 * triangle can cover those from its least first to its greatest last. Most triangles are smaller than a pixel and cover
 * no centre, which these whole numbers tell quickly.
 *
 * @param scale pixels of the picture per pixel of `projected`
 */
export function pixelReach(projected: Float64Array, scale: number, widthPx: number, heightPx: number): Int32Array {
  const reach = new Int32Array((projected.length / 3) * 4);
  for (let i = 0, o = 0; i < projected.length; i += 3, o += 4) {
    const x = projected[i]! * scale - 0.5;
    const y = projected[i + 1]! * scale - 0.5;
    reach[o] = Math.max(0, Math.min(widthPx, Math.ceil(x)));
    reach[o + 1] = Math.max(-1, Math.min(widthPx - 1, Math.floor(x)));
    reach[o + 2] = Math.max(0, Math.min(heightPx, Math.ceil(y)));
    reach[o + 3] = Math.max(-1, Math.min(heightPx - 1, Math.floor(y)));
  }
  return reach;
}

/**
 * Writes the first and last column and row of the pixels that a triangle of these vertices can cover into `box`.
 * @returns false where it covers no pixel's centre
 */
export function boxOf(reach: Int32Array, a: number, b: number, c: number, box: Int32Array): boolean {
  box[0] = Math.min(reach[a * 4]!, reach[b * 4]!, reach[c * 4]!);
  box[1] = Math.max(reach[a * 4 + 1]!, reach[b * 4 + 1]!, reach[c * 4 + 1]!);
  if (box[0]! > box[1]!) return false;
  box[2] = Math.min(reach[a * 4 + 2]!, reach[b * 4 + 2]!, reach[c * 4 + 2]!);
  box[3] = Math.max(reach[a * 4 + 3]!, reach[b * 4 + 3]!, reach[c * 4 + 3]!);
  return box[2]! <= box[3]!;
}

/** Draws in one loop, because most triangles cover no pixel centre. */
function drawAll({ widthPx, heightPx, depth, triangle, projected: p }: DepthImage, corners: Uint32Array): void {
  const reach = pixelReach(p, 1, widthPx, heightPx);
  const box = new Int32Array(4);
  for (let t = 0, k = 0; k < corners.length; t++, k += 3) {
    if (!boxOf(reach, corners[k]!, corners[k + 1]!, corners[k + 2]!, box)) continue;
    const [x0, x1, y0, y1] = [box[0]!, box[1]!, box[2]!, box[3]!];
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
    for (let y = y0; y <= y1; y++) {
      const toA = ay - (y + 0.5);
      const toB = by - (y + 0.5);
      const toC = cy - (y + 0.5);
      for (let x = x0; x <= x1; x++) {
        const px = x + 0.5;
        const ofA = (bx - px) * toC - toB * (cx - px);
        const ofB = (cx - px) * toA - toC * (ax - px);
        // Most pixels are outside, which their signs tell without a division.
        if (area > 0 ? ofA < 0 || ofB < 0 : ofA > 0 || ofB > 0) continue;
        const u = ofA / area;
        const v = ofB / area;
        const w = 1 - u - v;
        if (w < 0) continue;
        const away = u * p[a + 2]! + v * p[b + 2]! + w * p[c + 2]!;
        const i = y * widthPx + x;
        if (away >= depth[i]!) continue;
        depth[i] = away;
        triangle[i] = t;
      }
    }
  }
}

/** The silhouette of a mesh in a camera's picture. */
export function renderMask(mesh: Mesh, camera: Camera): Mask {
  const { triangle } = rasterize(mesh, camera);
  const mask = newMask(camera.widthPx, camera.heightPx);
  for (let i = 0; i < triangle.length; i++) mask.inside[i] = triangle[i]! >= 0 ? 1 : 0;
  return mask;
}

/** Per pixel the smallest depth within a square of this radius. */
export function nearestWithin({ depth, widthPx, heightPx }: DepthImage, radiusPx: number): Float32Array {
  const padded = Math.max(depth.length + 2 * radiusPx * widthPx, widthPx + 2 * radiusPx);
  const blocks = { upTo: new Float32Array(padded), onwards: new Float32Array(padded) };
  const across = new Float32Array(depth.length);
  for (let y = 0; y < heightPx; y++) slidingLeast(depth, across, y * widthPx, 1, widthPx, radiusPx, 1, blocks);
  const nearest = new Float32Array(depth.length);
  slidingLeast(across, nearest, 0, widthPx, heightPx, radiusPx, widthPx, blocks);
  return nearest;
}

/**
 * The minimum within `radius` steps on either side, for `lanes` lines beside each other in memory (van Herk &
 * Gil-Werman). For blocks as long as the window, it computes the minimum from the block's start up to each place, and
 * from each place to the block's end; a window is the end of one block and the start of the next. This takes three
 * comparisons per value at any radius.
 */
function slidingLeast(
  from: Float32Array,
  to: Float32Array,
  start: number,
  step: number,
  count: number,
  radius: number,
  lanes: number,
  { upTo, onwards }: { upTo: Float32Array; onwards: Float32Array },
): void {
  const block = 2 * radius + 1;
  // The lines are padded by the window's reach at both ends.
  const padded = count + 2 * radius;
  for (let k = 0; k < padded; k++) {
    const at = start + (k - radius) * step;
    const isNothing = k < radius || k >= count + radius;
    const isFirst = k % block === 0;
    for (let lane = 0, o = k * lanes; lane < lanes; lane++, o++) {
      const value = isNothing ? Infinity : from[at + lane]!;
      upTo[o] = isFirst || value < upTo[o - lanes]! ? value : upTo[o - lanes]!;
      onwards[o] = value;
    }
  }
  for (let k = padded - 2; k >= 0; k--) {
    if (k % block === block - 1) continue;
    for (let o = k * lanes; o < (k + 1) * lanes; o++) {
      if (onwards[o + lanes]! < onwards[o]!) onwards[o] = onwards[o + lanes]!;
    }
  }
  for (let k = 0; k < count; k++) {
    const first = k * lanes;
    const last = (k + 2 * radius) * lanes;
    for (let lane = 0; lane < lanes; lane++) {
      const before = onwards[first + lane]!;
      const after = upTo[last + lane]!;
      to[start + k * step + lane] = before < after ? before : after;
    }
  }
}
