import { type Camera, project } from '../camera.ts';
import type { Mesh } from '../surface/mesh.ts';

export interface DepthImage {
  widthPx: number;
  heightPx: number;
  /** Distance along the camera's axis, Infinity where nothing is; world units. */
  depth: Float32Array;
  /** The triangle in front (its number, not its first index), −1 where nothing is. */
  triangle: Int32Array;
}

/** What the camera sees of a mesh, nearest triangle per pixel, sampled at pixel centres. */
export function rasterize(mesh: Mesh, camera: Camera): DepthImage {
  const { widthPx, heightPx } = camera;
  const image = {
    widthPx,
    heightPx,
    depth: new Float32Array(widthPx * heightPx).fill(Infinity),
    triangle: new Int32Array(widthPx * heightPx).fill(-1),
  };
  const projected = projectAll(mesh.positions, camera);
  for (let t = 0; t < mesh.triangles.length; t += 3) {
    drawTriangle(
      image,
      projected,
      mesh.triangles[t]! * 3,
      mesh.triangles[t + 1]! * 3,
      mesh.triangles[t + 2]! * 3,
      t / 3,
    );
  }
  return image;
}

/** Pixel x, pixel y and depth of every vertex, in turn. */
export function projectAll(positions: Float64Array, camera: Camera): Float64Array {
  const projected = new Float64Array(positions.length);
  const point = new Float64Array(3);
  for (let i = 0; i < positions.length; i += 3) {
    project(camera, positions[i]!, positions[i + 1]!, positions[i + 2]!, point);
    projected.set(point, i);
  }
  return projected;
}

function drawTriangle(image: DepthImage, p: Float64Array, a: number, b: number, c: number, triangle: number): void {
  const [ax, ay, bx, by, cx, cy] = [p[a]!, p[a + 1]!, p[b]!, p[b + 1]!, p[c]!, p[c + 1]!];
  const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
  if (area === 0 || !Number.isFinite(area)) return;
  const x0 = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
  const x1 = Math.min(image.widthPx - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
  const y0 = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
  const y1 = Math.min(image.heightPx - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
  for (let y = y0; y <= y1; y++) {
    const py = y + 0.5;
    for (let x = x0; x <= x1; x++) {
      const px = x + 0.5;
      const u = ((bx - px) * (cy - py) - (by - py) * (cx - px)) / area;
      const v = ((cx - px) * (ay - py) - (cy - py) * (ax - px)) / area;
      const w = 1 - u - v;
      if (u < 0 || v < 0 || w < 0) continue;
      const depth = u * p[a + 2]! + v * p[b + 2]! + w * p[c + 2]!;
      const i = y * image.widthPx + x;
      if (depth >= image.depth[i]!) continue;
      image.depth[i] = depth;
      image.triangle[i] = triangle;
    }
  }
}
