import type { LandmarkName } from '../morphable/morphable-model.ts';

/** A named place in one photo; px of the mask it was found with, in the convention of `camera.ts`. */
export interface FoundLandmark {
  name: LandmarkName;
  xPx: number;
  yPx: number;
  /** Standard deviation of the place in either direction. */
  sigmaPx: number;
  /** The area in px² of the round patch, an areola, if the place is the middle of one. */
  patchPx2?: number;
  /** Of a pupil, the radius of its iris. */
  radiusPx?: number;
}
