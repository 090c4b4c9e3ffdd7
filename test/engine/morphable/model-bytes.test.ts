import { expect, test } from 'vitest';
import { writeModels } from '../../../scripts/train/write-models.ts';
import type { HalfModel } from '../../../src/engine/morphable/half-model.ts';
import { readModels } from '../../../src/engine/morphable/model-bytes.ts';
import type { ModelName } from '../../../src/engine/morphable/morphable-model.ts';
import { REGION } from '../../../src/engine/morphable/morphable-model.ts';

/** Half of an octahedron: three vertices on the middle plane's square and one beside it. */
const half = (name: ModelName): HalfModel => ({
  name,
  mean: {
    positions: Float64Array.of(0, 1.5, 0, 0, 1, 0.5, 0.25, 1, 0, 0, 0.5, 0, 0, 1, -0.5),
    triangles: Uint32Array.of(0, 1, 2, 1, 3, 2, 3, 4, 2, 4, 0, 2),
  },
  modes: [
    { way: 1, vectors: Float64Array.of(0, 0.1, 0, 0, 0, 0.01, 0.02, 0, 0.003, 0, -0.1, 0, 0, 0, 0) },
    { way: -1, vectors: Float64Array.of(0.01, 0, 0, 0, 0, 0, 0.02, 0.004, 0, 0, 0, 0, 0, 0, 0) },
  ],
  regions: Uint16Array.of(REGION.head, REGION.torso, REGION.breastLeft, REGION.torso, 0),
  landmarks: { nipple_left: { triangle: 0, weights: [0, 0, 1] } } as unknown as HalfModel['landmarks'],
  joints: [
    {
      name: 'root',
      parent: -1,
      base: [0, 1, 0],
      perMode: [
        [0, 0, 0],
        [0, 0, 0],
      ],
      spread: [0, 0, 0],
    },
    {
      name: 'arm_left',
      parent: 0,
      base: [0.2, 1, 0],
      perMode: [
        [0.01, 0, 0],
        [0, 0, 0],
      ],
      spread: [0.1, 0, 0],
    },
    {
      name: 'arm_right',
      parent: 0,
      base: [-0.2, 1, 0],
      perMode: [
        [-0.01, 0, 0],
        [0, 0, 0],
      ],
      spread: [0.1, 0, 0],
    },
  ],
  skinning: Uint8Array.of(255, 0, 0, 255, 0, 0, 55, 200, 0, 255, 0, 0, 255, 0, 0),
  atlas: { charts: Uint8Array.of(0, 0, 3, 3), uvs: Float64Array.of(0, 1, 0.5, 0.25, 0.125, 0.7) },
  others: [],
});

const names = ['head', 'torso', 'body'] as const;
const written = writeModels(names.map(half));

test('a model comes back whole: the other half mirrored, steps at most 0.03 mm off', () => {
  const { mean, modes, regions, skinning, mirror, landmarks, joints, atlas } = readModels(written).torso;
  expect(mean.positions.length / 3).toBe(6);
  expect(mean.triangles.length / 3).toBe(8);
  half('torso').mean.positions.forEach((value, i) => {
    expect(Math.abs(mean.positions[i]! - value)).toBeLessThan(3.1e-5);
  });
  expect([...mirror]).toEqual([0, 1, 5, 3, 4, 2]);
  expect(mean.positions[15]).toBe(-mean.positions[6]!);
  expect(modes[0]![15]).toBe(-modes[0]![6]!);
  expect(modes[1]![15]).toBe(modes[1]![6]);
  expect(modes[1]![16]).toBe(-modes[1]![7]!);
  expect(modes[1]![0]).toBeCloseTo(0.01, 4);
  expect([regions[2], regions[5]]).toEqual([REGION.breastLeft, REGION.breastRight]);
  expect([...skinning.subarray(6, 9)].map((weight) => Math.round(weight * 255))).toEqual([55, 200, 0]);
  expect([...skinning.subarray(15, 18)].map((weight) => Math.round(weight * 255))).toEqual([55, 0, 200]);
  expect(landmarks.nipple_left).toEqual({ triangle: 0, weights: [0, 0, 1] });
  expect(joints).toEqual(half('torso').joints);
  expect(atlas.charts).toEqual(half('torso').atlas.charts);
  half('torso').atlas.uvs.forEach((value, i) => {
    expect(Math.abs(atlas.uvs[i]! - value)).toBeLessThan(1e-5);
  });
});

test('other people of the same surface come back with mean, modes, joints and landmarks of their own', () => {
  const own = half('head');
  const [root, ...arms] = own.joints;
  const other = {
    positions: own.mean.positions.map((value) => value * 1.1),
    modes: own.modes.slice(0, 1),
    joints: [{ ...root!, base: [0, 1.1, 0] as const }, ...arms],
    landmarks: { nipple_left: { triangle: 1, weights: [0, 1, 0] } } as unknown as HalfModel['landmarks'],
  };
  const models = readModels(writeModels([{ ...own, others: [other] }, half('torso')]));
  expect(models.torso.others).toEqual([]);
  const [found] = models.head.others;
  expect(found!.mean.triangles).toEqual(models.head.mean.triangles);
  expect(found!.mean.positions[16]).toBeCloseTo(1.1, 4);
  expect(found!.mean.positions[15]).toBe(-found!.mean.positions[6]!);
  expect(found!.modes).toHaveLength(1);
  expect(found!.modes[0]).toEqual(models.head.modes[0]);
  expect(found!.joints).toEqual(other.joints);
  expect(found!.landmarks).toEqual(other.landmarks);
  expect(models.head.modes).toHaveLength(2);
});

test('the same models give the same bytes', () => {
  expect(writeModels(names.map(half))).toEqual(written);
});

test('other bytes are refused', () => {
  expect(() => readModels(new Uint8Array(64))).toThrow('These bytes hold no models.');
  expect(() => readModels(writeModels([half('head')])).body).toThrow('The model is missing.');
});
