import type { ReconstructionType } from '../../contract/reconstruction.ts';
import type { Camera } from '../camera.ts';
import type { Mesh } from '../surface/mesh.ts';
import type { FitState } from './fit-state.ts';
import type { MeasureConstraint } from './measure-constraint.ts';
import type { Effort } from './stages.ts';

export interface FitOptions {
  type: ReconstructionType;
  /** The true length that sets the scale; if absent, the size is that of a likely person. */
  measure?: MeasureConstraint;
  /** `best` if left out. */
  effort?: Effort;
  /** Gets the finished share, 0 to 1. */
  onProgress?(fraction: number): void;
}

export interface FitResult {
  /** In standard deviations of the model. */
  coefficients: Float64Array;
  /** Three per joint, radians. */
  angles: Float64Array;
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
  /** Per view: overlap of the mean person with the photo before the fit, 0 to 1; see `place-views.ts`. */
  startOverlap: number[];
  /**
   * The factor that enlarged the result at the end to show the measure exactly; if it is far from 1, measure and photos
   * disagree.
   */
  scaleStep: number;
  warnings: string[];
  state: FitState;
}
