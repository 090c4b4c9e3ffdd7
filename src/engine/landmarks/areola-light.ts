import type { RgbImage } from '../../photo/decode.ts';
import { distanceOf } from '../image/distance-transform.ts';
import { blur121, GREEN, type Mask, type Plane, planeOfPair, RED, valueAt } from '../image/plane.ts';
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
  /** The median of the skin round it less its own, as a logarithm. */
  darker: number;
  /** Its own redness less that of the skin round it, as a logarithm, of both where they gleam least. */
  redder: number;
  depthPx: number;
}

/** Keeps the logarithm of nearly black pixels from becoming noise; 8-bit steps. */
const DARK = 4;
/** Rings in radii of the patch: without its edge, and without the nipple and its gleam. */
const WITHIN = [0.4, 0.8] as const;
const ROUND = [1.25, 1.6] as const;
/**
 * A gleam makes a part of a ring less red, on dark skin more than an areola is redder. Redness is read where three quarters
 * of the ring are less red. Of 160 trunks, most of them dark, 140 are found; with the median, 138.
 */
const LEAST_GLEAMING = 0.75;
const RINGS = 4;
const ANGLES = 32;
/** Nearer to the outline than this the wall shines through; px of the mask. */
const SURELY_SKIN = 1;

export function skinLightOf(photo: RgbImage, mask: Mask): SkinLight {
  const logOf = (channel: number): Plane => {
    const { widthPx, heightPx, values } = planeOfPair(photo, [channel, channel], (value) => Math.log(value + DARK));
    return { widthPx, heightPx, values: blur121(blur121(values, widthPx, heightPx), widthPx, heightPx) };
  };
  const distance = distanceOf(mask);
  const ratio = photo.widthPx / mask.widthPx;
  const inMask = (px: number) => (px + 0.5) / ratio - 0.5;
  return {
    ...{ red: logOf(RED), green: logOf(GREEN) },
    depthAt: (xPx, yPx) => (valueAt(distance, inMask(xPx), inMask(yPx)) - SURELY_SKIN) * ratio,
  };
}

/** What differs between a patch's ring and the skin round it, without what is no skin. */
export function patchLightOf({ red, green, depthAt }: SkinLight, patch: Patch): PatchLight {
  const lightOf = (from: number, to: number) => {
    const [greens, rednesses]: [number[], number[]] = [[], []];
    for (let ring = 0; ring < RINGS; ring++) {
      const radius = from + ((to - from) * ring) / (RINGS - 1);
      for (let a = 0; a < ANGLES; a++) {
        const [x, y] = placeIn(patch, radius, (2 * Math.PI * a) / ANGLES);
        if (depthAt(x, y) < 0) continue;
        greens.push(valueAt(green, x, y));
        rednesses.push(valueAt(red, x, y) - valueAt(green, x, y));
      }
    }
    return { green: shareOf(0.5, greens), redness: shareOf(LEAST_GLEAMING, rednesses) };
  };
  const [own, round] = [lightOf(...WITHIN), lightOf(...ROUND)];
  return {
    darker: round.green - own.green,
    redder: own.redness - round.redness,
    depthPx: depthAt(patch.xPx, patch.yPx),
  };
}

function placeIn({ xPx, yPx, longPx, shortPx, shortX, shortY }: Patch, radius: number, angle: number) {
  const [along, across] = [Math.cos(angle) * radius * longPx, Math.sin(angle) * radius * shortPx];
  return [xPx + along * shortY + across * shortX, yPx - along * shortX + across * shortY] as const;
}

/** The value that a share of all values does not reach. */
const shareOf = (share: number, values: number[]) =>
  values.sort((one, other) => one - other)[Math.floor(share * values.length)] ?? 0;

/**
 * Limit for how much redder areolas are than the skin round them, as a logarithm: real ones 0.04 or more. What shows
 * through cloth is darker and not redder: 0.013 at most.
 */
const REDDER = 0.025;

/** Whether both patches together are surely redder than the skin round them; a gleam may have made one of them less red. */
export function areClearlyRedder(light: SkinLight, patches: readonly Patch[]): boolean {
  return patches.reduce((sum, patch) => sum + patchLightOf(light, patch).redder, 0) / patches.length > REDDER;
}
