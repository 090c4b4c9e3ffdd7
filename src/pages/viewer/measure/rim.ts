import { placeOf, type Surface } from './surface.ts';
import { distance, type Vec3 } from './vector.ts';

/** Two models of one person are not cut at the same places, and what is beside a cut is known badly, metres. */
const RIM_M = 0.005;

/** Marks each vertex (1) that lies where the surface ends or within 5 mm of that. */
export function rimOf(surface: Surface): Uint8Array {
  const { ends, sides } = surface.edges;
  return besideOf(
    surface,
    ends.filter((_, i) => sides[i - (i % 2) + 1] === -1),
  );
}

/** Marks these vertices (1) and each one within 5 mm of them. */
export function besideOf(surface: Surface, vertices: Iterable<number>): Uint8Array {
  const isBeside = new Uint8Array(surface.positions.length / 3);
  /** By cubes as wide as the rim. */
  const cubes = new Map<number, Vec3[]>();
  for (const vertex of new Set(vertices)) {
    const place = placeOf(surface, vertex);
    const cube = numberOf(cubeOf(place), NO_STEP);
    cubes.set(cube, [...(cubes.get(cube) ?? []), place]);
  }
  if (cubes.size === 0) return isBeside;
  return isBeside.map((_, vertex) => {
    const place = placeOf(surface, vertex);
    const cube = cubeOf(place);
    const isNear = STEPS.some((step) =>
      cubes.get(numberOf(cube, step))?.some((other) => distance(other, place) <= RIM_M),
    );
    return isNear ? 1 : 0;
  });
}

const cubeOf = (place: Vec3): Vec3 => place.map((value) => Math.floor(value / RIM_M)) as never;

/** More than the cubes along any model. */
const MOST = 2 ** 15;
const numberOf = (cube: Vec3, step: Vec3): number =>
  ((cube[0] + step[0]) * MOST + cube[1] + step[1]) * MOST + cube[2] + step[2];

/** To a cube itself and to those round it. */
const NO_STEP: Vec3 = [0, 0, 0];
const SIDES = [-1, 0, 1];
const STEPS = SIDES.flatMap((x) => SIDES.flatMap((y) => SIDES.map((z): Vec3 => [x, y, z])));
