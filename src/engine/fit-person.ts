import type { MeasureName, ReconstructionType } from '../contract/reconstruction.ts';
import { checkAgreement, checkProfiles } from './fit/check-agreement.ts';
import { fitModel } from './fit/fit-model.ts';
import type { FitView } from './fit/fit-types.ts';
import type { Effort } from './fit/stages.ts';
import { intersectionOverUnion } from './image/plane.ts';
import { checkSize, scaleOf } from './measure/scale.ts';
import type { ModelName, MorphableModel } from './morphable/morphable-model.ts';
import { renderMask } from './render/rasterize.ts';
import { checkOverlap, type SeenPhoto } from './silhouette/check.ts';
import { silhouetteOf } from './silhouette/silhouette.ts';
import { NEAR_OUTLINE_PX } from './texture/view-weights.ts';

/** The models of people by body part, as `readModels` returns them. */
export type People = Readonly<Record<ModelName, MorphableModel>>;

export const MODEL: Record<ReconstructionType, ModelName> = { face: 'head', mammo: 'torso', body: 'body' };

export interface PersonOrder {
  type: ReconstructionType;
  provider: 4 | 5 | 6 | 7;
  /** cm */
  measures: Partial<Record<MeasureName, number>>;
  effort: Effort;
  /** Gets the finished share, 0 to 1. */
  onProgress?(fraction: number): void;
}

/** With more photos shading was not measured. */
const SHADED_PHOTOS = 3;

/**
 * Fits a person to photos that passed their checks, and checks what only the fit shows: size, agreement, overlap. Throws
 * a `PhotoRefusal` if the photos are not of one person, or the measure is impossible.
 */
export function fitPerson(model: MorphableModel, seen: readonly SeenPhoto[], order: PersonOrder) {
  const { type, provider, effort, onProgress } = order;
  const silhouettes = seen.map(({ view, found }) => silhouetteOf(view, found.mask, NEAR_OUTLINE_PX));
  const isShaded = type === 'face' && provider === 4 && seen.length === SHADED_PHOTOS;
  const views = seen.map(
    ({ view, contour, landmarks, image }, i): FitView => ({
      ...{ view, contour, landmarks, silhouette: silhouettes[i]! },
      ...(isShaded && { image }),
    }),
  );
  const scale = scaleOf(order, views);
  const fit = fitModel(model, views, {
    ...{ type, effort },
    ...(scale.measure && { measure: scale.measure }),
    ...(onProgress && { onProgress }),
  });
  checkSize(type, fit.mesh, scale);
  checkProfiles(type, seen);
  checkAgreement(type, views, fit);
  const overlaps = fit.cameras.map((camera, i) =>
    intersectionOverUnion(renderMask(fit.mesh, camera), silhouettes[i]!.mask),
  );
  const doubts = checkOverlap(silhouettes, overlaps);
  return { silhouettes, views, scale, fit, overlaps, doubts };
}
