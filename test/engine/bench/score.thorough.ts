import { expect, test } from 'vitest';
import { nearestOn } from '../../../scripts/bench-engine/score/nearest.ts';
import { BIT, type Truth } from '../../../scripts/bench-engine/score/read-ply.ts';
import { moved, rigidOf } from '../../../scripts/bench-engine/score/rigid.ts';
import { scoreModel } from '../../../scripts/bench-engine/score/score.ts';
import { openEdges } from '../../../scripts/bench-engine/score/watertight.ts';
import type { Mesh } from '../../../src/engine/surface/mesh.ts';

/** A closed egg of metres, taller and deeper than wide, cut into rings and sectors. */
function egg([rx, ry, rz]: readonly [number, number, number], rings = 40, sectors = 60): Mesh {
  const positions: number[] = [0, ry, 0];
  for (let i = 1; i < rings; i++) {
    const down = (Math.PI * i) / rings;
    for (let j = 0; j < sectors; j++) {
      const round = (2 * Math.PI * j) / sectors;
      positions.push(rx * Math.sin(down) * Math.sin(round), ry * Math.cos(down), rz * Math.sin(down) * Math.cos(round));
    }
  }
  positions.push(0, -ry, 0);
  const at = (i: number, j: number) =>
    i === 0 ? 0 : i === rings ? positions.length / 3 - 1 : 1 + (i - 1) * sectors + (j % sectors);
  const triangles: number[] = [];
  for (let i = 0; i < rings; i++) {
    for (let j = 0; j < sectors; j++) {
      if (i > 0) triangles.push(at(i, j), at(i + 1, j), at(i, j + 1));
      if (i < rings - 1) triangles.push(at(i + 1, j), at(i + 1, j + 1), at(i, j + 1));
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}

const SIZE = [0.06, 0.12, 0.045] as const;
const wholly = (mesh: Mesh, bits: number): Truth => ({
  mesh,
  regions: new Uint16Array(mesh.positions.length / 3).fill(bits),
});

test('a model that was turned and moved is laid back: nothing is left', () => {
  const mesh = egg(SIZE);
  const model = { ...mesh, positions: moved(mesh.positions, rigidOf([0.1, -0.15, 0.05, 0.01, 0.05, -0.02])) };
  const { regions, volumeL } = scoreModel(model, wholly(mesh, BIT.torso), ['torso']);
  expect(regions.torso!.maxMm).toBeLessThan(0.05);
  expect(volumeL).toBeCloseTo((4 / 3) * Math.PI * SIZE[0] * SIZE[1] * SIZE[2] * 1000, 2);
});

test('a model that is too large by 2 mm all round scores 2 mm and the volume between', () => {
  const { regions } = scoreModel(egg([0.062, 0.062, 0.062]), wholly(egg([0.06, 0.06, 0.06]), BIT.torso), ['torso']);
  expect(regions.torso!.meanMm).toBeCloseTo(2, 1);
  const areaCm2 = 4 * Math.PI * 6 ** 2;
  expect(regions.torso!.volumeDifferenceCc / areaCm2).toBeCloseTo(0.2, 2);
});

test('a breast is what lies over the best plane of its rim, in truth and model alike', () => {
  const truth = egg([0.05, 0.05, 0.05], 90, 120);
  const seen = wholly(truth, BIT.torso);
  // The cap in front of z = 3 cm; the model's one reaches 2 mm further forward.
  for (let i = 0; i < seen.regions.length; i++) {
    if (truth.positions[i * 3 + 2]! > 0.03) seen.regions[i] = BIT.breast;
  }
  const fuller = truth.positions.map((value, i) => (i % 3 === 2 && value > 0.03 ? 0.03 + (value - 0.03) * 1.1 : value));
  const model = { positions: fuller, triangles: truth.triangles };
  const { breasts } = scoreModel(model, seen, ['torso', 'breast']);
  const cap = (Math.PI * 2 ** 2 * (3 * 5 - 2)) / 3;
  expect(breasts!.truthCc / cap).toBeGreaterThan(0.9);
  expect(breasts!.truthCc / cap).toBeLessThan(1.02);
  expect(breasts!.modelCc / breasts!.truthCc).toBeLessThan(1.12);
  expect(breasts!.modelCc / breasts!.truthCc).toBeGreaterThan(1.07);
});

test('the nearest place is on a face, an edge or a corner', () => {
  const near = nearestOn({ positions: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), triangles: Uint32Array.of(0, 1, 2) });
  const place = (x: number, y: number, z: number) => {
    const { x: nx, y: ny, z: nz, distance } = near(x, y, z);
    return [nx, ny, nz, distance].map((value) => Math.round(value * 1e6) / 1e6);
  };
  expect(place(0.2, 0.3, 2)).toEqual([0.2, 0.3, 0, 2]);
  expect(place(1, 1, 0)).toEqual([0.5, 0.5, 0, Math.round(Math.SQRT1_2 * 1e6) / 1e6]);
  expect(place(0.5, -1, 0)).toEqual([0.5, 0, 0, 1]);
  expect(place(-3, -4, 0)).toEqual([0, 0, 0, 5]);
});

test('a missing triangle leaves three open edges', () => {
  const mesh = egg(SIZE, 8, 10);
  expect(openEdges(mesh)).toBe(0);
  expect(openEdges({ ...mesh, triangles: mesh.triangles.slice(3) })).toBe(3);
});
