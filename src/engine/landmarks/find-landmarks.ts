import type { ReconstructionType } from '../../contract/reconstruction.ts';
import { shrinkImage } from '../image/plane.ts';
import type { LandmarkName } from '../morphable/morphable-model.ts';
import type { SeenPhoto } from '../silhouette/check.ts';
import { findAreolas } from './find-areolas.ts';
import type { FoundLandmark } from './found-landmark.ts';
import { findNoseTip } from './nose-tip.ts';
import { findPupils } from './pupils.ts';
import type { Spot } from './spots.ts';

/** Longer side of the photo in which nipples are searched. */
const FINE_PX = { mammo: 1280, body: 1600 } as const;
/** Error of a pupil that is partly under a lid, as a share of the distance between the pupils. */
const PUPIL_SIGMA = 0.012;

/**
 * Finds the landmarks that are reliable in one photo: both areolas in a front photo of a trunk or body, both pupils in
 * a front photo of a head, the tip of the nose in its side photos. Places are in px of the silhouette's mask; the photo
 * may be larger.
 *
 * Chin, mouth corners, ears and navel are not searched, because no true data tells how well they would be found.
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
  const pair = findPupils(photo, mask);
  if (pair === undefined) return [];
  const sigmaPx = Math.max(0.7, PUPIL_SIGMA * (pair.right.xPx - pair.left.xPx));
  return [pupil('pupil_right', pair.left, sigmaPx), pupil('pupil_left', pair.right, sigmaPx)];
}

const pupil = (name: LandmarkName, { xPx, yPx, radiusPx }: Spot, sigmaPx: number): FoundLandmark => ({
  ...{ name, xPx: xPx + 0.5, yPx: yPx + 0.5, sigmaPx, radiusPx },
});
