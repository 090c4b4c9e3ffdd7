import type { RgbImage } from '../../photo/decode.ts';
import { signedDistance } from '../image/distance-transform.ts';
import { blur121, type Mask, type Plane, planeOf, valueAt } from '../image/plane.ts';
import type { Patch } from './areola.ts';

/** The light of a photo, and where its person is. */
export interface SkinLight {
  /** Logarithms of red and green. */
  red: Plane;
  green: Plane;
  /** How far inside the outline a place of the photo lies, px of the photo. */
  depthAt(xPx: number, yPx: number): number;
}

/** How a patch differs from the skin round it. */
export interface PatchLight {
  /** Medians of the skin round it less its own, as logarithms. */
  darker: number;
  redder: number;
  depthPx: number;
}

/** Keeps the logarithm of nearly black pixels from becoming noise; 8-bit steps. */
const DARK = 4;
/** Rings in radii of the patch: without its edge, and without the nipple and its gleam. */
const WITHIN = [0.4, 0.8] as const;
const ROUND = [1.25, 1.6] as const;
const RINGS = 4;
const ANGLES = 32;
/** Nearer to the outline than this the wall shines through; px of the mask. */
const SURELY_SKIN = 1;

export function skinLightOf(photo: RgbImage, mask: Mask): SkinLight {
  const logOf = (channel: 0 | 1): Plane => {
    const { widthPx, heightPx, values } = planeOf(photo, (...rgb) => Math.log(rgb[channel] + DARK));
    return { widthPx, heightPx, values: blur121(blur121(values, widthPx, heightPx), widthPx, heightPx) };
  };
  const distance = signedDistance(mask);
  const ratio = photo.widthPx / mask.widthPx;
  const inMask = (px: number) => (px + 0.5) / ratio - 0.5;
  return {
    ...{ red: logOf(0), green: logOf(1) },
    depthAt: (xPx, yPx) => (valueAt(distance, inMask(xPx), inMask(yPx)) - SURELY_SKIN) * ratio,
  };
}

/** What differs between a patch's ring and the skin round it, without what is no skin. */
export function patchLightOf({ red, green, depthAt }: SkinLight, patch: Patch): PatchLight {
  const medians = (from: number, to: number) => {
    const [reds, greens]: [number[], number[]] = [[], []];
    for (let ring = 0; ring < RINGS; ring++) {
      const radius = from + ((to - from) * ring) / (RINGS - 1);
      for (let a = 0; a < ANGLES; a++) {
        const [x, y] = placeIn(patch, radius, (2 * Math.PI * a) / ANGLES);
        if (depthAt(x, y) < 0) continue;
        reds.push(valueAt(red, x, y));
        greens.push(valueAt(green, x, y));
      }
    }
    return { red: medianOf(reds), green: medianOf(greens) };
  };
  const [own, round] = [medians(...WITHIN), medians(...ROUND)];
  const darker = round.green - own.green;
  return {
    ...{ darker, redder: darker - (round.red - own.red) },
    depthPx: depthAt(patch.xPx, patch.yPx),
  };
}

function placeIn({ xPx, yPx, longPx, shortPx, shortX, shortY }: Patch, radius: number, angle: number) {
  const [along, across] = [Math.cos(angle) * radius * longPx, Math.sin(angle) * radius * shortPx];
  return [xPx + along * shortY + across * shortX, yPx - along * shortX + across * shortY] as const;
}

const medianOf = (values: number[]) => values.sort((one, other) => one - other)[values.length >> 1] ?? 0;

/**
 * Limit for how much redder areolas are than the skin round them, as a logarithm: real ones 0.04 or more. What shows
 * through cloth is darker and not redder: 0.013 at most.
 */
const REDDER = 0.025;

/** Whether both patches together are surely redder than the skin round them; a gleam may have made one of them less red. */
export function areClearlyRedder(light: SkinLight, patches: readonly Patch[]): boolean {
  return patches.reduce((sum, patch) => sum + patchLightOf(light, patch).redder, 0) / patches.length > REDDER;
}
