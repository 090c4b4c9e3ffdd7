import { expect, test } from 'vitest';
import { fitModel } from '../../../src/engine/fit/fit-model.ts';
import { halfWay, layoutOf, moved, startState } from '../../../src/engine/fit/fit-state.ts';
import { loadModels } from '../../support/models.ts';
import { photographed } from './rendered-person.ts';

const { torso } = loadModels();

test('half way between two states lies the middle of every unknown', () => {
  const layout = layoutOf(torso, torso.modes.length, 2);
  const start = startState(torso, ['front', 'left'], 3, { logScale: 0.1, offsets: Array(2).fill([0, 0]) });
  const step = Float64Array.from({ length: layout.size }, (_, i) => 0.01 * (i + 1));
  const middle = halfWay(moved(start, layout, step), start);
  const half = moved(
    start,
    layout,
    step.map((value) => value / 2),
  );
  const numbersOf = ({ coefficients, angles, shared, logSize, poses }: typeof half) => [
    ...[...coefficients, ...angles, shared.logFocal, shared.logScale, logSize],
    ...poses.flatMap((pose) => Object.values(pose)),
  ];
  numbersOf(middle).forEach((value, i) => {
    expect(value).toBeCloseTo(numbersOf(half)[i]!, 12);
  });
});

test('the rounds of both plans of a fit count for its progress, which ends below 1', () => {
  const { views, span } = photographed(
    torso,
    new Float64Array(torso.modes.length),
    ['left', 'front', 'right'],
    ['nipple_left', 'nipple_right'],
  );
  const measure = { kind: 'distance', from: 'nipple_left', to: 'nipple_right', metres: span } as const;
  const shares: number[] = [];
  fitModel(torso, views, { type: 'mammo', measure, effort: 'fine', onProgress: (share) => shares.push(share) });
  // Four stages of 4 rounds and one of 6, and of the companion four of 3 and one of 5; what comes then counts as one.
  expect(shares.map((share) => Math.round(share * 40))).toEqual(Array.from({ length: 39 }, (_, i) => i + 1));
});
