import type { View } from '../../contract/reconstruction.ts';
import type { FoundLandmark } from '../landmarks/found-landmark.ts';
import type { Contour } from '../silhouette/contour.ts';
import type { Silhouette } from '../silhouette/silhouette.ts';
export interface FitView {
  view: View;
  silhouette: Silhouette;
  /** The outline from the photo's own edges, at the silhouette's size; if absent, that of the mask is used. */
  contour?: Contour;
  /** At the silhouette's size. */
  landmarks: readonly FoundLandmark[];
}
