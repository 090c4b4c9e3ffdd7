import type { ReconstructionType, View } from '../../contract/reconstruction.ts';
import type { RgbImage } from '../../photo/decode.ts';
import { shrinkImage } from '../image/plane.ts';
import { findPupils } from '../measure/pupils.ts';
import { contourOf } from '../silhouette/contour.ts';
import type { Silhouette } from '../silhouette/silhouette.ts';
import type { FoundLandmark } from './found-landmark.ts';
import { findNippleTips } from './nipple-tips.ts';
import { findNoseTip } from './nose-tip.ts';

/** Longer side of the photo in which small things are looked at. */
const FINE_PX = { face: 1280, mammo: 1280, body: 1600 } as const;
/** A pupil under a lid is placed by what is seen of it: this share of the distance between the pupils. */
const PUPIL_SIGMA = 0.012;

/**
 * What can be found surely in one photo: both nipples in a front photo of a trunk or body, both pupils in a front photo
 * of a head, the tip of the nose in its side photos. Places are in px of the silhouette's mask; the photo may be larger.
 *
 * Not looked for, because no truth tells how well they would be found: chin, mouth corners, ears, navel.
 */
export function findLandmarks(
  type: ReconstructionType,
  view: View,
  photo: RgbImage,
  { mask }: Pick<Silhouette, 'mask'>,
): FoundLandmark[] {
  const isSide = view === 'left' || view === 'right';
  if (type === 'face' && isSide) {
    const tip = findNoseTip(contourOf(shrinkImage(photo, FINE_PX.face), mask), mask.heightPx, view === 'left');
    return tip === undefined ? [] : [tip];
  }
  if (view !== 'front') return [];
  const image = shrinkImage(photo, Math.max(mask.widthPx, mask.heightPx));
  if (type !== 'face') return findNippleTips(image, shrinkImage(photo, FINE_PX[type]), mask, type === 'body');
  const pair = findPupils(image, mask);
  if (pair === undefined) return [];
  const sigmaPx = Math.max(0.7, PUPIL_SIGMA * (pair.right.xPx - pair.left.xPx));
  return [
    { name: 'pupil_right', xPx: pair.left.xPx + 0.5, yPx: pair.left.yPx + 0.5, sigmaPx },
    { name: 'pupil_left', xPx: pair.right.xPx + 0.5, yPx: pair.right.yPx + 0.5, sigmaPx },
  ];
}
