import type { Landmark, MorphableModel } from './morphable-model.ts';

/** A point of the surface: the vertices it lies between and their weights, which add up to 1. */
export interface SurfacePoint {
  vertices: readonly number[];
  weights: readonly number[];
}

export function surfacePoint(
  { mean: { triangles } }: Pick<MorphableModel, 'mean'>,
  { triangle, weights }: Landmark,
): SurfacePoint {
  return { vertices: [...triangles.subarray(triangle * 3, triangle * 3 + 3)], weights: [...weights] };
}

/** The point's place on a surface with these positions (xyz in turn), written into `out`. */
export function pointAt(
  { positions }: { positions: Float64Array },
  { vertices, weights }: SurfacePoint,
  out = new Float64Array(3),
): Float64Array {
  out[0] = out[1] = out[2] = 0;
  for (let i = 0; i < vertices.length; i++) {
    for (let c = 0; c < 3; c++) out[c] = out[c]! + weights[i]! * positions[vertices[i]! * 3 + c]!;
  }
  return out;
}
