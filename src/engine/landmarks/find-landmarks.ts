import type { ReconstructionType } from '../../contract/reconstruction.ts';
import { shrinkImage } from '../image/plane.ts';
import { findPupils } from '../measure/pupils.ts';
import type { SeenPhoto } from '../silhouette/check.ts';
import { findAreolas } from './find-areolas.ts';
import type { FoundLandmark } from './found-landmark.ts';
import { findNoseTip } from './nose-tip.ts';

/** Longer side of the photo in which nipples are looked at. */
const FINE_PX = { mammo: 1280, body: 1600 } as const;
/** A pupil under a lid is placed by what is seen of it: this share of the distance between the pupils. */
const PUPIL_SIGMA = 0.012;

/**
 * What can be found surely in one photo: both areolas in a front photo of a trunk or body, both pupils in a front photo
 * of a head, the tip of the nose in its side photos. Places are in px of the silhouette's mask; the photo may be larger.
 *
 * Not looked for, because no truth tells how well they would be found: chin, mouth corners, ears, navel.
 */
export function findLandmarks(
  type: ReconstructionType,
  { view, photo, image, found: { mask }, contour }: Omit<SeenPhoto, 'landmarks'>,
): FoundLandmark[] {
  if (type === 'face' && (view === 'left' || view === 'right')) {
    const tip = findNoseTip(contour, mask.heightPx, view === 'left');
    return tip === undefined ? [] : [tip];
  }
  if (view !== 'front') return [];
  if (type !== 'face') return findAreolas(image, shrinkImage(photo, FINE_PX[type]), mask, type === 'body');
  const pair = findPupils(image, mask);
  if (pair === undefined) return [];
  const sigmaPx = Math.max(0.7, PUPIL_SIGMA * (pair.right.xPx - pair.left.xPx));
  return [
    { name: 'pupil_right', xPx: pair.left.xPx + 0.5, yPx: pair.left.yPx + 0.5, sigmaPx },
    { name: 'pupil_left', xPx: pair.right.xPx + 0.5, yPx: pair.right.yPx + 0.5, sigmaPx },
  ];
}
