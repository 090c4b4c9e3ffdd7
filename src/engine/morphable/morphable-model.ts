import type { Mesh } from '../surface/mesh.ts';
import type { Vec3 } from '../vector.ts';

/** The models: heads with their neck, trunks with the roots of arms and legs, or whole bodies. */
export type ModelName = 'head' | 'torso' | 'body';

/**
 * The shapes of people, learned by `npm run train`: a mean surface of our own topology and the directions in which
 * people differ from it. World of `camera.ts`: metres, Y up, +Z forward, +X the person's own left. `surface = mean + Σ
 * coefficient · mode`, then posed.
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
  /** Per vertex and joint, n × joints; each vertex's weights sum to 1. */
  skinning: Float32Array;
  /** Per vertex, the index of its mirror image on the other side of the body; on the midline its own index. */
  mirror: Uint32Array;
  atlas: Atlas;
  /** The same surface with the shapes of other people: only mean positions, modes, joints and landmarks differ. */
  others: readonly MorphableModel[];
}

/**
 * The texture layout of a finished model's surface, the same for all people. It belongs to the surface that has been
 * cut but not yet subdivided; see `finished-surface.ts`.
 */
export interface Atlas {
  /** Per triangle, its chart. A vertex where charts meet is in each of them. */
  charts: Uint8Array;
  /** u and v in turn, 0 to 1 from the upper left corner, of the vertices in the order of `chartVertices`. */
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
  /** Index of the parent joint; −1 for the root. */
  parent: number;
  /** The joint's place in a person: `base + Σ coefficient · perMode`, metres. */
  base: Vec3;
  perMode: readonly Vec3[];
  /** Standard deviations of the joint's angles about world X, Y, Z in photos, radians; 0 if it does not turn. */
  spread: Vec3;
}
