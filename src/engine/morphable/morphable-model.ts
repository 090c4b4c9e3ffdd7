import type { Mesh } from '../surface/mesh.ts';
import type { Vec3 } from '../vector.ts';

/** Which people a model knows: heads with their neck, trunks with the roots of arms and legs, or whole bodies. */
export type ModelName = 'head' | 'torso' | 'body';

/**
 * What people look like, learned by `npm run train`: a mean surface of our own topology and the directions in which
 * people differ from it. World of `camera.ts`: metres, Y up, +Z forward, +X the person's own left.
 * `surface = mean + Σ coefficient · mode`, then posed.
 */
export interface MorphableModel {
  name: ModelName;
  /** The mean person; closed, counter-clockwise from outside. Positions are xyz in turn, n vertices. */
  mean: Mesh;
  /** Each 3·n long, metres per standard deviation, largest first: coefficients of real people are mostly within ±3. */
  modes: readonly Float32Array[];
  /** Per vertex, bits of `REGION`. */
  regions: Uint16Array;
  /** Named places on the surface. */
  landmarks: Readonly<Record<LandmarkName, Landmark | undefined>>;
  /** Parents come before their children; the first is the root. */
  joints: readonly Joint[];
  /** Per vertex and joint, n × joints, each vertex's weights add up to 1. */
  skinning: Float32Array;
  /** Vertex on the other side of the body, its own index on the midline: what mirrors a person. */
  mirror: Uint32Array;
  atlas: Atlas;
}

/**
 * How what a finished model shows lies in its texture, the same for everybody. It is of the surface that has been cut to
 * it and not yet subdivided; see `finished-surface.ts`.
 */
export interface Atlas {
  /** Per triangle the chart that it lies in. A vertex where charts meet is in each of them. */
  charts: Uint8Array;
  /** 0 to 1 from the upper left corner, u and v in turn, of the vertices as `chartVertices` counts them. */
  uvs: Float64Array;
}

export const REGION = {
  torsoFront: 1,
  torso: 2,
  breastLeft: 4,
  breastRight: 8,
  face: 16,
  head: 32,
  arms: 64,
  legs: 128,
  neck: 256,
} as const;

export type LandmarkName =
  | 'nipple_left'
  | 'nipple_right'
  | 'pupil_left'
  | 'pupil_right'
  | 'nose_tip'
  | 'mouth_left'
  | 'mouth_right'
  | 'chin'
  | 'ear_left_top'
  | 'ear_left_bottom'
  | 'ear_right_top'
  | 'ear_right_bottom'
  | 'navel'
  | 'sternal_notch';

/** A point of a triangle: its index (of triangles, not of corners) and the weights of its corners. */
export interface Landmark {
  triangle: number;
  weights: Vec3;
}

export interface Joint {
  name: string;
  /** Index of the joint that carries it; −1 for the root. */
  parent: number;
  /** Where it is in a person: `base + Σ coefficient · perMode`, metres. */
  base: Vec3;
  perMode: readonly Vec3[];
  /** Standard deviations of its angles about world X, Y, Z in photos, radians; 0 where it does not turn. */
  spread: Vec3;
}
