import { componentsOf } from '../image/components.ts';
import { type Mask, newMask } from '../image/plane.ts';
import { fillLostPants } from './lost-clothes.ts';
import { fillLostHips } from './lost-hips.ts';
import { verticalExtent } from './mask-rows.ts';
import type { WallDifference } from './wall-difference.ts';

/** Parts below this share of the largest one are specks. */
const PART_SHARE = 0.15;
/** Specks of wall colour inside the person, as a share of the picture; larger gaps are real gaps. */
const SPECK_SHARE = 0.0008;
/** Gaps less different from the wall than this may be filled up to the larger share. */
const DOUBTFUL = 0.55;
const DOUBTFUL_SHARE = 0.02;
/** Darkened floor counts as a shadow only below this share of the person's height. */
const FEET_SHARE = 0.1;
/** The range of the ankles, as shares of the height from the floor: above shoes and shadows. */
const ANKLES = [0.1, 0.16] as const;
/**
 * Limits of a shadow. Its hue differs from the floor's by less than `hue` tolerances, or by less than a share of the
 * difference of skin. It keeps a share of the floor's light: very little if the feet clearly have another hue,
 * otherwise it could be a sunny spot.
 */
const SHADOW = {
  hue: 1.2,
  mostHue: 2.2,
  ofAnkle: 0.35,
  light: [0.3, 1],
  clearAnkle: 3,
  clearLight: [0.08, 1.7],
} as const;

/** Clothes of the wall's colour may divide the person by at most this share of the picture's height. */
const MAX_PARTING_SHARE = 0.14;

/** The person differs from the wall: the largest part, with a large one below or above, holes filled. */
export function personFrom(difference: WallDifference, seeds: Mask, standsOnFloor: boolean): Mask {
  const { widthPx, heightPx, values } = difference;
  const mask = newMask(widthPx, heightPx);
  for (let i = 0; i < values.length; i++) mask.inside[i] = values[i]! > 1 && seeds.inside[i] === 0 ? 1 : 0;
  if (standsOnFloor) dropFloorShadow(mask, difference);
  return filled(joined(mask, standsOnFloor), values);
}

/**
 * Removes shadows: parts on the floor that have its hue, or are much nearer to it than ankles are. Compared with 24
 * true masks of bodies: mean IoU 0.9755 and outline 0.67 px off with one limit for the hue, 0.9772 and 0.51 px with a
 * limit set by the ankles.
 */
function dropFloorShadow(mask: Mask, difference: WallDifference): void {
  const { widthPx, inside } = mask;
  const { light } = difference;
  const hue = difference.hue();
  const { top, bottom: end } = verticalExtent(keepLargest(mask));
  const bottom = end - 1;
  const rowAt = (share: number) => Math.round(bottom - (bottom - top) * share);
  const ankles: number[] = [];
  for (let i = rowAt(ANKLES[1]) * widthPx; i < rowAt(ANKLES[0]) * widthPx; i++)
    if (inside[i] === 1) ankles.push(hue[i]!);
  ankles.sort((a, b) => a - b);
  const ankle = ankles[ankles.length >> 1] ?? 0;
  const limit = Math.max(SHADOW.hue, Math.min(SHADOW.mostHue, SHADOW.ofAnkle * ankle));
  const [darkest, brightest] = ankle > SHADOW.clearAnkle ? SHADOW.clearLight : SHADOW.light;
  for (let i = rowAt(FEET_SHARE) * widthPx; i < inside.length; i++) {
    if (hue[i]! < limit && light[i]! < brightest && light[i]! > darkest) inside[i] = 0;
  }
}

/** Joins trunk and legs that wall-coloured clothes separate. */
function joined(mask: Mask, standsOnFloor: boolean): Mask {
  const all = componentsOf(mask);
  const parts = all.filter((part) => part.length >= all[0]!.length * PART_SHARE);
  const kept = newMask(mask.widthPx, mask.heightPx);
  for (const part of parts) for (const i of part) kept.inside[i] = 1;
  const isJoined = parts.length > 1 && joinDown(kept, parts);
  return keepLargest(standsOnFloor ? fillLostPants(kept, isJoined) : fillLostHips(keepLargest(kept), mask));
}

/** Joins parts straight down, column by column; returns whether any were near enough. */
function joinDown({ widthPx, heightPx, inside }: Mask, parts: readonly Int32Array[]): boolean {
  const label = new Int32Array(inside.length);
  for (const [index, part] of parts.entries()) for (const i of part) label[i] = index + 1;
  const longest = heightPx * MAX_PARTING_SHARE;
  let isJoined = false;
  for (let x = 0; x < widthPx; x++) {
    let last = -1;
    for (let i = x; i < label.length; i += widthPx) {
      if (label[i] === 0) continue;
      const isParted = last >= 0 && label[last] !== label[i] && i - last < longest * widthPx;
      if (isParted) for (let j = last; j < i; j += widthPx) inside[j] = 1;
      isJoined ||= isParted;
      last = i;
    }
  }
  return isJoined;
}

function keepLargest(mask: Mask): Mask {
  const kept = newMask(mask.widthPx, mask.heightPx);
  for (const i of componentsOf(mask)[0] ?? []) kept.inside[i] = 1;
  return kept;
}

function filled(mask: Mask, values: Float32Array): Mask {
  const { widthPx, heightPx } = mask;
  const total = widthPx * heightPx;
  for (const pixels of componentsOf(mask, 0)) {
    if (pixels.length > total * DOUBTFUL_SHARE || pixels.some((i) => onBorder(i, widthPx, heightPx))) continue;
    let sum = 0;
    for (const i of pixels) sum += values[i]!;
    if (pixels.length < total * SPECK_SHARE || sum / pixels.length > DOUBTFUL)
      for (const i of pixels) mask.inside[i] = 1;
  }
  return mask;
}

const onBorder = (i: number, widthPx: number, heightPx: number) =>
  i % widthPx === 0 || i % widthPx === widthPx - 1 || i < widthPx || i >= widthPx * (heightPx - 1);
