import type { View } from '../../contract/reconstruction.ts';
import { signedDistance } from '../image/distance-transform.ts';
import { type Mask, newMask, type Plane, valueAt } from '../image/plane.ts';

/** A person's outline in one photo, at the engine's working size. */
export interface Silhouette {
  view: View;
  mask: Mask;
  /** Signed distance in px to the true outline, positive inside; larger than the mask by `marginPx` on each side. */
  distance: Plane;
  marginPx: number;
}

/**
 * The border of a picture is no outline: a cut-off person's outline continues straight beyond it, so that a view
 * decides nothing that it has not seen. Distances are right up to the margin; a wide one costs most of the time.
 */
export function silhouetteOf(view: View, mask: Mask, marginPx: number): Silhouette {
  const { widthPx, heightPx } = mask;
  const padded = newMask(widthPx + 2 * marginPx, heightPx + 2 * marginPx);
  for (let y = 0; y < padded.heightPx; y++) {
    const from = Math.min(heightPx - 1, Math.max(0, y - marginPx)) * widthPx;
    const to = y * padded.widthPx;
    padded.inside.fill(mask.inside[from]!, to, to + marginPx);
    padded.inside.set(mask.inside.subarray(from, from + widthPx), to + marginPx);
    padded.inside.fill(mask.inside[from + widthPx - 1]!, to + marginPx + widthPx, to + padded.widthPx);
  }
  return { view, mask, distance: signedDistance(padded), marginPx };
}

/** Signed distance in px at a point of the picture, between pixel centres by bilinear interpolation. */
export const distanceAt = ({ distance, marginPx }: Silhouette, xPx: number, yPx: number): number =>
  valueAt(distance, xPx + marginPx - 0.5, yPx + marginPx - 0.5);
