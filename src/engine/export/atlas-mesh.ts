import type { Mesh } from '../surface/mesh.ts';

/** A mesh in the form that viewers need: vertices are doubled at texture seams, so positions may repeat. */
export interface AtlasMesh extends Mesh {
  normals: Float64Array;
  /** u and v in turn, 0 to 1 from the texture's upper left corner. */
  uvs: Float64Array;
}
