import type { View } from '../contract/reconstruction.ts';
import type { Camera } from './camera.ts';

/** What the engine can say about its own result. */
export interface EngineReport {
  views: ViewReport[];
  /** Sentences for the person who reads the result. */
  warnings: string[];
  /** What the size comes from. */
  scale: string;
  triangles: number;
}

export interface ViewReport {
  view: View;
  /** Share of overlap of the photo's own silhouette with the finished mesh seen from this camera, 0 to 1. */
  overlap: number;
  /** Renders the finished mesh (metres) into this photo, at the photo's size as displayed. */
  camera: Camera;
}
