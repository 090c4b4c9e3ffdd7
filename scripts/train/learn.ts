import { type HalfMode, type HalfModel, mirroredVectors, sidesOf } from '../../src/engine/morphable/half-model.ts';
import type { Joint } from '../../src/engine/morphable/morphable-model.ts';
import type { Mesh } from '../../src/engine/surface/mesh.ts';
import type { Vec3 } from '../../src/engine/vector.ts';
import { boundPoints } from './bind.ts';
import { diffuse } from './diffuse.ts';
import { landmarksOf } from './landmarks.ts';
import type { Population } from './population.ts';
import { principalModes } from './principal.ts';
import type { RealOnTemplate } from './real-samples.ts';
import { moved, rigidMove } from './rigid.ts';
import { bonesOf, ownerOf, ringOf } from './skeleton.ts';
import type { ModelSpec } from './specs.ts';
import type { Template } from './template.ts';

/** People on the half template, laid on the mean as the spec says. */
export function samplesOf({ isAligned }: ModelSpec, template: Template, mean: Mesh, people: readonly Float64Array[]) {
  const { half, binding, around } = template;
  const sides = sidesOf(half.positions);
  const atMean = boundPoints(binding, mean.positions);
  const chosen: number[] = [];
  const whole = template.whole.positions;
  for (let i = 0; i < sides.count; i++) {
    const at: Vec3 = [Math.abs(whole[i * 3]!), whole[i * 3 + 1]!, whole[i * 3 + 2]!];
    if (isAligned(at)) chosen.push(i);
  }
  return people.map((person) => {
    const change = boundPoints(binding, person).map((value, i) => value - atMean[i]!);
    diffuse(change, 3, binding.isBound, around, 150);
    const here = mirroredVectors(
      half.positions.map((value, i) => value + change[i]!),
      sides,
      1,
    );
    const aligned = moved(here, rigidMove(here, whole, chosen));
    return mirroredVectors(aligned, sides, 1).subarray(0, half.positions.length);
  });
}

/** The weight of each number of a sample. */
export function weightsOf({ weights }: ModelSpec, { parts }: Template): Float64Array {
  return Float64Array.from({ length: parts.length * 3 }, (_, i) => weights[parts[Math.floor(i / 3)] ?? 'torso'] ?? 1);
}

/**
 * Mean, and modes of both kinds, sorted by how much they move.
 *
 * People left out of the learning (every eighth), put together from 60 modes: head 1.13 mm, torso 1.35 mm; 20 modes
 * 2.61 and 3.96, 100 modes 0.65 and 0.59. Learning from 500 people spliced smoothly from parts of several instead:
 * 2.08 and 2.44 with 60 modes, 1.25 and 1.38 with 100. 60 modes of people, then 60 of what spliced people have beside
 * them: 0.89 and 1.01, where 120 modes of people reach 0.53 and 0.43. So only people are learnt from, and more modes
 * are kept. (All measured with every part counting the same; with the weights of the specs the front of the trunk has
 * 1.13 instead of 1.40 mm with 60 modes, the face 1.11 instead of 1.25.)
 */
export function learnModes(
  samples: readonly Float64Array[],
  weights: Float64Array,
  symmetric: number,
  opposed: number,
) {
  const mean = new Float64Array(samples[0]!.length);
  for (const sample of samples)
    sample.forEach((value, i) => {
      mean[i]! += value / samples.length;
    });
  const changes = samples.map((sample) => sample.map((value, i) => value - mean[i]!));
  const modes: HalfMode[] = principalModes(changes, weights, symmetric).map((vectors) => ({ way: 1, vectors }));
  const against = changes.map((change) => opposedChange(mean, change));
  modes.push(...principalModes(against, weights, opposed).map((vectors): HalfMode => ({ way: -1, vectors })));
  const size = ({ vectors }: HalfMode) =>
    Float64Array.from(vectors).reduce((sum, value, i) => sum + (value * weights[i]!) ** 2, 0);
  return {
    mean,
    modes: modes
      .map((mode) => ({ mode, size: size(mode) }))
      .sort((a, b) => b.size - a.size)
      .map(({ mode }) => mode),
  };
}

/**
 * How much of what people differ in one person's sides differ: a guess, since the data's people are symmetric. Fitted
 * to the true surfaces of two synthetic people whose sides do differ, the face is left 1.31 and 0.68 mm off without
 * such modes, 1.06 and 0.63 with a share of 0.2, 0.86 and 0.61 with 0.4; 60 smooth bumps along the normals (1.2 mm,
 * 3 cm wide) in their place 1.03 and 0.62. Photos show less than a surface does, hence the middle.
 */
const OPPOSED_SHARE = 0.3;
const MIDDLE = 0.04;

