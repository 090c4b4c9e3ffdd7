import type { Mask } from '../image/plane.ts';
import { verticalExtent } from '../measure/trunk.ts';

/**
 * The height of a second peak of the outline's upper edge above the dip between it and the highest peak, as a share of
 * the person's height in the picture. The upper edge of one person falls from the head over the shoulders to both
 * sides.
 */
export function secondHead(mask: Mask): number {
  const { widthPx, heightPx, inside } = mask;
  const { top, bottom } = verticalExtent(mask);
  const edge = Array.from({ length: widthPx }, (_, x) => {
    for (let y = top; y < bottom; y++) if (inside[y * widthPx + x] === 1) return y;
    return heightPx;
  });
  const highest = edge.indexOf(Math.min(...edge));
  let most = 0;
  for (const step of [-1, 1]) {
    let dip = edge[highest]!;
    for (let x = highest; x >= 0 && x < widthPx; x += step) {
      dip = Math.max(dip, Math.min(bottom, edge[x]!));
      most = Math.max(most, dip - edge[x]!);
    }
  }
  return most / Math.max(1, bottom - top);
}
