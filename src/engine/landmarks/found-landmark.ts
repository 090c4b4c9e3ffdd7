import type { LandmarkName } from '../morphable/morphable-model.ts';

/** A named place as seen in one photo; px of the mask it was found with, in the convention of `camera.ts`. */
export interface FoundLandmark {
  name: LandmarkName;
  xPx: number;
  yPx: number;
  /** Standard deviation of the place in either direction. */
  sigmaPx: number;
  /** Where the place is the middle of a round patch about the landmark, an areola: what it covers, px². */
  patchPx2?: number;
}
