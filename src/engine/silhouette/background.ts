import type { RgbImage } from '../../photo/decode.ts';
import type { Mask } from '../image/plane.ts';

/** A smooth picture of the wall as it would be without the person. */
export interface Background {
  widthPx: number;
  heightPx: number;
  /** 3 per pixel. */
  rgb: Float32Array;
}

/**
 * Fills the wall behind the person from the pixels known to be wall: each level of a pyramid averages what is known,
 * each finer level takes over where it knows itself (push-pull). Wide averages keep noise and freckles out.
 */
export function estimateBackground(image: RgbImage, wall: Mask, finestLevel = FINEST_LEVEL): Background {
  const base = knownColours(image, wall);
  const levels = [base];
  while (Math.max(levels.at(-1)!.widthPx, levels.at(-1)!.heightPx) > 2) levels.push(halve(levels.at(-1)!));
  // The two finest levels are noise; the wall is smooth.
  for (let level = levels.length - 2; level >= finestLevel; level--) fillFrom(levels[level]!, levels[level + 1]!);
  return enlarge(levels[Math.min(finestLevel, levels.length - 1)]!, 2 ** finestLevel, image.widthPx, image.heightPx);
}

const FINEST_LEVEL = 3;

interface Level {
  widthPx: number;
  heightPx: number;
  /** Weighted sums of r, g, b and the weight. */
  sums: Float32Array;
}

function knownColours({ widthPx, heightPx, rgb }: RgbImage, wall: Mask): Level {
  const sums = new Float32Array(widthPx * heightPx * 4);
  for (let i = 0; i < widthPx * heightPx; i++) {
    if (wall.inside[i] !== 1) continue;
    for (let c = 0; c < 3; c++) sums[i * 4 + c] = rgb[i * 3 + c]!;
    sums[i * 4 + 3] = 1;
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

/** Adds the coarser level's colour with a weight that matters only where this level knows little. */
function fillFrom(fine: Level, coarse: Level): void {
  const colour = new Float32Array(3);
  for (let y = 0; y < fine.heightPx; y++) {
    for (let x = 0; x < fine.widthPx; x++) {
      sampleLevel(coarse, (x + 0.5) / 2 - 0.5, (y + 0.5) / 2 - 0.5, colour);
      const at = (y * fine.widthPx + x) * 4;
      const weight = PRIOR_WEIGHT;
      for (let c = 0; c < 3; c++) fine.sums[at + c] = fine.sums[at + c]! + colour[c]! * weight;
      fine.sums[at + 3] = fine.sums[at + 3]! + weight;
    }
  }
}

const PRIOR_WEIGHT = 4;

function sampleLevel({ widthPx, heightPx, sums }: Level, x: number, y: number, out: Float32Array): void {
  const x0 = Math.min(widthPx - 1, Math.max(0, Math.floor(x)));
  const y0 = Math.min(heightPx - 1, Math.max(0, Math.floor(y)));
  const x1 = Math.min(widthPx - 1, x0 + 1);
  const y1 = Math.min(heightPx - 1, y0 + 1);
  const fx = Math.min(1, Math.max(0, x - x0));
  const fy = Math.min(1, Math.max(0, y - y0));
  let [r, g, b, w] = [0, 0, 0, 1e-9];
  const add = (px: number, py: number, share: number) => {
    const i = (py * widthPx + px) * 4;
    const weight = sums[i + 3]!;
    if (weight <= 0) return;
    // Each cell counts by its own mean, so that a cell of few known pixels still speaks.
    r += (sums[i]! / weight) * share;
    g += (sums[i + 1]! / weight) * share;
    b += (sums[i + 2]! / weight) * share;
    w += share;
  };
  add(x0, y0, (1 - fx) * (1 - fy));
  add(x1, y0, fx * (1 - fy));
  add(x0, y1, (1 - fx) * fy);
  add(x1, y1, fx * fy);
  out[0] = r / w;
  out[1] = g / w;
  out[2] = b / w;
}

function enlarge(level: Level, step: number, widthPx: number, heightPx: number): Background {
  const rgb = new Float32Array(widthPx * heightPx * 3);
  const colour = new Float32Array(3);
  for (let y = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      sampleLevel(level, (x + 0.5) / step - 0.5, (y + 0.5) / step - 0.5, colour);
      rgb.set(colour, (y * widthPx + x) * 3);
    }
  }
  return { widthPx, heightPx, rgb };
}
