import type { Camera } from '../../../src/engine/camera.ts';
import { rasterize } from '../../../src/engine/render/rasterize.ts';
import { type Mesh, vertexNormals } from '../../../src/engine/surface/mesh.ts';
import type { RgbImage } from '../../../src/photo/decode.ts';

/** Light from all around, and from a direction of the world; shares of white. */
export interface Lamp {
  around: number;
  from: readonly [x: number, y: number, z: number];
  strength: number;
}

/** The photo of a matt, grey surface, whose vertices have these shares of white, before a black wall. */
export function shadedPhoto(mesh: Mesh, camera: Camera, lamp: Lamp, paint: (vertex: number) => number): RgbImage {
  const normals = vertexNormals(mesh);
  const { widthPx, heightPx } = camera;
  const { triangle, projected: p } = rasterize(mesh, camera);
  const rgb = new Uint8Array(widthPx * heightPx * 3);
  const length = Math.hypot(...lamp.from);
  const lightOf = (vertex: number) => {
    const facing = lamp.from.reduce((sum, value, c) => sum + value * normals[vertex * 3 + c]!, 0) / length;
    return paint(vertex) * (lamp.around + lamp.strength * Math.max(0, (facing + 0.3) / 1.3));
  };
  triangle.forEach((t, pixel) => {
    if (t < 0) return;
    const corners = [0, 1, 2].map((k) => mesh.triangles[t * 3 + k]!);
    const [x, y] = [(pixel % widthPx) + 0.5, Math.floor(pixel / widthPx) + 0.5];
    const [a, b, c] = corners.map((v) => [p[v * 3]! - x, p[v * 3 + 1]! - y] as const);
    const area = (b![0] - a![0]) * (c![1] - a![1]) - (b![1] - a![1]) * (c![0] - a![0]);
    const first = (b![0] * c![1] - b![1] * c![0]) / area;
    const second = (c![0] * a![1] - c![1] * a![0]) / area;
    const light =
      first * lightOf(corners[0]!) + second * lightOf(corners[1]!) + (1 - first - second) * lightOf(corners[2]!);
    const byte = Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
    rgb.fill(Math.max(0, Math.min(255, byte)), pixel * 3, pixel * 3 + 3);
  });
  return { widthPx, heightPx, rgb };
}