/** The left side changes as in this person, the right side the other way; in the middle they meet. */
export function opposedChange(mean: Float64Array, change: Float64Array): Float64Array {
  return change.map((value, i) => {
    const x = mean[i - (i % 3)]!;
    return OPPOSED_SHARE * Math.tanh(x / MIDDLE) * value;
  });
}

/** All of a model but its atlas, which is made of what comes back from the file. */
export function assemble(
  spec: ModelSpec,
  template: Template,
  dataMean: Mesh,
  population: Population,
  learnt: Learnt,
  others: readonly (Learnt & Pick<RealOnTemplate, 'landmarks'>)[],
): HalfModel {
  const { positions, modes, joints } = shapesOf(spec, template, learnt);
  const landmarks = landmarksOf(template, dataMean, population) as HalfModel['landmarks'];
  return {
    name: spec.name,
    mean: { positions, triangles: template.half.triangles },
    modes,
    regions: template.regions,
    landmarks,
    joints,
    skinning: skinningOf(spec, template),
    atlas: { charts: new Uint8Array(0), uvs: new Float64Array(0) },
    others: others.map((other) => ({
      ...shapesOf(spec, template, other),
      landmarks: { ...landmarks, ...other.landmarks },
    })),
  };
}

/** Mean and modes, as they are learnt. */
export interface Learnt {
  mean: Float64Array;
  modes: readonly HalfMode[];
}

function shapesOf(spec: ModelSpec, template: Template, learnt: Learnt) {
  const modes = learnt.modes.slice(0, spec.keptModes);
  const positions = offTheMiddle(learnt.mean, template.half.positions);
  return { positions, modes, joints: jointsOf(spec, template, learnt.mean, modes) };
}

/** A vertex of one side stays on it when it is rounded: who lies on x = 0 belongs to both. */
function offTheMiddle(mean: Float64Array, template: Float64Array): Float64Array {
  return mean.map((value, i) => (i % 3 === 0 && template[i] !== 0 ? Math.max(value, 1e-4) : value));
}

const rounded = (value: number) => Math.round(value * 1e6) / 1e6;

/** A joint moves with the mean of a ring of vertices round it, on both sides for those in the middle. */
function jointsOf(spec: ModelSpec, { half, parts }: Template, mean: Float64Array, modes: readonly HalfMode[]): Joint[] {
  return bonesOf(spec.bones).map(({ name, parent, at, spread }) => {
    const ring = ringOf(name, half.positions, parts);
    const isMiddle = !/left|right/.test(name);
    const flip = name.includes('right') ? -1 : 1;
    const average = (vectors: ArrayLike<number>, way: 1 | -1): Vec3 => {
      const sum = [0, 1, 2].map(
        (c) => ring.reduce((total, i) => total + vectors[i * 3 + c]!, 0) / Math.max(1, ring.length),
      );
      if (isMiddle) return way === 1 ? [0, rounded(sum[1]!), rounded(sum[2]!)] : [rounded(sum[0]!), 0, 0];
      const side = flip === 1 ? 1 : way;
      return [rounded(flip * side * sum[0]!), rounded(side * sum[1]!), rounded(side * sum[2]!)];
    };
    const shift = average(
      mean.map((value, i) => value - half.positions[i]!),
      1,
    );
    const base: Vec3 = [rounded(at[0] + shift[0]), rounded(at[1] + shift[1]), rounded(at[2] + shift[2])];
    return { name, parent, base, perMode: modes.map(({ vectors, way }) => average(vectors, way)), spread };
  });
}

function skinningOf(spec: ModelSpec, { half, parts, around }: Template): Uint8Array {
  const bones = bonesOf(spec.bones);
  const width = bones.length;
  const weights = new Float64Array(parts.length * width);
  const isKnown = new Uint8Array(parts.length);
  parts.forEach((part, i) => {
    let owner = ownerOf(part, half.positions.subarray(i * 3, i * 3 + 3) as unknown as Vec3);
    // Bones that a model lacks are carried by the next one up.
    if (owner !== undefined && !spec.bones.includes(owner)) owner = 'pelvis';
    const index = bones.findIndex(({ name }) => name === owner);
    if (index < 0) {
      weights[i * width] = 1;
      return;
    }
    isKnown[i] = 1;
    weights[i * width + index] = 1;
  });
  diffuse(weights, width, isKnown, around, 300);
  return Uint8Array.from(parts.flatMap((_, i) => wholeShares(weights.subarray(i * width, (i + 1) * width))));
}

/** Shares of 255 that add up. */
function wholeShares(weights: Float64Array): number[] {
  const total = weights.reduce((sum, value) => sum + Math.max(0, value), 0);
  const shares = Array.from(weights, (value) => Math.round((255 * Math.max(0, value)) / total));
  const largest = shares.indexOf(Math.max(...shares));
  shares[largest]! += 255 - shares.reduce((sum, value) => sum + value, 0);
  return shares;
}
