import type { View } from '../../../src/contract/reconstruction.ts';
import type { Mask } from '../../../src/engine/image/plane.ts';
import { type Silhouette, silhouetteOf } from '../../../src/engine/silhouette/silhouette.ts';

/** A silhouette that knows which borders of the picture cut the person off. */
export interface WideSilhouette extends Silhouette {
  cut: { top: boolean; bottom: boolean; left: boolean; right: boolean };
}

/** A cut-off person continues beyond the border by half of the picture's longer side. */
export function wideSilhouette(view: View, mask: Mask): WideSilhouette {
  const marginPx = Math.round(Math.max(mask.widthPx, mask.heightPx) * 0.5);
  return { ...silhouetteOf(view, mask, marginPx), cut: cutBorders(mask) };
}

/** A border cuts the person off if this share of it is inside. */
const CUT_SHARE = 0.01;

export function cutBorders({ widthPx, heightPx, inside }: Mask): WideSilhouette['cut'] {
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
