import { describe, expect, test } from 'vitest';
import { poseModel } from '../../../src/engine/fit/posed-model.ts';
import type { MorphableModel } from '../../../src/engine/morphable/morphable-model.ts';
import { jointPositions, positionsOf } from '../../../src/engine/morphable/pose.ts';
import { volumeOf } from '../../../src/engine/surface/mesh.ts';
import { loadModels } from '../../support/models.ts';
import { samplePerson } from './sample-person.ts';
import { seeded } from './seeded.ts';

const NAMES = ['head', 'torso', 'body'] as const;

describe.each(NAMES)('%s', (name) => {
  const model = loadModels()[name];
  const { mean, modes, joints, skinning, mirror, regions, landmarks } = model;
  const count = mean.positions.length / 3;

  test('is closed, and turned outwards', () => {
    const ways = new Set<number>();
    for (let i = 0; i < mean.triangles.length; i++) {
      const to = mean.triangles[i - (i % 3) + ((i + 1) % 3)]!;
      ways.add(mean.triangles[i]! * count + to);
    }
    expect(ways.size).toBe(mean.triangles.length);
    const open = [...ways].filter((way) => !ways.has((way % count) * count + Math.floor(way / count)));
    expect(open).toEqual([]);
    expect(volumeOf(mean)).toBeGreaterThan(0);
  });

  test('has arrays that fit each other', () => {
    expect(Math.max(...mean.triangles)).toBe(count - 1);
    expect(regions.length).toBe(count);
    expect(mirror.length).toBe(count);
    for (const mode of modes) expect(mode.length).toBe(count * 3);
    for (const { perMode } of joints) expect(perMode.length).toBe(modes.length);
    joints.forEach(({ parent }, j) => {
      expect(parent).toBeLessThan(j);
    });
  });

  test('weights of each vertex add up to 1', () => {
    for (let i = 0; i < count; i++) {
      const sum = skinning.subarray(i * joints.length, (i + 1) * joints.length).reduce((a, b) => a + b, 0);
      expect(sum).toBeCloseTo(1, 5);
    }
  });

  test('a person without angles is not moved', () => {
    const coefficients = samplePerson(model, seeded(3));
    const shape = positionsOf(model, coefficients);
    const { positions } = poseModel(model, coefficients, new Float64Array(joints.length * 3));
    expect(farthest(shape, positions)).toBeLessThan(1e-6);
  });

  test('the mean is its own mirror image', () => {
    expect(mirrored(mean.positions, mirror)).toEqual(mean.positions);
    expect([...mirror].every((other, i) => mirror[other] === i)).toBe(true);
  });

  test('a mirrored person is the mirror image, joints too', () => {
    const coefficients = samplePerson(model, seeded(4));
    const other = mirroredPerson(model, coefficients);
    expect(farthest(positionsOf(model, other), mirrored(positionsOf(model, coefficients), mirror))).toBeLessThan(1e-9);
    const [here, there] = [jointPositions(model, coefficients), jointPositions(model, other)];
    joints.forEach(({ name }, j) => {
      const side = name.replace(/left|right/, (word) => (word === 'left' ? 'right' : 'left'));
      const partner = joints.findIndex((joint) => joint.name === side);
      const [x, y, z] = here[j]!;
      expect(Math.hypot(there[partner]![0] + x, there[partner]![1] - y, there[partner]![2] - z)).toBeLessThan(1e-9);
    });
  });

  test('landmarks of both sides mirror each other', () => {
    const at = (name: string) => {
      const { triangle, weights } = landmarks[name as keyof typeof landmarks]!;
      return [0, 1, 2].map((c) =>
        weights.reduce(
          (sum, weight, k) => sum + weight * mean.positions[mean.triangles[triangle * 3 + k]! * 3 + c]!,
          0,
        ),
      );
    };
    const left = Object.keys(landmarks).filter((name) => name.includes('left'));
    expect(left.length).toBeGreaterThan(0);
    for (const name of left) {
      const [a, b] = [at(name), at(name.replace('left', 'right'))];
      expect(Math.hypot(a[0]! + b[0]!, a[1]! - b[1]!, a[2]! - b[2]!)).toBeLessThan(1e-3);
    }
  });

  test('sampled people come from the seed alone and are people', () => {
    const [one, again, other] = [5, 5, 6].map((seed) => samplePerson(model, seeded(seed)));
    expect(one).toEqual(again);
    expect(one).not.toEqual(other);
    const litres = volumeOf({ positions: positionsOf(model, one!), triangles: mean.triangles }) / volumeOf(mean);
    expect(litres).toBeGreaterThan(0.4);
    expect(litres).toBeLessThan(2.5);
  });
});

test('an arm that is lifted takes the hand along and leaves the other side', () => {
  const { body } = loadModels();
  const shoulder = body.joints.findIndex(({ name }) => name === 'shoulder_left');
  const wrist = body.joints.findIndex(({ name }) => name === 'wrist_left');
  const angles = new Float64Array(body.joints.length * 3);
  angles[shoulder * 3 + 2] = 0.5;
  const at = jointPositions(body, []);
  const { positions: lifted } = poseModel(body, new Float64Array(), angles);
  const arm = Math.hypot(at[wrist]![0] - at[shoulder]![0], at[wrist]![1] - at[shoulder]![1]);
  let moved = 0;
  for (let i = 0; i < lifted.length; i += 3) {
    const by = Math.hypot(lifted[i]! - body.mean.positions[i]!, lifted[i + 1]! - body.mean.positions[i + 1]!);
    if (body.skinning[(i / 3) * body.joints.length + wrist]! > 0.99) {
      expect(by).toBeGreaterThan(0.4 * arm);
      moved++;
    } else if (body.mean.positions[i]! < -0.01) expect(by).toBeLessThan(1e-6);
  }
  expect(moved).toBeGreaterThan(50);
});

function mirrored(positions: Float64Array, mirror: Uint32Array): Float64Array {
  const out = new Float64Array(positions.length);
  for (let i = 0; i < mirror.length; i++) {
    const from = mirror[i]! * 3;
    // Not −0.
    out.set([0 - positions[from]!, positions[from + 1]!, positions[from + 2]!], i * 3);
  }
  return out;
}

const farthest = (a: Float64Array, b: Float64Array) =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);

/** Coefficients of the mirrored person: modes that move the sides in opposite directions change sign. */
function mirroredPerson(model: MorphableModel, coefficients: ArrayLike<number>): Float64Array {
  return Float64Array.from(coefficients, (value, k) => value * wayOf(model, k));
}

/** 1 for a mode that moves both sides alike, −1 for one that moves them in opposite directions. */
function wayOf({ modes, mirror }: MorphableModel, k: number): 1 | -1 {
  const mode = modes[k]!;
  let alike = 0;
  for (let i = 0; i < mirror.length; i++) {
    const [a, b] = [i * 3, mirror[i]! * 3];
    alike += mode[a + 1]! * mode[b + 1]! + mode[a + 2]! * mode[b + 2]! - mode[a]! * mode[b]!;
  }
  return alike >= 0 ? 1 : -1;
}
