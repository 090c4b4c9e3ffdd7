import type { BlockGrid } from './block-grid.ts';
import { type Camera, cameraOf, rayThrough, type SetName, type ViewName } from './camera.ts';
import type { Figure } from './figure.ts';
import { noise } from './noise.ts';
import { type Paint, paintAt } from './paint.ts';
import type { Person } from './people.ts';
import { clearDistance, normalAt, openness, trace } from './trace.ts';
import { add, along, clamp, dot, scale, unit, type Vector } from './vector.ts';

/** A rendered picture: 3 bytes a pixel, rows from the top, sRGB. */
export interface Picture {
  widthPx: number;
  heightPx: number;
  rgb: Uint8Array;
}

/** The scene of a photo: a person in a posture, before a wall, in a light. */
export interface Scene {
  figure: Figure;
  /** The figure as it stands. */
  grid: BlockGrid;
  /** From a place on the standing figure to the same place on the figure at rest, cm. */
  atRest(point: Vector): Vector;
  studio: Studio;
}

/** Colours are linear light; lights come from a direction in the camera's right, up and forward. */
export interface Studio {
  wall: Vector;
  key: Vector;
  keyStrength: number;
  fillStrength: number;
}

/** Soft light from the camera's upper left, a plain grey-blue wall. */
const USUAL_STUDIO: Studio = {
  wall: [0.44, 0.5, 0.56],
  key: [-0.55, 0.75, -0.8],
  keyStrength: 0.62,
  fillStrength: 0.27,
};

/** Renders one photo as a clinic would take it; `turnedDeg` of somebody who stands turned by that much. */
export function renderPhoto(
  figure: Figure & { person: Person },
  set: SetName,
  view: ViewName,
  { widthPx, turnedDeg }: { widthPx?: number; turnedDeg?: number } = {},
) {
  const scene = { figure, grid: figure.grid, atRest: (point: Vector) => point, studio: USUAL_STUDIO };
  return renderScene(scene, cameraOf(figure.person, set, view, widthPx, turnedDeg)).picture;
}

/** The photo, and how much of each pixel before smoothing is the figure: 0 or 1. */
export function renderScene(scene: Scene, camera: Camera): { picture: Picture; hit: Uint8Array } {
  const { widthPx: width, heightPx: height } = camera;
  const light = new Float32Array(width * height * 3);
  const hit = new Uint8Array(width * height);
  for (let top = 0; top < height; top += TILE_PX) {
    for (let left = 0; left < width; left += TILE_PX) {
      const startCm = tileStart(scene, camera, left, top);
      for (let y = top; y < Math.min(top + TILE_PX, height); y++) {
        for (let x = left; x < Math.min(left + TILE_PX, width); x++) {
          const { colour, isFigure } = lightThrough(scene, camera, x + 0.5, y + 0.5, startCm);
          light.set(colour, (y * width + x) * 3);
          hit[y * width + x] = isFigure ? 1 : 0;
        }
      }
    }
  }
  smoothEdges(scene, camera, light, hit);
  return { picture: { widthPx: width, heightPx: height, rgb: developed(light, width) }, hit };
}

/** Pixels of one tile share the way to where the figure may begin. */
const TILE_PX = 8;

function tileStart({ grid }: Scene, camera: Camera, left: number, top: number): number {
  const middle = rayThrough(camera, left + TILE_PX / 2, top + TILE_PX / 2);
  const spread = (TILE_PX * Math.SQRT1_2) / camera.focalPx;
  return clearDistance(grid, camera.position, middle, spread) ?? Number.POSITIVE_INFINITY;
}

interface Sample {
  colour: Vector;
  isFigure: boolean;
}

function lightThrough(scene: Scene, camera: Camera, x: number, y: number, startCm: number): Sample {
  const direction = rayThrough(camera, x, y);
  const distance = trace(scene.grid, camera.position, direction, startCm);
  if (distance === undefined) return { colour: wallAt(scene.studio, camera, x, y), isFigure: false };
  const point = along(camera.position, direction, distance);
  return { colour: shaded(scene, camera, point, direction), isFigure: true };
}

