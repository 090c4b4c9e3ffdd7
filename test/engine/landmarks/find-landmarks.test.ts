import { describe, expect, test } from 'vitest';
import { inHead } from '../../../scripts/samples/anatomy/head.ts';
import { cameraOf, type SetName } from '../../../scripts/samples/camera.ts';
import { figureOf } from '../../../scripts/samples/figure.ts';
import { PHYSIQUES } from '../../../scripts/samples/people.ts';
import { dot, subtract, type Vector } from '../../../scripts/samples/vector.ts';
import type { View } from '../../../src/contract/reconstruction.ts';
import { shrinkImage } from '../../../src/engine/image/plane.ts';
import { findLandmarks } from '../../../src/engine/landmarks/find-landmarks.ts';
import { contourOf } from '../../../src/engine/silhouette/contour.ts';
import { SHOWN, segment } from '../../../src/engine/silhouette/segment.ts';
import { decodePhoto } from '../../../src/photo/decode.ts';
import { photoOf, TYPE_OF } from '../samples.ts';

type Person = 'ana' | 'ben';
const LONG = { timeout: 60_000 };

async function landmarksOf(person: Person, set: SetName, view: View) {
  const photo = await decodePhoto(photoOf(person, set, view));
  const small = shrinkImage(photo, 640);
  const outline = segment(small, SHOWN[TYPE_OF[set]]);
  const contour = contourOf(shrinkImage(photo, 1280), outline.mask);
  const found = findLandmarks(TYPE_OF[set], { view, photo, image: small, found: outline, contour });
  /** Where a point of the figure truly is, px of the mask. */
  const trueAt = (point: Vector) => {
    const camera = cameraOf(person, set, view as 'front', small.widthPx);
    const from = subtract(point, camera.position);
    const depth = dot(from, camera.forward);
    return [
      camera.widthPx / 2 + (camera.focalPx * dot(from, camera.right)) / depth,
      camera.heightPx / 2 - (camera.focalPx * dot(from, camera.up)) / depth,
    ] as const;
  };
  const missBy = (name: string, point: Vector) => {
    const landmark = found.find((one) => one.name === name);
    if (landmark === undefined) throw new Error(`no ${name}`);
    const [x, y] = trueAt(point);
    const px = Math.hypot(landmark.xPx - x, landmark.yPx - y);
    return { px, sigmas: px / landmark.sigmaPx };
  };
  return { found, missBy };
}

describe.each(['ana', 'ben'] as const)('%s', (person) => {
  test.each([
    ['torso', 1.5],
    ['body', 1.5],
  ] as const)('nipples in the front photo: %s', LONG, async (set, px) => {
    const { found, missBy } = await landmarksOf(person, set, 'front');
    const [left, right] = figureOf(person).landmarks.nipples;
    expect(found).toHaveLength(2);
    for (const miss of [missBy('nipple_left', left), missBy('nipple_right', right)]) {
      expect(miss.px).toBeLessThan(px);
      expect(miss.sigmas).toBeLessThan(2.5);
    }
  });

  test('pupils in the front photo', LONG, async () => {
    const { missBy } = await landmarksOf(person, 'face', 'front');
    const [left, right] = figureOf(person).landmarks.pupils;
    expect(missBy('pupil_left', left).px).toBeLessThan(2.5);
    expect(missBy('pupil_right', right).px).toBeLessThan(2.5);
  });

  test.each(['left', 'right'] as const)('the tip of the nose in the %s photo', LONG, async (view) => {
    const { found, missBy } = await landmarksOf(person, 'face', view);
    const { head } = PHYSIQUES[person];
    expect(found).toHaveLength(1);
    const miss = missBy('nose_tip', inHead(head)(0, 7.8, head.noseTip));
    expect(miss.px).toBeLessThan(6);
  });
});
