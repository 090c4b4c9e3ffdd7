import { describe, expect, test } from 'vitest';
import { doubtfulMeasures, sizingMeasure, toldMeasures } from '../../../src/engine/measure/given.ts';
import type { Scale } from '../../../src/engine/measure/scale.ts';
import { measureReport } from '../../../src/engine/report.ts';

const byHip: Scale = {
  measure: { kind: 'hip_circumference', metres: 1 },
  basis: 'hipline of 100 cm, taken as a circumference',
  warnings: [],
};
const byNipples: Scale = {
  measure: { kind: 'distance', from: 'nipple_right', to: 'nipple_left', metres: 0.2 },
  basis: 'nipple to nipple of 20 cm',
  warnings: [],
};
const byEyes: Scale = {
  measure: { kind: 'distance', from: 'pupil_right', to: 'pupil_left', metres: 0.063 },
  basis: 'eye distance of 6.3 cm',
  warnings: [],
};
const shown = { nipple_to_nipple: 20, hipline: 100, hip_width: 36 };

describe('a second measure', () => {
  const doubts = (nipple_to_nipple: number) =>
    doubtfulMeasures({ hipline: 100, nipple_to_nipple }, { lengths: shown, scale: byHip, oddity: 0 });

  test.each([20.4, 19.6])('that is 2 %% off is no matter: %d', (cm) => {
    expect(doubts(cm)).toEqual([]);
  });

  test('that is 8 % off is told, with both numbers', () => {
    expect(doubts(21.6)).toEqual([
      'The given nipple to nipple of 21.6 cm is 8 % more than the 20 cm of the model, whose size comes from the hipline of 100 cm, taken as a circumference: check both.',
    ]);
    expect(doubts(18.4).join()).toContain('is 8 % less than');
  });

  test('that the model does not show is not judged', () => {
    const given = { hipline: 100, eye_distance: 9 };
    expect(doubtfulMeasures(given, { lengths: shown, scale: byHip, oddity: 0 })).toEqual([]);
  });

  test('may be the width of the hips', () => {
    const told = (hipline: number) =>
      doubtfulMeasures({ nipple_to_nipple: 20, hipline }, { lengths: shown, scale: byNipples, oddity: 0 });
    expect(told(36)).toEqual([]);
    expect(told(39).join()).toContain('8 % more than the 36 cm');
    expect(told(108).join()).toContain('8 % more than the 100 cm');
  });
});

describe('the measure that sets the size', () => {
  test.each([-2, 0, 1.9])('is right where the size is no more unusual than %d standard deviations', (oddity) => {
    expect(doubtfulMeasures({ hipline: 100 }, { lengths: shown, scale: byHip, oddity })).toEqual([]);
  });

  test('is doubted where it makes the person far larger or smaller than the like', () => {
    expect(doubtfulMeasures({ hipline: 100 }, { lengths: shown, scale: byHip, oddity: 2.6 })).toEqual([
      'The hipline of 100 cm, taken as a circumference, makes the person unusually large: check the number.',
    ]);
    const small = doubtfulMeasures({ hipline: 100 }, { lengths: shown, scale: byHip, oddity: -2.6 });
    expect(small.join()).toContain('unusually small');
  });

  test('is not doubted where it was only assumed', () => {
    expect(sizingMeasure({}, byEyes)).toBeUndefined();
    expect(doubtfulMeasures({}, { lengths: { eye_distance: 6.3 }, scale: byEyes, oddity: 3 })).toEqual([]);
  });
});

describe('an answer', () => {
  test('tells given measures as they were given, and others as the model shows them', () => {
    const lengths = { eye_distance: 6.4, ear_size: 6.1 };
    expect(toldMeasures({ eye_distance: 6.35 }, byEyes, lengths)).toEqual({ eye_distance: 6.35, ear_size: 6.1 });
    expect(toldMeasures({ nipple_to_nipple: 21, hipline: 100 }, byHip, shown)).toEqual({
      nipple_to_nipple: 21,
      hipline: 100,
    });
  });

  test('tells nothing that hangs on an assumed size', () => {
    expect(toldMeasures({}, byEyes, { eye_distance: 6.3, ear_size: 6.1 })).toEqual({});
  });
});

test('the report has given and shown side by side, a width beside the width', () => {
  expect(measureReport({ nipple_to_nipple: 21, hipline: 37, eye_distance: 6.2 }, shown)).toEqual({
    nipple_to_nipple: { given: 21, model: 20 },
    hipline: { model: 100 },
    hip_width: { given: 37, model: 36 },
    eye_distance: { given: 6.2 },
  });
});
