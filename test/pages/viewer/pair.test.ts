import { Group, Scene } from 'three';
import { expect, test } from 'vitest';
import { modelOf } from '../../../src/pages/viewer/model.ts';
import { pairOf } from '../../../src/pages/viewer/pair.ts';
import { sphere } from './phantoms.ts';

/** A head of 10 cm that no photo showed below a height; there it stands out by so much. */
function figure({ guessedM = 0, seenAbove = -0.06 }: { guessedM?: number; seenAbove?: number } = {}) {
  const ball = sphere(0.1, 5);
  const positions = new Float32Array(ball.positions.length);
  const seen = new Float32Array(positions.length / 3);
  for (let i = 0; i < seen.length; i++) {
    const [x, y, z] = ball.positions.slice(i * 3, i * 3 + 3) as unknown as [number, number, number];
    seen[i] = y > seenAbove ? 1 : 0;
    // No ball, as that could lie any way round.
    positions.set([x * 0.7, y, z * (1 + y * 2) + (y < -0.06 ? guessedM : 0)], i * 3);
  }
  const model = modelOf({
    ...{ parts: [], positions, triangles: [...ball.triangles], seen, errorsMm: undefined },
    sha256: Promise.resolve(''),
  });
  return { model, scene: new Scene(), group: new Group() };
}

test('what no photo showed is guessed in each model, and is not compared', () => {
  const { mm, mostMm, nearlyAllMm } = pairOf(figure(), figure({ guessedM: 0.02 })).laid()!;
  expect(mostMm).toBeLessThan(0.5);
  expect(nearlyAllMm).toBeLessThan(0.5);
  expect(mm.some(Number.isNaN)).toBe(true);
  expect(mm.filter((one) => !Number.isNaN(one)).length).toBeGreaterThan(mm.length / 2);
});

test('two models of which photos show next to nothing are compared whole', () => {
  const { mm } = pairOf(figure({ seenAbove: 0.095 }), figure()).laid()!;
  expect(mm.some(Number.isNaN)).toBe(false);
});