/** A graded wall, a little brighter in the middle. */
export function wallAt({ wall }: Studio, { widthPx, heightPx }: Camera, x: number, y: number): Vector {
  const [u, v] = [x / widthPx - 0.5, y / heightPx - 0.45];
  return scale(wall, 1.04 - 0.3 * (u * u + v * v) - 0.06 * v);
}

function shaded({ figure, grid, atRest, studio }: Scene, camera: Camera, point: Vector, direction: Vector): Vector {
  const normal = normalAt(grid, point, 0.02);
  const open = openness(grid, point, normal);
  return litColour(studio, camera, { normal, open, direction }, paintAt(figure, atRest(point)));
}

/** A place of the surface: its normal, how much of the light from all around reaches it, and the ray that meets it. */
export interface Place {
  normal: Vector;
  open: number;
  direction: Vector;
}

/** The light that a painted place sends to the camera. */
export function litColour(studio: Studio, camera: Camera, { normal, open, direction }: Place, paint: Paint): Vector {
  const { colour, shine } = paint;
  const { right, up, forward } = camera;
  const towards = ([x, y, z]: Vector) => unit(add(scale(right, x), add(scale(up, y), scale(forward, z))));
  const key = towards(studio.key);
  const fill = towards([0.8, 0.15, -0.7]);
  const wrapped = (light: Vector, wrap: number) => Math.max(0, (dot(normal, light) + wrap) / (1 + wrap));
  const sky = 0.5 + 0.5 * normal[1];
  const lit =
    studio.keyStrength * wrapped(key, 0.35) * (0.45 + 0.55 * open) +
    (studio.fillStrength * wrapped(fill, 0.5) + 0.2 + 0.14 * sky) * open;
  const half = unit(add(key, scale(direction, -1)));
  const gleam = shine * Math.max(0, dot(normal, half)) ** 28 * open;
  // Light that has travelled through skin is redder where little of it arrives.
  const redder = clamp(1 - lit, 0, 1) * 0.14;
  return [
    colour[0] * lit * (1 + redder) + gleam,
    colour[1] * lit + gleam,
    colour[2] * lit * (1 - redder * 0.4) + gleam,
  ];
}

export const SUBPIXELS = [
  [0.125, 0.375],
  [0.375, 0.875],
  [0.625, 0.125],
  [0.875, 0.625],
] as const;

/** Takes four more samples wherever neighbours differ clearly. */
function smoothEdges(scene: Scene, camera: Camera, light: Float32Array, hit: Uint8Array): void {
  const { widthPx: width, heightPx: height } = camera;
  const before = light.slice();
  const differs = (a: number, b: number) =>
    hit[a] !== hit[b] || Math.abs(Math.sqrt(before[a * 3 + 1]!) - Math.sqrt(before[b * 3 + 1]!)) > 0.07;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      if (![at - 1, at + 1, at - width, at + width].some((other) => differs(at, other))) continue;
      const startCm = tileStart(scene, camera, x - TILE_PX / 2, y - TILE_PX / 2);
      let sum: Vector = [0, 0, 0];
      for (const [dx, dy] of SUBPIXELS) sum = add(sum, lightThrough(scene, camera, x + dx, y + dy, startCm).colour);
      light.set(scale(sum, 0.25), at * 3);
    }
  }
}

/** Linear light to sRGB bytes, with a trace of grain. */
export function developed(light: Float32Array, width: number): Uint8Array {
  return Uint8Array.from(light, (value, i) => {
    const pixel = Math.floor(i / 3);
    const grain = 1.2 * noise((pixel % width) * 1.7, Math.floor(pixel / width) * 1.7, 9);
    const c = clamp(value, 0, 1);
    const encoded = c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055;
    return clamp(Math.round(encoded * 255 + grain), 0, 255);
  });
}
