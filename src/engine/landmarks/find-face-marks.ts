import type { RgbImage } from '../../photo/decode.ts';
import type { Mask } from '../image/plane.ts';
import { findChin } from './chin.ts';
import { eyeCorners } from './eye-corners.ts';
import { facePatchOf } from './face-patch.ts';
import { findMouth } from './mouth.ts';
import { findNoseWings } from './nose-wings.ts';

interface Place {
  xPx: number;
  yPx: number;
}

/** A named place in a front photo of a face; px of the mask, in the convention of `camera.ts`. */
export interface FaceMark extends Place {
  name: FaceMarkName;
  /** Standard deviation of the place in either direction. */
  sigmaPx: number;
}

/** `left` and `right` are the person's. */
export type FaceMarkName = keyof typeof SIGMA;

/** Errors measured on 50 real faces, root mean square in either direction, in distances of the pupils. */
const SIGMA = {
  eye_right_outer: 0.02,
  eye_left_outer: 0.02,
  eye_right_inner: 0.02,
  eye_left_inner: 0.02,
  nose_wing_right: 0.03,
  nose_wing_left: 0.03,
  mouth_right: 0.033,
  mouth_left: 0.033,
  chin: 0.045,
} as const;

/** Finds the other marks of a face whose pupils are known, in px of the mask. */
export function findFaceMarks(photo: RgbImage, mask: Mask, pupils: { right: Place; left: Place }): FaceMark[] {
  const patch = facePatchOf(photo, mask.widthPx, pupils.right, pupils.left);
  const eyes = eyeCorners();
  const mouth = findMouth(patch);
  const middle = (mouth.corners[0][0] + mouth.corners[1][0]) / 2;
  const wings = findNoseWings(patch, middle);
  const found: Record<FaceMarkName, readonly [u: number, v: number]> = {
    eye_right_outer: eyes.outer[0],
    eye_left_outer: eyes.outer[1],
    eye_right_inner: eyes.inner[0],
    eye_left_inner: eyes.inner[1],
    nose_wing_right: wings[0],
    nose_wing_left: wings[1],
    mouth_right: mouth.corners[0],
    mouth_left: mouth.corners[1],
    chin: findChin(patch, middle, mouth.row),
  };
  const spacing = Math.hypot(pupils.left.xPx - pupils.right.xPx, pupils.left.yPx - pupils.right.yPx);
  return Object.entries(found).map(([name, [u, v]]) => ({
    name: name as FaceMarkName,
    ...patch.placeOf(u, v),
    sigmaPx: SIGMA[name as FaceMarkName] * spacing,
  }));
}
