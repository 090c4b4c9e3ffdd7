import type { Mesh } from '../surface/mesh.ts';
import { type Joint, type MorphableModel, REGION } from './morphable-model.ts';

/** The stored form of a model: its left half, of which the right is the mirror. Landmarks and atlas are the whole's. */
export interface HalfModel extends Omit<MorphableModel, 'modes' | 'skinning' | 'mirror' | 'others'> {
  modes: readonly HalfMode[];
  /** Per vertex and joint; each vertex's weights sum to 255. */
  skinning: Uint8Array;
  others: readonly HalfShapes[];
}

/** What differs between the people of one model and the others of its surface; see `MorphableModel.others`. */
export interface HalfShapes extends Pick<HalfModel, 'modes' | 'joints' | 'landmarks'> {
  positions: Float64Array;
}

/** A mode of the half. `way` 1: both sides change alike; −1: they change in opposite directions. */
export interface HalfMode {
  way: 1 | -1;
  vectors: ArrayLike<number>;
}

export function wholeModel(half: HalfModel): MorphableModel {
  const whole = wholeOfOneKind(half);
  const others = half.others.map(({ positions, modes, joints, landmarks }): MorphableModel => {
    const mean = mirroredMesh({ positions, triangles: half.mean.triangles });
    return { ...whole, mean, modes: wholeModes(modes, sidesOf(positions)), joints, landmarks };
  });
  return { ...whole, others };
}

const wholeModes = (modes: readonly HalfMode[], sides: Sides) =>
  modes.map(({ way, vectors }) => mirrorInto(new Float32Array(sides.count * 3), vectors, sides, way));

function wholeOfOneKind(half: HalfModel): MorphableModel {
  const { mean, modes, regions, joints, skinning } = half;
  const sides = sidesOf(mean.positions);
  const allRegions = new Uint16Array(sides.count);
  regions.forEach((bits, i) => {
    allRegions[sides.partner[i]!] = mirroredRegions(bits);
    allRegions[i] = bits;
  });
  return {
    ...half,
    mean: mirroredMesh(mean),
    modes: wholeModes(modes, sides),
    regions: allRegions,
    skinning: mirroredSkinning(skinning, joints, sides),
    mirror: mirrorOf(sides),
    others: [],
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

type Sides = ReturnType<typeof sidesOf>;

/**
 * A symmetric surface is stored as its left half (x ≥ 0); vertices with x = 0 belong to both sides. Returns the number
 * of vertices of the whole, and each vertex's partner in it; on the middle plane that is the vertex itself.
 */
export function sidesOf(half: ArrayLike<number>) {
  const left = half.length / 3;
  const partner = new Uint32Array(left);
  let count = left;
  for (let i = 0; i < left; i++) partner[i] = half[i * 3] === 0 ? i : count++;
  return { count, partner };
}

/** The whole surface: the half's vertices, followed by the partners of those that have one. */
export function mirroredMesh({ positions, triangles }: Mesh): Mesh {
  const sides = sidesOf(positions);
  const all = new Uint32Array(triangles.length * 2);
  all.set(triangles);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) all[triangles.length + t + k] = sides.partner[triangles[t + 2 - k]!]!;
  }
  return { positions: mirroredVectors(positions, sides, 1), triangles: all };
}

/**
 * Vectors at the half's vertices, continued on the other side: `way` 1 moves both sides alike, −1 in opposite
 * directions. On the middle plane only the part that equals its own mirror image stays.
 */
export const mirroredVectors = (half: ArrayLike<number>, sides: Sides, way: 1 | -1): Float64Array =>
  mirrorInto(new Float64Array(sides.count * 3), half, sides, way);

function mirrorInto<Values extends Float64Array | Float32Array>(
  out: Values,
  half: ArrayLike<number>,
  { partner }: Sides,
  way: 1 | -1,
): Values {
  for (let i = 0; i < partner.length; i++) {
    const to = partner[i]!;
    for (let c = 0; c < 3; c++) {
      const value = half[i * 3 + c]!;
      const mirrored = (c === 0 ? -way : way) * value;
      out[i * 3 + c] = to === i && mirrored !== value ? 0 : value;
      if (to !== i) out[to * 3 + c] = mirrored;
    }
  }
  return out;
}

function mirrorOf({ count, partner }: Sides): Uint32Array {
  const mirror = new Uint32Array(count);
  for (let i = 0; i < partner.length; i++) {
    mirror[i] = partner[i]!;
    mirror[partner[i]!] = i;
  }
  return mirror;
}

/** The region bits of the same place on the other side. */
function mirroredRegions(bits: number): number {
  const both = REGION.breastLeft | REGION.breastRight;
  const left = (bits & REGION.breastLeft) !== 0 ? REGION.breastRight : 0;
  const right = (bits & REGION.breastRight) !== 0 ? REGION.breastLeft : 0;
  return (bits & ~both) | left | right;
}
