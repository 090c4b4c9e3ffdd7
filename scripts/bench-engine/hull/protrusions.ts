import { signedDistance } from '../../../src/engine/image/distance-transform.ts';
import { enlargeMask, newMask, type Plane } from '../../../src/engine/image/plane.ts';
import type { Silhouette } from '../../../src/engine/silhouette/silhouette.ts';

/** Work at this share of the silhouette's size. */
const SHRINK = 4;
/** Half-width over local half-thickness of what sticks out: a nose, a bun. */
const WIDTH_OVER_THICKNESS = 1.6;
/** Discs of this radius, as a share of the picture's longer side, are no protrusion any more but the head itself. */
const HEAD_SHARE = 0.085;

/**
 * For every pixel of a side picture: half the width that what is seen there may have, in px of the picture, by its
 * size in the picture. Front and side outlines alone carry a nose across the whole face; but what sticks out by a
 * little is narrow too. Its size is the radius of the largest disc inside the outline that covers the pixel.
 */
export function protrusionWidths(silhouette: Silhouette): Plane {
  const { distance } = silhouette;
  const widthPx = Math.ceil(distance.widthPx / SHRINK);
  const heightPx = Math.ceil(distance.heightPx / SHRINK);
  const padded = newMask(distance.widthPx, distance.heightPx);
  for (let i = 0; i < padded.inside.length; i++) padded.inside[i] = distance.values[i]! > 0 ? 1 : 0;
  const small = enlargeMask(padded, widthPx, heightPx);
  const { values: depth } = signedDistance(small);
  const radius = new Float32Array(depth.length);
  for (let i = 0; i < depth.length; i++) {
    if (depth[i]! > 0 && isMaximal(depth, i, widthPx)) paintDisc(radius, widthPx, heightPx, i, depth[i]!);
  }
  // Outside, the nearest inside value: what is outside is cut away by the outline itself.
  spreadOutwards(radius, widthPx, heightPx);
  blur(radius, widthPx, heightPx);
  const head = (Math.max(silhouette.mask.widthPx, silhouette.mask.heightPx) * HEAD_SHARE) / SHRINK;
  return { widthPx, heightPx, values: radius.map((size) => halfWidth(size, head) * SHRINK) };
}

/** Grows beyond all bounds where the size nears that of the head. */
const halfWidth = (size: number, head: number) =>
  size >= head ? Infinity : (size * WIDTH_OVER_THICKNESS) / (1 - (size / head) ** 2);

/** Half the width at a point of the picture, by nearest sample. */
export function protrusionAt({ widthPx, heightPx, values }: Plane, marginPx: number, xPx: number, yPx: number): number {
  const x = Math.min(widthPx - 1, Math.max(0, Math.floor((xPx + marginPx) / SHRINK)));
  const y = Math.min(heightPx - 1, Math.max(0, Math.floor((yPx + marginPx) / SHRINK)));
  return values[y * widthPx + x]!;
}

/** True where no neighbour's disc holds this pixel's disc. */
function isMaximal(depth: Float32Array, i: number, widthPx: number): boolean {
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      const away = Math.sqrt(dx * dx + dy * dy);
      if (away > 0 && (depth[i + dy * widthPx + dx] ?? 0) >= depth[i]! + away - 0.05) return false;
    }
  }
  return true;
}

function paintDisc(radius: Float32Array, widthPx: number, heightPx: number, centre: number, size: number): void {
  const cx = centre % widthPx;
  const cy = Math.floor(centre / widthPx);
  const reach = Math.ceil(size);
  for (let y = Math.max(0, cy - reach); y <= Math.min(heightPx - 1, cy + reach); y++) {
    for (let x = Math.max(0, cx - reach); x <= Math.min(widthPx - 1, cx + reach); x++) {
      if ((x - cx) ** 2 + (y - cy) ** 2 > (size + 0.5) ** 2) continue;
      const i = y * widthPx + x;
      if (radius[i]! < size) radius[i] = size;
    }
  }
}

function spreadOutwards(radius: Float32Array, widthPx: number, heightPx: number): void {
  let border = [...radius.keys()].filter((i) => radius[i]! > 0);
  while (border.length > 0) {
    const next: number[] = [];
    for (const i of border) {
      const x = i % widthPx;
      const y = Math.floor(i / widthPx);
      const visit = (j: number) => {
        if (radius[j]! > 0) return;
        radius[j] = radius[i]!;
        next.push(j);
      };
      if (x > 0) visit(i - 1);
      if (x < widthPx - 1) visit(i + 1);
      if (y > 0) visit(i - widthPx);
      if (y < heightPx - 1) visit(i + widthPx);
    }
    border = next;
  }
}

const BLUR_ROUNDS = 3;

function blur(values: Float32Array, widthPx: number, heightPx: number): void {
  for (let round = 0; round < BLUR_ROUNDS; round++) {
    const before = values.slice();
    for (let y = 1; y < heightPx - 1; y++) {
      for (let x = 1, i = y * widthPx + 1; x < widthPx - 1; x++, i++) {
        values[i] =
          (before[i]! * 2 + before[i - 1]! + before[i + 1]! + before[i - widthPx]! + before[i + widthPx]!) / 6;
      }
    }
  }
}
