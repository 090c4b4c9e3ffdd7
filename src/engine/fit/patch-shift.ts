import { type Camera, project } from '../camera.ts';
import { pointAt, type SurfacePoint } from '../morphable/surface-point.ts';
import type { Mesh } from '../surface/mesh.ts';

/** Triangles are cut into the square of so many parts: a patch is little larger than one. */
const CUTS = 6;

/**
 * How far, px, a point of the surface appears from the middle of the round patch about it: of what lies within
 * `radiusPx` of it, measured over the surface in space, and is turned to the camera. An areola's nipple stands out
 * before it, so that seen from the side the areola's middle lies inwards of the tip: 3 to 6 mm on women, 0.2 mm on men.
 *
 * On eight nipples in photos of whole bodies the middle of the areola was seen 0.1 to 5.8 mm from the tip; by the fitted
 * model's surface it should have been there to 0.1 to 1.9 mm, by the true surface to 0.1 to 0.8 mm.
 *
 * @param mesh the person, in the camera's world, metres
 */
export function patchShift(mesh: Mesh, camera: Camera, point: SurfacePoint, radiusPx: number): [number, number] {
  const tip = new Float64Array(3);
  const tipPx = new Float64Array(3);
  pointAt(mesh, point, tip);
  project(camera, tip[0]!, tip[1]!, tip[2]!, tipPx);
  const radius = (radiusPx * tipPx[2]!) / camera.focalPx;
  let [area, x, y] = [0, 0, 0];
  for (const corners of trianglesNear(mesh, tip, radius)) {
    const seen = corners.map((at) => projected(camera, at));
    const facing = -turnOf(seen);
    if (facing <= 0) continue;
    for (const weights of PARTS) {
      if (distance(mixed(corners, weights), tip) > radius) continue;
      const [px, py] = mixed(seen, weights) as [number, number];
      area += facing;
      x += facing * px;
      y += facing * py;
    }
  }
  return area === 0 ? [0, 0] : [tipPx[0]! - x / area, tipPx[1]! - y / area];
}

/** Middles of the equal parts of a triangle, as weights of its corners. */
const PARTS: readonly (readonly number[])[] = Array.from({ length: CUTS }, (_, i) =>
  Array.from({ length: 2 * (CUTS - i) - 1 }, (_unused, j) => {
    // Of each row's parts, every second one stands on its head.
    const shift = j % 2 === 0 ? 1 / 3 : 2 / 3;
    const [s, q] = [(i + shift) / CUTS, (Math.floor(j / 2) + shift) / CUTS];
    return [1 - s - q, s, q];
  }),
).flat();

type Place = readonly number[];

function* trianglesNear({ positions, triangles }: Mesh, to: ArrayLike<number>, radius: number): Generator<Place[]> {
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [0, 1, 2].map((k) => triangles[t + k]! * 3);
    // No edge of the models is longer than four radii of the smallest areola.
    if (corners.every((v) => Math.abs(positions[v + 1]! - to[1]!) > radius * 2)) continue;
    const places = corners.map((v) => [positions[v]!, positions[v + 1]!, positions[v + 2]!]);
    if (places.some((at) => distance(at, to) < radius * 2)) yield places;
  }
}

function projected(camera: Camera, [x, y, z]: Place): Place {
  const out = new Float64Array(3);
  project(camera, x!, y!, z!, out);
  return [out[0]!, out[1]!];
}

const mixed = (corners: readonly Place[], weights: readonly number[]): number[] =>
  corners[0]!.map((_, c) => corners.reduce((sum, at, k) => sum + weights[k]! * at[c]!, 0));

const distance = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);

/** Twice the area; in pictures, whose y runs down, negative where the triangle is turned to the camera. */
const turnOf = ([a, b, c]: readonly Place[]) =>
  (b![0]! - a![0]!) * (c![1]! - a![1]!) - (c![0]! - a![0]!) * (b![1]! - a![1]!);
