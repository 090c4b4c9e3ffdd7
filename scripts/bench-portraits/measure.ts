import { readFileSync } from 'node:fs';
import { shrinkImage } from '../../src/engine/image/plane.ts';
import { findFaceMarks } from '../../src/engine/landmarks/find-face-marks.ts';
import { findLandmarks } from '../../src/engine/landmarks/find-landmarks.ts';
import { CONTOUR_PX, OUTLINE_PX, QUALITY } from '../../src/engine/provider-quality.ts';
import { checkPicture, type SeenPhoto } from '../../src/engine/silhouette/check.ts';
import { checkViews } from '../../src/engine/silhouette/check-views.ts';
import { contourOf } from '../../src/engine/silhouette/contour.ts';
import { segment } from '../../src/engine/silhouette/segment.ts';
import { ReconError } from '../../src/errors.ts';
import { decodePhoto } from '../../src/photo/decode.ts';
import type { FaceCase } from './cases.ts';

/** What the engine finds in one photo, against the truth. */
export interface CaseResult {
  name: string;
  group: string;
  /** Why the photo is refused, in the engine's words. */
  refused: string | undefined;
  /** Per mark, its error in % of the true distance of the pupils, and in its own sigmas; absent: not found. */
  errors: ReadonlyMap<string, { percent: number; sigmas: number }>;
  /** Time for the pupils and the other marks, after the outline. */
  ms: number;
}

/** The outline, as a generation finds it, and how many of its px there are to a px of the photo. */
export async function outlinedOf({ photoPath }: FaceCase) {
  const photo = await decodePhoto(readFileSync(photoPath), { maxSidePx: QUALITY[4].photoPx });
  const full = await decodePhoto(readFileSync(photoPath));
  const image = shrinkImage(photo, OUTLINE_PX);
  checkPicture({ view: 'front', photo, image });
  const found = segment(image, 'head');
  const contour = contourOf(shrinkImage(photo, CONTOUR_PX), found.mask);
  return { view: 'front', photo, image, found, contour, toMask: found.mask.widthPx / full.widthPx } as const;
}

/** Finds outline and marks as a generation does, and checks the photo by itself. */
export async function resultOf(one: FaceCase): Promise<CaseResult> {
  const { name, group, pupils, others } = one;
  const { toMask, ...outlined } = await outlinedOf(one);
  const { photo, found } = outlined;
  const start = performance.now();
  const landmarks = findLandmarks('face', outlined);
  const [foundRight, foundLeft] = landmarks;
  const marks =
    foundRight === undefined || foundLeft === undefined
      ? []
      : findFaceMarks(photo, found.mask, { right: foundRight, left: foundLeft });
  const ms = performance.now() - start;
  const [right, left] = [pupils.pupil_right, pupils.pupil_left];
  const spacing = Math.hypot(left[0] - right[0], left[1] - right[1]) * toMask;
  const errors = new Map<string, { percent: number; sigmas: number }>();
  const truth = new Map([...Object.entries(pupils), ...others]);
  for (const { name: mark, xPx, yPx, sigmaPx } of [...landmarks, ...marks]) {
    const at = truth.get(mark);
    if (at === undefined) continue;
    const px = Math.hypot(xPx - at[0] * toMask, yPx - at[1] * toMask);
    errors.set(mark, { percent: (100 * px) / spacing, sigmas: px / sigmaPx });
  }
  return { name, group, refused: refusalOf({ ...outlined, landmarks }), errors, ms };
}

function refusalOf(seen: SeenPhoto): string | undefined {
  try {
    checkViews('face', [seen]);
    return undefined;
  } catch (error) {
    if (error instanceof ReconError) return error.message;
    throw error;
  }
}
