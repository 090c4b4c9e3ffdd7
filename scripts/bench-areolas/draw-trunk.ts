import { type Camera, centreOf, project } from '../../src/engine/camera.ts';
import { rasterize } from '../../src/engine/render/rasterize.ts';
import { type Mesh, vertexNormals } from '../../src/engine/surface/mesh.ts';
import type { Vec3 } from '../../src/engine/vector.ts';
import { rayOf } from '../bench-engine/ray.ts';
import type { Picture, Studio } from '../samples/photo.ts';
import { clamp, dot, scale, type Vector } from '../samples/vector.ts';

/** The surface at a place of the person, metres. */
export interface Paint {
  /** Linear light. */
  colour: Vector;
  shine: number;
  /** The areola that the place belongs to: 0 for the person's right one, 1 for the left one. */
  areola?: 0 | 1;
}
export type Painter = (place: Vec3) => Paint;

/** Softness of a shadow's edge, px of the light's own picture, and the depth in metres at which a shadow begins. */
const SHADOW_PX = 3;
const SHADOW_FROM_M = 0.012;
const SHADOW_SIZE_PX = 700;

interface Drawn {
  picture: Picture;
  /** The middles of both areolas in the picture, px. */
  areolas: [x: number, y: number][];
}

/**
 * A photo of a surface before a wall, twice as large as asked for: a camera's picture without smoothing. The light is
 * that of the sample people (`samples/photo.ts`), with cast shadows instead of narrow places.
 */
export function drawTrunk(mesh: Mesh, camera: Camera, studio: Studio, paint: Painter, grain: number): Drawn {
  const { widthPx, heightPx } = camera;
  const normals = vertexNormals(mesh);
  const seen = rasterize(mesh, camera);
  const centre = centreOf(camera);
  const key = towards(camera, studio.key);
  const fill = towards(camera, [0.8, 0.15, -0.7]);
  const shadow = shadowOf(mesh, key, centre);
  const rgb = new Uint8Array(widthPx * heightPx * 3);
  const sums = [0, 1].map(() => [0, 0, 0]);
  for (let i = 0; i < seen.triangle.length; i++) {
    const [x, y] = [(i % widthPx) + 0.5, Math.floor(i / widthPx) + 0.5];
    let colour = wallAt(studio, x / widthPx - 0.5, y / heightPx - 0.45);
    if (seen.triangle[i]! >= 0) {
      const ray = rayOf(camera, x, y);
      const place = [0, 1, 2].map((c) => centre[c]! + ray[c]! * seen.depth[i]!) as unknown as Vec3;
      const normal = normalAt(mesh, normals, seen.triangle[i]! * 3, place);
      const { colour: own, shine, areola } = paint(place);
      if (areola !== undefined) sums[areola] = [x, y, 1].map((one, k) => sums[areola]![k]! + one);
      const open = 0.35 + 0.65 * shadow(place);
      const wrapped = (light: Vector, wrap: number) => Math.max(0, (dot(normal, light) + wrap) / (1 + wrap));
      const lit =
        studio.keyStrength * wrapped(key, 0.35) * open +
        studio.fillStrength * wrapped(fill, 0.5) +
        0.27 +
        0.07 * normal[1];
      const length = Math.hypot(...ray);
      const half = [0, 1, 2].map((c) => key[c]! - ray[c]! / length) as unknown as Vector;
      const gleam = shine * Math.max(0, dot(normal, half) / Math.hypot(...half)) ** 28 * open;
      const redder = clamp(1 - lit, 0, 1) * 0.14;
      const tints = [1 + redder, 1, 1 - 0.4 * redder];
      colour = [0, 1, 2].map((c) => own[c]! * lit * tints[c]! + gleam) as unknown as Vector;
    }
    for (let c = 0; c < 3; c++) rgb[i * 3 + c] = clamp(encoded(colour[c]!) + grain * grainAt(i * 3 + c), 0, 255);
  }
  const areolas = sums.map(([x, y, count]): [number, number] => [x! / count!, y! / count!]);
  return { picture: { widthPx, heightPx, rgb }, areolas };
}

