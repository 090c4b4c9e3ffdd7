import type { ReconstructionType, View } from '../contract/reconstruction.ts';
import type { RgbImage } from '../photo/decode.ts';
import { shrinkImage } from './image/plane.ts';
import { findLandmarks } from './landmarks/find-landmarks.ts';
import { onceEach } from './once-each.ts';
import { CONTOUR_PX, OUTLINE_PX } from './provider-quality.ts';
import { checkPicture, type SeenPhoto } from './silhouette/check.ts';
import { contourOf } from './silhouette/contour.ts';
import { SHOWN, segment } from './silhouette/segment.ts';

/**
 * Finds the person in one photo: the outline, and the landmarks that this view can show. What was found is kept for as
 * long as the photo is, for another look at it and for other views.
 * Throws a `PhotoRefusal` if the picture is too small, too dark or too bright to look for anybody.
 */
export function seePhoto(view: View, photo: RgbImage, type: ReconstructionType): SeenPhoto {
  const image = smallOf(photo);
  checkPicture({ view, photo, image });
  const outlines = outlinesIn(photo);
  const outline = outlines[type] ?? outlineIn(photo, image, type);
  outlines[type] = outline;
  const views = viewsOf(outline);
  const seen = views[view] ?? { ...outline, view, landmarks: findLandmarks(type, { ...outline, view }) };
  views[view] = seen;
  return seen;
}

type Outline = Omit<SeenPhoto, 'view' | 'landmarks'>;

function outlineIn(photo: RgbImage, image: RgbImage, type: ReconstructionType): Outline {
  const found = segment(image, SHOWN[type]);
  return { photo, image, found, contour: contourOf(shrinkImage(photo, CONTOUR_PX), found.mask) };
}

const smallOf = onceEach((photo: RgbImage) => shrinkImage(photo, OUTLINE_PX));
const outlinesIn = onceEach((_photo: RgbImage): Partial<Record<ReconstructionType, Outline>> => ({}));
const viewsOf = onceEach((_outline: Outline): Partial<Record<View, SeenPhoto>> => ({}));
