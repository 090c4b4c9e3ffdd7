import type { Mesh } from '../surface/mesh.ts';
import { mirroredMesh, mirroredRegions, mirroredVectors, mirrorOf, type Sides, sidesOf } from './mirrored-half.ts';
import type { Atlas, Joint, Landmark, LandmarkName, ModelName, MorphableModel } from './morphable-model.ts';

/** The stored form of a model: its left half; the right half is its mirror. */
export interface HalfModel {
  name: ModelName;
  mean: Mesh;
  modes: readonly HalfMode[];
  regions: Uint16Array;
  /** The landmarks, on the triangles of the whole model. */
  landmarks: Readonly<Record<LandmarkName, Landmark | undefined>>;
  joints: readonly Joint[];
  /** Per vertex and joint; each vertex's weights sum to 255. */
  skinning: Uint8Array;
  /** The atlas of the whole model. */
  atlas: Atlas;
}

/** A mode of the half. `way` 1: both sides change alike; −1: they change in opposite directions. */
export interface HalfMode {
  way: 1 | -1;
  vectors: ArrayLike<number>;
}

export function wholeModel({
  name,
  mean,
  modes,
  regions,
  landmarks,
  joints,
  skinning,
  atlas,
}: HalfModel): MorphableModel {
  const sides = sidesOf(mean.positions);
  const allRegions = new Uint16Array(sides.count);
  regions.forEach((bits, i) => {
    allRegions[sides.partner[i]!] = mirroredRegions(bits);
    allRegions[i] = bits;
  });
  return {
    name,
    mean: mirroredMesh(mean),
    modes: modes.map(({ way, vectors }) => new Float32Array(mirroredVectors(vectors, sides, way))),
    regions: allRegions,
    landmarks,
    joints,
    skinning: mirroredSkinning(skinning, joints, sides),
    mirror: mirrorOf(sides),
    atlas,
  };
}

function mirroredSkinning(half: Uint8Array, joints: readonly Joint[], { count, partner }: Sides): Float32Array {
  const other = joints.map(({ name }) => joints.findIndex((joint) => joint.name === otherSide(name)));
  const out = new Float32Array(count * joints.length);
  for (let i = 0; i < partner.length; i++) {
    for (let j = 0; j < joints.length; j++) {
      const weight = half[i * joints.length + j]! / 255;
      out[i * joints.length + j] = weight;
      if (partner[i] !== i) out[partner[i]! * joints.length + other[j]!] = weight;
    }
  }
  return out;
}

/** `elbow_left` becomes `elbow_right` and the reverse; a name without a side stays. */
export function otherSide(name: string): string {
  if (name.includes('left')) return name.replace('left', 'right');
  return name.replace('right', 'left');
}
