import type { View } from '../../contract/reconstruction.ts';
import { signedDistance } from '../image/distance-transform.ts';
import { type Mask, newMask, type Plane } from '../image/plane.ts';

/** A person's outline in one photo, at the engine's working size. */
export interface Silhouette {
  view: View;
  mask: Mask;
  /** Signed distance in px to the true outline, positive inside; larger than the mask by `marginPx` on each side. */
  distance: Plane;
  marginPx: number;
  /** Borders of the picture that cut the person off. */
  cut: { top: boolean; bottom: boolean; left: boolean; right: boolean };
}

/** A cut-off person continues beyond the border by half of the picture's longer side. */
const wideMargin = ({ widthPx, heightPx }: Mask) => Math.round(Math.max(widthPx, heightPx) * 0.5);

/**
 * The border of a picture is no outline: a cut-off person's outline continues straight beyond it, so that a view
 * decides nothing that it has not seen. Distances are right up to the margin. A caller that needs only the area near
 * the outline can ask for a small margin, because a wide one costs most of the time.
 */
export function silhouetteOf(view: View, mask: Mask, marginPx = wideMargin(mask)): Silhouette {
  const { widthPx, heightPx } = mask;
  const padded = newMask(widthPx + 2 * marginPx, heightPx + 2 * marginPx);
  for (let y = 0; y < padded.heightPx; y++) {
    const from = Math.min(heightPx - 1, Math.max(0, y - marginPx)) * widthPx;
    const to = y * padded.widthPx;
    padded.inside.fill(mask.inside[from]!, to, to + marginPx);
    padded.inside.set(mask.inside.subarray(from, from + widthPx), to + marginPx);
    padded.inside.fill(mask.inside[from + widthPx - 1]!, to + marginPx + widthPx, to + padded.widthPx);
  }
  return { view, mask, distance: signedDistance(padded), marginPx, cut: cutBorders(mask) };
}

/** A border cuts the person off if this share of it is inside. */
const CUT_SHARE = 0.01;

function cutBorders({ widthPx, heightPx, inside }: Mask): Silhouette['cut'] {
  const share = (start: number, step: number, count: number) => {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += inside[start + i * step]!;
    return sum / count;
  };
  return {
    top: share(0, 1, widthPx) > CUT_SHARE,
    bottom: share((heightPx - 1) * widthPx, 1, widthPx) > CUT_SHARE,
    left: share(0, widthPx, heightPx) > CUT_SHARE,
    right: share(widthPx - 1, widthPx, heightPx) > CUT_SHARE,
  };
}

/** Signed distance in px at a point of the picture, between pixel centres by bilinear interpolation. */
export function distanceAt({ distance, marginPx }: Silhouette, xPx: number, yPx: number): number {
  const { widthPx, heightPx, values } = distance;
  const x = Math.min(widthPx - 1.001, Math.max(0, xPx + marginPx - 0.5));
  const y = Math.min(heightPx - 1.001, Math.max(0, yPx + marginPx - 0.5));
  const x0 = x | 0;
  const y0 = y | 0;
  const i = y0 * widthPx + x0;
  const fx = x - x0;
  const fy = y - y0;
  const upper = values[i]! + (values[i + 1]! - values[i]!) * fx;
  const lower = values[i + widthPx]! + (values[i + widthPx + 1]! - values[i + widthPx]!) * fx;
  return upper + (lower - upper) * fy;
}