/** A direction given in the camera's right, up and forward. */
function towards({ rotation: r }: Camera, [x, y, z]: Vector): Vector {
  const world = [0, 1, 2].map((c) => x * r[c]! - y * r[3 + c]! + z * r[6 + c]!) as unknown as Vector;
  return scale(world, 1 / Math.hypot(...world));
}

function wallAt({ wall }: Studio, u: number, v: number): Vector {
  return scale(wall, 1.04 - 0.3 * (u * u + v * v) - 0.06 * v);
}

function normalAt({ positions: p, triangles }: Mesh, normals: Float64Array, t: number, place: Vec3): Vector {
  const away = [0, 1, 2].map((k) => {
    const at = triangles[t + k]! * 3;
    return 1 / (1e-4 + Math.hypot(p[at]! - place[0], p[at + 1]! - place[1], p[at + 2]! - place[2]));
  });
  const sum = [0, 1, 2].map((c) =>
    [0, 1, 2].reduce((total, k) => total + away[k]! * normals[triangles[t + k]! * 3 + c]!, 0),
  ) as unknown as Vector;
  return scale(sum, 1 / Math.hypot(...sum));
}

/** The share of the key light that reaches a place, 0 to 1. */
function shadowOf(mesh: Mesh, key: Vector, near: Vec3): (place: Vec3) => number {
  const middle: Vec3 = [0, near[1], 0];
  // A light far away, looking at the trunk: a camera whose third row is the light's way.
  const forward = scale(key, -1);
  const side = Math.hypot(forward[0], forward[2]);
  const right: Vector = [-forward[2] / side, 0, forward[0] / side];
  const down: Vector = [
    forward[1] * right[2] - forward[2] * right[1],
    forward[2] * right[0] - forward[0] * right[2],
    forward[0] * right[1] - forward[1] * right[0],
  ];
  const rows = [right, down, forward];
  const from = [0, 1, 2].map((c) => middle[c]! + key[c]! * 12);
  const light: Camera = {
    ...{ widthPx: SHADOW_SIZE_PX, heightPx: SHADOW_SIZE_PX, focalPx: SHADOW_SIZE_PX * 9 },
    principalPx: [SHADOW_SIZE_PX / 2, SHADOW_SIZE_PX / 2],
    rotation: rows.flatMap((row) => [...row]),
    translation: rows.map((row) => -(row[0] * from[0]! + row[1] * from[1]! + row[2] * from[2]!)) as unknown as Vec3,
  };
  const { depth } = rasterize(mesh, light);
  const at = new Float64Array(3);
  return (place) => {
    project(light, ...place, at);
    let [lit, count] = [0, 0];
    for (let dy = -SHADOW_PX; dy <= SHADOW_PX; dy += 2) {
      for (let dx = -SHADOW_PX; dx <= SHADOW_PX; dx += 2) {
        const [x, y] = [Math.floor(at[0]!) + dx, Math.floor(at[1]!) + dy];
        const isIn = x >= 0 && y >= 0 && x < SHADOW_SIZE_PX && y < SHADOW_SIZE_PX;
        lit += !isIn || depth[y * SHADOW_SIZE_PX + x]! > at[2]! - SHADOW_FROM_M ? 1 : 0;
        count++;
      }
    }
    return lit / count;
  };
}

function encoded(light: number): number {
  const c = clamp(light, 0, 1);
  return 255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055);
}

/** About normal, spread 1, the same in every run. */
function grainAt(i: number): number {
  let h = Math.imul(i + 1, 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  const [a, b, c] = [h & 1023, (h >>> 10) & 1023, (h >>> 20) & 1023];
  return (a + b + c - 1534.5) / 511.5;
}
