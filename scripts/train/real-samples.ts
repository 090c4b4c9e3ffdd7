import { mirroredVectors, sidesOf } from '../../src/engine/morphable/half-model.ts';
import type { MorphableModel } from '../../src/engine/morphable/morphable-model.ts';
import type { Mesh } from '../../src/engine/surface/mesh.ts';
import type { Vec3 } from '../../src/engine/vector.ts';
import { eyeballsOf, type RealHeads } from '../real-heads/read-real-heads.ts';
import { diffuse } from './diffuse.ts';
import { nearestFinder } from './nearest.ts';
import { type Registered, register } from './register.ts';
import { moved, rigidMove } from './rigid.ts';
import type { ModelSpec } from './specs.ts';
import type { Template } from './template.ts';

/** Real heads on our half template, in the frame of the population's people. */
export interface RealOnTemplate {
  mean: Float64Array;
  /** One standard deviation each; way as in `HalfMode`. */
  modes: { way: 1 | -1; vectors: Float64Array }[];
  /** Per vertex 0 to 1: 1 where the real heads are known, 0 on shoulders and where they have no surface. */
  known: Float64Array;
  /** Where our surface has the pupils of the real mean. */
  landmarks: Pick<MorphableModel['landmarks'], 'pupil_left' | 'pupil_right'>;
  registered: Registered;
}

/** Heights on the population's mean person, metres: below the lower one nothing of real necks is taken. */
const FADE = [1.47, 1.53] as const;
/** Behind the face the neck reaches higher. */
const SLANT = 0.25;
const FADE_Z = 0.1;

export function realOnTemplate(spec: ModelSpec, { half, whole, around }: Template, heads: RealHeads): RealOnTemplate {
  const registered = register(half, around, heads);
  const { isBound, corners, weights } = registered;
  const sides = sidesOf(half.positions);
  const count = isBound.length;
  const known = Float64Array.from({ length: count }, (_, i) => {
    const height = half.positions[i * 3 + 1]! - SLANT * Math.max(0, FADE_Z - half.positions[i * 3 + 2]!) * 0.5;
    const t = Math.min(1, Math.max(0, (height - FADE[0]) / (FADE[1] - FADE[0])));
    return t * t * (3 - 2 * t);
  });
  const chosen: number[] = [];
  for (let i = 0; i < sides.count; i++) {
    const at: Vec3 = [Math.abs(whole.positions[i * 3]!), whole.positions[i * 3 + 1]!, whole.positions[i * 3 + 2]!];
    if (spec.isAligned(at)) chosen.push(i);
  }
  /** Turned and shifted on the goal, both wholes given by their left halves. */
  const laid = (mine: Float64Array, way: 1 | -1, goal: Float64Array) => {
    const wholeMine = way === 1 ? mirroredVectors(mine, sides, 1) : mine;
    return moved(wholeMine, rigidMove(wholeMine, goal, chosen));
  };
  const goal = whole.positions;
  const placed = laid(registered.positions, 1, goal);
  const off = placed.subarray(0, count * 3).map((value, i) => value - half.positions[i]!);
  const mean = half.positions.map((value, i) => value + known[Math.floor(i / 3)]! * off[i]!);
  const atMean = mirroredVectors(placed.subarray(0, count * 3), sides, 1);
  const turn = rigidMove(mirroredVectors(registered.positions, sides, 1), goal, chosen).rotation;
  const modes = heads.modes.map((mode) => {
    const own = new Float64Array(count * 3);
    for (let i = 0; i < count; i++) {
      if (isBound[i] === 0) continue;
      const there = [0, 0, 0];
      for (let k = 0; k < 3; k++) {
        for (let c = 0; c < 3; c++) there[c]! += weights[i * 3 + k]! * mode[corners[i * 3 + k]! * 3 + c]!;
      }
      for (let r = 0; r < 3; r++) own[i * 3 + r] = [0, 1, 2].reduce((sum, c) => sum + turn[r * 3 + c]! * there[c]!, 0);
    }
    diffuse(own, 3, isBound, around, 150);
    const way = wayOf(heads, mode);
    const person = mirroredVectors(own, sides, way).map((value, i) => value + atMean[i]!);
    const again = laid(person, -1, atMean);
    const vectors = again.subarray(0, count * 3).map((value, i) => (value - atMean[i]!) * known[Math.floor(i / 3)]!);
    return { way, vectors: mirroredVectors(vectors, sides, way).slice(0, count * 3) };
  });
  return { mean, modes, known, registered, landmarks: pupilsOn(half, registered, heads) };
}

/**
 * Nearest points hold no vertex to its place on an eye, so the population's pupils lie 1 mm too far out on real heads:
 * 63.8 mm apart instead of 61.9, which would make each head that is scaled by its eyes 3 % too small.
 */
function pupilsOn({ triangles }: Mesh, { positions }: Registered, heads: RealHeads): RealOnTemplate['landmarks'] {
  const { middle, radius } = eyeballsOf(heads, heads.mean.positions)[0]!;
  const found = nearestFinder({ positions, triangles }, EYE_REACH)(middle[0]!, middle[1]!, middle[2]! + radius);
  if (found === undefined) throw new Error('Our surface does not reach the eyes of the real heads.');
  const { triangle, weights } = found;
  const [a, b, c] = weights;
  // The right half's triangles follow the left's, with their corners in the other order.
  return {
    pupil_left: { triangle, weights },
    pupil_right: { triangle: triangle + triangles.length / 3, weights: [c, b, a] },
  };
}

/** Our surface lies this near to eyeballs, metres. */
const EYE_REACH = 0.01;

/** Each mode of the real heads moves both sides alike or in opposite directions: told on the vertices of the middle. */
function wayOf({ mean, parts }: RealHeads, mode: Float32Array): 1 | -1 {
  let [across, along] = [0, 0];
  for (let i = 0; i < parts.head_and_neck[1]; i++) {
    if (Math.abs(mean.positions[i * 3]!) > 1e-5) continue;
    across += mode[i * 3]! ** 2;
    along += mode[i * 3 + 1]! ** 2 + mode[i * 3 + 2]! ** 2;
  }
  return across > along ? -1 : 1;
}
