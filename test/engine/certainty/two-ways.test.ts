import { expect, test } from 'vitest';
import { eyeDistanceByIris, twoWays } from '../../../src/engine/certainty/two-ways.ts';
import type { FitView } from '../../../src/engine/fit/fit-types.ts';

const pupil = (name: 'pupil_left' | 'pupil_right', xPx: number, radiusPx?: number) => ({
  ...{ name, xPx, yPx: 50, sigmaPx: 1 },
  ...(radiusPx !== undefined && { radiusPx }),
});
const front = (...landmarks: ReturnType<typeof pupil>[]) => [{ view: 'front', landmarks }] as unknown as FitView[];
const eyes = front(pupil('pupil_right', 100, 10), pupil('pupil_left', 200, 9.5));
const scale = {
  measure: { kind: 'distance', from: 'pupil_right', to: 'pupil_left', metres: 0.06 } as const,
  ...{ basis: '', warnings: [] },
};

test('irises tell the distance of the pupils: ten of their widths apart are 10 × 11.7 mm', () => {
  expect(eyeDistanceByIris(front(pupil('pupil_right', 0, 10), pupil('pupil_left', 200, 10)))).toBeCloseTo(11.7);
  expect(eyeDistanceByIris(eyes)).toBeCloseTo(6);
  expect(eyeDistanceByIris(front(pupil('pupil_right', 0), pupil('pupil_left', 200)))).toBeUndefined();
  expect(eyeDistanceByIris([])).toBeUndefined();
});

test('a given distance is compared with that of the irises, and only where both are known', () => {
  const ways = (eye_distance?: number, views = eyes) =>
    twoWays('face', eye_distance === undefined ? {} : { eye_distance }, { scale, lengths: {}, views });
  expect(ways(6)[0]!.apart).toBeCloseTo(0);
  expect(ways(7.5)[0]).toEqual({ what: 'eye_distance', apart: expect.closeTo(Math.log(1.25)) });
  expect([ways(), ways(6, [])]).toEqual([[], []]);
});

test('a second measure is compared with the model', () => {
  const byHip = { measure: { kind: 'hip_circumference', metres: 1 } as const, basis: '', warnings: [] };
  const given = { hipline: 100, nipple_to_nipple: 22 };
  const lengths = { hipline: 100, hip_width: 36, nipple_to_nipple: 20 };
  expect(twoWays('body', given, { scale: byHip, lengths, views: [] })).toEqual([
    { what: 'measure', apart: Math.log(1.1) },
  ]);
});
