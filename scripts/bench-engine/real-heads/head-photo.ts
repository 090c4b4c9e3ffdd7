import type { Camera as EngineCamera } from '../../../src/engine/camera.ts';
import { rasterize } from '../../../src/engine/render/rasterize.ts';
import { type Mesh, vertexNormals } from '../../../src/engine/surface/mesh.ts';
import { type Camera, rayThrough } from '../../samples/camera.ts';
import type { Paint } from '../../samples/paint.ts';
import { developed, litColour, type Picture, type Studio, wallAt } from '../../samples/photo.ts';
import { add, scale, unit, type Vector } from '../../samples/vector.ts';
import { nearestOn } from '../score/nearest.ts';

/** A painted surface, metres. */
export interface Painted {
  mesh: Mesh;
  normals: Float64Array;
  /** Per vertex, how much of the light from all around reaches it, 0 to 1. */
  open: Float64Array;
  /** The paint of a place between three vertices. */
  paintAt(corners: readonly number[], weights: readonly number[]): Paint;
}

/** Distances from the surface at which the light is looked for, metres, and how much shut ones take away. */
const REACHES = [0.0035, 0.009, 0.018, 0.032];

export function paintedMesh(mesh: Mesh, paintAt: Painted['paintAt']): Painted {
  const normals = vertexNormals(mesh);
  const near = nearestOn(mesh);
  const isUsed = new Uint8Array(normals.length / 3);
  for (const vertex of mesh.triangles) isUsed[vertex] = 1;
  const open = Float64Array.from(isUsed, (used, i) => {
    if (used === 0) return 1;
    let [shut, weight] = [0, 1];
    for (const reach of REACHES) {
      const [x, y, z] = [0, 1, 2].map((c) => mesh.positions[i * 3 + c]! + reach * normals[i * 3 + c]!);
      shut += (weight * (reach - near(x!, y!, z!).distance)) / reach;
      weight *= 0.75;
    }
    return Math.max(0, 1 - shut * 0.42);
  });
  return { mesh, normals, open, paintAt };
}

/** Samples along a pixel's side where neighbours differ. */
const FINE = 2;

/** The photo, and the pixels of which the person covers half or more. */
export function renderHead(painted: Painted, studio: Studio, camera: Camera): { picture: Picture; hit: Uint8Array } {
  const { widthPx: width, heightPx: height } = camera;
  const image = rasterize(painted.mesh, engineCamera(camera, FINE));
  const across = width * FINE;
  const colourAt = (x: number, y: number): Vector => {
    const [u, v] = [(x + 0.5) / FINE, (y + 0.5) / FINE];
    const triangle = image.triangle[y * across + x]!;
    return triangle < 0
      ? wallAt(studio, camera, u, v)
      : placeColour(painted, studio, camera, image.projected, triangle, u, v);
  };
  const light = new Float32Array(width * height * 3);
  const hit = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      light.set(colourAt(x * FINE, y * FINE), (y * width + x) * 3);
      let covered = 0;
      for (let k = 0; k < FINE * FINE; k++) {
        const at = (y * FINE + Math.floor(k / FINE)) * across + x * FINE + (k % FINE);
        if (image.triangle[at]! >= 0) covered++;
      }
      hit[y * width + x] = covered * 2 >= FINE * FINE ? 1 : 0;
    }
  }
  const before = light.slice();
  const differs = (a: number, b: number) =>
    Math.abs(Math.sqrt(before[a * 3 + 1]!) - Math.sqrt(before[b * 3 + 1]!)) > 0.03;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      if (![at - 1, at + 1, at - width, at + width].some((other) => differs(at, other))) continue;
      let sum: Vector = [0, 0, 0];
      for (let k = 0; k < FINE * FINE; k++) {
        sum = add(sum, colourAt(x * FINE + (k % FINE), y * FINE + Math.floor(k / FINE)));
      }
      light.set(scale(sum, 1 / (FINE * FINE)), at * 3);
    }
  }
  return { picture: { widthPx: width, heightPx: height, rgb: developed(light, width) }, hit };
}

/** The colour at a pixel's place on a triangle; `projected` is in fine pixels. */
function placeColour(
  { mesh, normals, open, paintAt }: Painted,
  studio: Studio,
  camera: Camera,
  projected: Float64Array,
  triangle: number,
  u: number,
  v: number,
): Vector {
  const corners = [0, 1, 2].map((k) => mesh.triangles[triangle * 3 + k]!);
  const [a, b, c] = corners.map((i) => [projected[i * 3]! / FINE - u, projected[i * 3 + 1]! / FINE - v] as const);
  const area = (b![0] - a![0]) * (c![1] - a![1]) - (b![1] - a![1]) * (c![0] - a![0]);
  const first = (b![0] * c![1] - b![1] * c![0]) / area;
  const second = (c![0] * a![1] - c![1] * a![0]) / area;
  const weights = [first, second, 1 - first - second];
  const blend = (values: ArrayLike<number>, width: number, k: number) =>
    corners.reduce((sum, corner, i) => sum + weights[i]! * values[corner * width + k]!, 0);
  const normal = unit([blend(normals, 3, 0), blend(normals, 3, 1), blend(normals, 3, 2)]);
  const place = { normal, open: blend(open, 1, 0), direction: rayThrough(camera, u, v) };
  return litColour(studio, camera, place, paintAt(corners, weights));
}

/** The engine's form of a camera, metres, with a picture `times` as large. */
export function engineCamera(
  { position, right, up, forward, focalPx, widthPx, heightPx }: Camera,
  times = 1,
): EngineCamera {
  const rows = [right, scale(up, -1), forward];
  const [x, y, z] = rows.map((row) => -(row[0] * position[0] + row[1] * position[1] + row[2] * position[2]) / 100);
  return {
    widthPx: widthPx * times,
    heightPx: heightPx * times,
    focalPx: focalPx * times,
    principalPx: [(widthPx * times) / 2, (heightPx * times) / 2],
    rotation: rows.flat(),
    translation: [x!, y!, z!],
  };
}
