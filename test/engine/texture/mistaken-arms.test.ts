import { expect, test } from 'vitest';
import type { Mesh } from '../../../src/engine/surface/mesh.ts';
import { dropMistakenArms } from '../../../src/engine/texture/mistaken-arms.ts';
import { bar, ellipsoid, levelCamera, meshOf } from '../figures.ts';

type Colour = readonly [number, number, number];

const SKIN: Colour = [200, 150, 120];
const SHORTS: Colour = [40, 45, 70];
const TATTOO: Colour = [70, 95, 90];

/** A trunk and, in front of it as the left photo sees it, an arm that hangs beside it. */
const trunk = meshOf(ellipsoid(0.16, 0.45, 0.2), 0.5, 0.02);
const arm = meshOf(bar([0.3, 0], -0.3, 0.3, 0.05), 0.5, 0.02);
const first = trunk.positions.length / 3;
const mesh: Mesh = {
  positions: Float64Array.from([...trunk.positions, ...arm.positions]),
  triangles: Uint32Array.from([...trunk.triangles, ...arm.triangles.map((vertex) => vertex + first)]),
};
const count = mesh.positions.length / 3;
const isArm = Uint8Array.from({ length: count }, (_, i) => (i < first ? 0 : 1));
const cameras = [levelCamera(-90, 3), levelCamera(0, 3)];
const LEFT = 0;

const coloured = (colourOf: (vertex: number) => Colour) =>
  Float32Array.from({ length: count * 3 }, (_, k) => colourOf(Math.floor(k / 3))[k % 3]!);
const height = (vertex: number) => mesh.positions[vertex * 3 + 1]!;

/** What is left of the left photo's weights on the arm, where the photo shows `low` on the arm's lower half. */
function keptOn(low: Colour, trunkColour: Colour): { low: number; high: number; elsewhere: number } {
  const truth = coloured((i) => (isArm[i] === 1 ? SKIN : trunkColour));
  const left = coloured((i) => (isArm[i] === 0 ? trunkColour : height(i) < 0 ? low : SKIN));
  const weights = cameras.map(() => new Float32Array(count).fill(1));
  dropMistakenArms(mesh, isArm, cameras, [left, truth], weights, truth);
  const share = (counts: (vertex: number) => boolean, view = LEFT) => {
    const all = [...weights[view]!.keys()].filter(counts);
    return all.filter((i) => weights[view]![i] === 1).length / all.length;
  };
  return {
    low: share((i) => isArm[i] === 1 && height(i) < 0),
    // A little above, neighbours go too.
    high: share((i) => isArm[i] === 1 && height(i) > 0.08),
    elsewhere: Math.min(
      share((i) => isArm[i] === 0),
      share(() => true, 1),
    ),
  };
}

test('an arm on which a photo shows the shorts behind it takes no colour from that photo there', () => {
  expect(keptOn(SHORTS, SHORTS)).toEqual({ low: 0, high: 1, elsewhere: 1 });
});

test('a mark on an arm, like nothing behind it, stays', () => {
  expect(keptOn(TATTOO, SKIN)).toEqual({ low: 1, high: 1, elsewhere: 1 });
});

test('a bare arm before a bare trunk keeps its photo', () => {
  expect(keptOn(SKIN, SKIN)).toEqual({ low: 1, high: 1, elsewhere: 1 });
});
