import type { Effort } from './fit/stages.ts';

/** Longer side of the picture in which outlines are searched. */
export const OUTLINE_PX = 640;
/** Longer side of the picture in which outlines are placed exactly. */
export const CONTOUR_PX = 1280;

interface Quality {
  /** Rounds and modes of the fit, see `fit/stages.ts`. */
  effort: Effort;
  /** Side of the model's texture. */
  texturePx: number;
  /** Longer side of the photos that colour the model. */
  photoPx: number;
}

/** How fine a model each provider makes. */
export const QUALITY: Readonly<Record<4 | 5 | 6 | 7, Quality>> = {
  4: { effort: 'fast', texturePx: 1280, photoPx: 1600 },
  6: { effort: 'fine', texturePx: 1792, photoPx: 2000 },
  5: { effort: 'best', texturePx: 1792, photoPx: 2400 },
  7: { effort: 'best', texturePx: 1792, photoPx: 2400 },
};
