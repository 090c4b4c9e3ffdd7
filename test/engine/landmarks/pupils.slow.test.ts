import { describe, expect, test } from 'vitest';
import { findFaceMarks } from '../../../src/engine/landmarks/find-face-marks.ts';
import { findPupils } from '../../../src/engine/landmarks/pupils.ts';
import { drawFace, type FaceStyle } from './drawn-face.ts';

const PALE = { skin: [226, 178, 156], iris: [104, 132, 150] } as const;
const DARK = { skin: [94, 62, 48], iris: [44, 28, 20] } as const;
const BROWN = { skin: [188, 134, 104], iris: [72, 46, 32] } as const;
const PLAIN = { eyes: 'open', darkCorners: false, tilt: 0 } as const;

/** The errors of both pupils, in % of the distance between them; undefined if they are not found. */
function missOf(style: FaceStyle): number | undefined {
  const { image, mask, pupils, spacing } = drawFace(style);
  const pair = findPupils(image, mask);
  if (pair === undefined) return undefined;
  const misses = [pair.left, pair.right].map(({ xPx, yPx }, i) => {
    return Math.hypot(xPx + 0.5 - pupils[i]![0], yPx + 0.5 - pupils[i]![1]);
  });
  return (100 * Math.max(...misses)) / spacing;
}

describe.each([
  { who: 'pale skin, blue eyes', ...PALE },
  { who: 'brown skin and eyes', ...BROWN },
  { who: 'very dark skin', ...DARK },
])('$who', ({ skin, iris }) => {
  test.each([
    { what: 'open', ...PLAIN },
    { what: 'with lashes at the outer corners that are darker than the iris', ...PLAIN, darkCorners: true },
    { what: 'in a head held aslant', ...PLAIN, tilt: 0.15 },
    { what: 'of which one touches its corner, without white there', ...PLAIN, touchesCorner: true },
    { what: 'behind clear glasses', ...PLAIN, eyes: 'behind clear glasses' as const },
  ])('eyes $what', (style) => {
    expect(missOf({ ...style, skin, iris })).toBeLessThan(4);
  });

  test.each(['closed', 'one closed', 'behind dark glasses'] as const)('no pupils: %s', (eyes) => {
    expect(missOf({ ...PLAIN, skin, iris, eyes, darkCorners: true })).toBeUndefined();
  });

  test('corners of eyes and mouth, wings of the nose', () => {
    const { image, mask, pupils, spacing } = drawFace({ ...PLAIN, skin, iris, tilt: 0.1 });
    const [[rightX, rightY], [leftX, leftY]] = pupils;
    const marks = findFaceMarks(image, mask, {
      right: { xPx: rightX, yPx: rightY },
      left: { xPx: leftX, yPx: leftY },
    });
    const [midX, midY] = [(rightX + leftX) / 2, (rightY + leftY) / 2];
    const drawn = {
      eye_right_outer: [-0.7, 0],
      eye_left_inner: [0.3, 0],
      nose_wing_right: [-0.29, 0.62],
      nose_wing_left: [0.29, 0.62],
      mouth_right: [-0.41, 1.1],
      mouth_left: [0.41, 1.1],
    } as const;
    for (const [name, [u, v]] of Object.entries(drawn)) {
      const mark = marks.find((one) => one.name === name)!;
      const x = midX + u * (leftX - rightX) - v * (leftY - rightY);
      const y = midY + u * (leftY - rightY) + v * (leftX - rightX);
      expect(Math.hypot(mark.xPx - x, mark.yPx - y) / spacing, name).toBeLessThan(0.08);
    }
  });
});
