import type { ReconstructionType, View } from '../../contract/reconstruction.ts';
import type { RgbImage } from '../../photo/decode.ts';
import type { Camera } from '../camera.ts';
import type { FoundLandmark } from '../landmarks/found-landmark.ts';
import type { LandmarkName, MorphableModel } from '../morphable/morphable-model.ts';
import type { Contour } from '../silhouette/contour.ts';
import type { Silhouette } from '../silhouette/silhouette.ts';
import type { Mesh } from '../surface/mesh.ts';
import type { FitState } from './fit-state.ts';
import type { Effort } from './stages.ts';

/** A photo as the fit needs it. */
export interface FitView {
  view: View;
  silhouette: Silhouette;
  /** The outline from the photo's own edges, at the silhouette's size. */
  contour: Contour;
  /** The photo at the silhouette's size; nothing is told from the shade on the skin without it. */
  image?: RgbImage;
  /** At the silhouette's size. */
  landmarks: readonly FoundLandmark[];
}

/** A true length that the fitted person must show. */
export type MeasureConstraint =
  | { kind: 'distance'; from: LandmarkName; to: LandmarkName; metres: number }
  | { kind: 'hip_circumference' | 'hip_width'; metres: number };

export interface FitOptions {
  type: ReconstructionType;
  /** The true length that sets the scale; if absent, the size is that of a likely person. */
  measure?: MeasureConstraint;
  effort: Effort;
  /** Gets the finished share, 0 to 1. */
  onProgress?(fraction: number): void;
}

export interface FitResult {
  /** The model, or of its `others` the one as which the person was fitted. */
  model: MorphableModel;
  /** The model's own surface with these values, posed; metres. */
  modelMesh: Mesh;
  /** The same surface after it was moved freely to the outlines; metres. This is what the photos show. */
  mesh: Mesh;
  /** In the order of the views, at the silhouettes' size. */
  cameras: Camera[];
  /** Per view: root mean square distance between the outlines of `modelMesh` and photo, over the picture's height. */
  residual: number[];
  /** Per view: share of the model's outline in the picture that found one in the photo. */
  matched: number[];
  /** The factor that made the result show the measure exactly; far from 1, measure and photos disagree. */
  scaleStep: number;
  warnings: string[];
  state: FitState;
}
