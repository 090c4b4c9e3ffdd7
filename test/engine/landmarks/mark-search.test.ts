import { describe, expect, test } from 'vitest';
import { randomOf } from '../../../scripts/bench-engine/family/random.ts';
import { heldOutErrors, learnMark, type MarkSample, surpriseOf } from '../../../scripts/bench-portraits/learn-marks.ts';
import { type FacePatch, PATCH_PX, pixelOf } from '../../../src/engine/landmarks/face-patch.ts';
import { markPatchOf, placeMark } from '../../../src/engine/landmarks/mark-search.ts';

const SIZE = { widthPx: 240, heightPx: 290 };
const USUAL = { u: 0.3, v: 0.6 };

/** A face with grain whose marks are dark spots with a red rim on the side away from the nose, on both sides. */
function drawnFace(seed: number, contrast: number) {
  const random = randomOf(seed);
  const marks = ([-1, 1] as const).map((side) => ({
    side,
    u: USUAL.u + random.about(0, 0.025),
    v: USUAL.v + random.about(0, 0.04),
  }));
  const plane = (of: (u: number, v: number) => number) => ({
    ...SIZE,
    values: Float32Array.from({ length: SIZE.widthPx * SIZE.heightPx }, (_, i) => {
      const u = ((i % SIZE.widthPx) - pixelOf(0)) / PATCH_PX;
      const v = (Math.floor(i / SIZE.widthPx) - pixelOf(0, true)) / PATCH_PX;
      return of(u, v) + random.about(0, 0.05);
    }),
  });
  const spot = (u: number, v: number, out: number) =>
    marks.reduce((sum, mark) => {
      const across = mark.side * u - mark.u - out;
      return sum + (mark.side * u > 0 ? Math.exp(-(across ** 2 + (v - mark.v) ** 2) / 2 / 0.03 ** 2) : 0);
    }, 0);
  const green = plane((u, v) => -contrast * spot(u, v, 0));
  const redness = plane((u, v) => contrast * spot(u, v, 0.06));
  const whiteness = plane(() => 0);
  const patch = markPatchOf({ green, redness, whiteness } as FacePatch);
  return marks.map((mark): MarkSample => ({ face: `face ${seed}`, patch, ...mark }));
}

const facesOf = (first: number, contrast: number) =>
  [0, 1, 2, 3, 4, 5].flatMap((seed) => drawnFace(first + seed, contrast));

describe('marks of a face', { timeout: 60_000 }, () => {
  const learned = learnMark(facesOf(0, 1.6));

  test('a clear mark is found where it is, on either side, in faces that it was not learned from', () => {
    for (const { patch, side, u, v } of facesOf(20, 1.6)) {
      const found = placeMark(patch, side, learned);
      expect(Math.hypot(side * found.u - u, found.v - v)).toBeLessThan(0.03);
    }
  });

  test('a mark that cannot be seen is told where it usually is, with a wide sigma', () => {
    const [seen] = drawnFace(40, 1.6);
    const [unseen] = drawnFace(40, 0);
    const clear = placeMark(seen!.patch, seen!.side, learned);
    const hidden = placeMark(unseen!.patch, unseen!.side, learned);
    expect(hidden.sigma).toBeGreaterThan(1.5 * clear.sigma);
    expect(Math.hypot(hidden.u * unseen!.side - USUAL.u, hidden.v - USUAL.v)).toBeLessThan(0.06);
  });

  test('sigmas of faces that were left out are told as wide as their errors', () => {
    const errors = heldOutErrors(facesOf(60, 1.6));
    const surprise = surpriseOf(errors);
    const within = errors.filter(({ error, sigma }) => error < 2.49 * surprise * sigma).length;
    expect(within / errors.length).toBeGreaterThanOrEqual(0.75);
  });
});
