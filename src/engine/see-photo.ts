import type { ReconstructionType, View } from '../contract/reconstruction.ts';
import type { RgbImage } from '../photo/decode.ts';
import { shrinkImage } from './image/plane.ts';
import { findLandmarks } from './landmarks/find-landmarks.ts';
import { CONTOUR_PX, OUTLINE_PX } from './provider-quality.ts';
import { checkPicture, type SeenPhoto } from './silhouette/check.ts';
import { contourOf } from './silhouette/contour.ts';
import { SHOWN, segment } from './silhouette/segment.ts';

/**
 * Finds the person in one photo: the outline, and the landmarks that this view can show.
 * Throws a `PhotoRefusal` if the picture is too small, too dark or too bright to look for anybody.
 */
export function seePhoto(view: View, photo: RgbImage, type: ReconstructionType): SeenPhoto {
  const image = shrinkImage(photo, OUTLINE_PX);
  checkPicture({ view, photo, image });
  const found = segment(image, SHOWN[type]);
  const contour = contourOf(shrinkImage(photo, CONTOUR_PX), found.mask);
  const seen = { view, photo, image, found, contour };
  return { ...seen, landmarks: findLandmarks(type, seen) };
}
