import type { RgbImage } from '../../photo/decode.ts';
import type { Mask } from '../image/plane.ts';

/** A smooth picture of the wall without the person: writes r, g and b at a pixel into `out`. */
export type Background = (x: number, y: number, out: Float32Array) => void;

/**
 * Fills the wall behind the person from the pixels known to be wall: each level of a pyramid averages the known pixels,
 * and a finer level is used where it knows the colour itself (push-pull). Wide averages keep noise and freckles out.
 */
export function estimateBackground(image: RgbImage, wall: Mask, finestLevel = FINEST_LEVEL): Background {
  const levels = [knownColours(image, wall, finestLevel)];
  while (Math.max(levels.at(-1)!.widthPx, levels.at(-1)!.heightPx) > 2) levels.push(halve(levels.at(-1)!));
  for (let level = levels.length - 2; level >= 0; level--) fillFrom(levels[level]!, levels[level + 1]!);
  return sampler(levels[0]!, 2 ** finestLevel, image.widthPx, image.heightPx);
}

/** The two finer levels would only add noise; the wall is smooth. */
const FINEST_LEVEL = 3;

interface Level {
  widthPx: number;
  heightPx: number;
  /** Weighted sums of r, g, b and the weight. */
  sums: Float32Array;
}

/** The sums of blocks of 2^level pixels a side. */
function knownColours(image: RgbImage, wall: Mask, level: number): Level {
  const widthPx = Math.ceil(image.widthPx / 2 ** level);
  const heightPx = Math.ceil(image.heightPx / 2 ** level);
  const sums = new Float32Array(widthPx * heightPx * 4);
  for (let y = 0, i = 0; y < image.heightPx; y++) {
    for (let x = 0; x < image.widthPx; x++, i++) {
      if (wall.inside[i] !== 1) continue;
      const to = ((y >> level) * widthPx + (x >> level)) * 4;
      for (let c = 0; c < 3; c++) sums[to + c] = sums[to + c]! + image.rgb[i * 3 + c]!;
      sums[to + 3] = sums[to + 3]! + 1;
    }
  }
  return { widthPx, heightPx, sums };
}

function halve(fine: Level): Level {
  const widthPx = Math.ceil(fine.widthPx / 2);
  const heightPx = Math.ceil(fine.heightPx / 2);
  const sums = new Float32Array(widthPx * heightPx * 4);
  for (let y = 0; y < fine.heightPx; y++) {
    for (let x = 0; x < fine.widthPx; x++) {
      const from = (y * fine.widthPx + x) * 4;
      const to = ((y >> 1) * widthPx + (x >> 1)) * 4;
      for (let c = 0; c < 4; c++) sums[to + c] = sums[to + c]! + fine.sums[from + c]!;
    }
  }
  return { widthPx, heightPx, sums };
}

/** Adds the coarser level's colour with a small weight, which matters only where this level knows little. */
function fillFrom(fine: Level, coarse: Level): void {
  const colour = new Float32Array(3);
  const coarseColour = sampler(coarse, 2, fine.widthPx, fine.heightPx);
  for (let y = 0, at = 0; y < fine.heightPx; y++) {
    for (let x = 0; x < fine.widthPx; x++, at += 4) {
      coarseColour(x, y, colour);
      for (let c = 0; c < 3; c++) fine.sums[at + c] = fine.sums[at + c]! + colour[c]! * PRIOR_WEIGHT;
      fine.sums[at + 3] = fine.sums[at + 3]! + PRIOR_WEIGHT;
    }
  }
}

const PRIOR_WEIGHT = 4;

/** Reads a level, bilinear between its cells, for the pixels of a picture `step` times as large. */
function sampler(level: Level, step: number, widthPx: number, heightPx: number): Background {
  const across = tapsAlong(widthPx, level.widthPx, step);
  const down = tapsAlong(heightPx, level.heightPx, step);
  const means = cellMeans(level);
  return (x, y, out) => {
    const upper = down.before[y]! * level.widthPx;
    const lower = down.after[y]! * level.widthPx;
    const a = (upper + across.before[x]!) * 4;
    const b = (upper + across.after[x]!) * 4;
    const c = (lower + across.before[x]!) * 4;
    const d = (lower + across.after[x]!) * 4;
    const fx = across.share[x]!;
    const fy = down.share[y]!;
    const shareA = (1 - fx) * (1 - fy) * means[a + 3]!;
    const shareB = fx * (1 - fy) * means[b + 3]!;
    const shareC = (1 - fx) * fy * means[c + 3]!;
    const shareD = fx * fy * means[d + 3]!;
    const all = 1e-9 + shareA + shareB + shareC + shareD;
    for (let k = 0; k < 3; k++) {
      out[k] =
        (means[a + k]! * shareA + means[b + k]! * shareB + means[c + k]! * shareC + means[d + k]! * shareD) / all;
    }
  };
}

/** Each cell counts by its own mean, even of few known pixels: r, g, b, and 1 if anything is known. */
function cellMeans({ sums }: Level): Float64Array {
  const means = new Float64Array(sums.length);
  for (let i = 0; i < sums.length; i += 4) {
    const weight = sums[i + 3]!;
    if (weight <= 0) continue;
    for (let c = 0; c < 3; c++) means[i + c] = sums[i + c]! / weight;
    means[i + 3] = 1;
  }
  return means;
}

/** The cells before and after each pixel's centre, and the pixel's position between the two, 0 to 1. */
function tapsAlong(pixels: number, cells: number, step: number) {
  const taps = { before: new Int32Array(pixels), after: new Int32Array(pixels), share: new Float64Array(pixels) };
  for (let i = 0; i < pixels; i++) {
    const at = (i + 0.5) / step - 0.5;
    const before = Math.min(cells - 1, Math.max(0, Math.floor(at)));
    taps.before[i] = before;
    taps.after[i] = Math.min(cells - 1, before + 1);
    taps.share[i] = Math.min(1, Math.max(0, at - before));
  }
  return taps;
}
