import { describe, expect, test } from 'vitest';
import { newMask } from '../../../src/engine/image/plane.ts';
import { profilesApart } from '../../../src/engine/silhouette/profiles-apart.ts';
import { contourOfMask } from '../fit/contour-of-mask.ts';
import { HEIGHT, sidePhoto, WIDTH } from './side-photo.ts';

const somebody = { nose: 40, chin: 18 };

describe('the front edges of two side photos', () => {
  test('of one person are mirror images, whatever the scale, the place and the tilt', () => {
    const left = sidePhoto(somebody, true);
    expect(profilesApart('face', left, sidePhoto(somebody, false))).toBeLessThan(0.0005);
    const moved = sidePhoto(somebody, false, { scale: 1.06, down: 14, tilt: 0.04 });
    expect(profilesApart('face', left, moved)).toBeLessThan(0.002);
  });

  test('of two people are not', () => {
    const left = sidePhoto({ nose: 12, chin: 40 }, true);
    expect(profilesApart('face', left, sidePhoto(somebody, false))).toBeGreaterThan(0.0045);
  });

  test('tell nothing where nobody is', () => {
    const nobody = {
      contour: contourOfMask(newMask(WIDTH, HEIGHT)),
      found: { mask: newMask(WIDTH, HEIGHT), followed: 1, others: 0 },
    };
    expect(profilesApart('face', nobody, sidePhoto(somebody, false))).toBeUndefined();
  });
});
