import { expect, test } from 'vitest';
import { type Mask, newMask } from '../../../src/engine/image/plane.ts';
import { contourOf } from '../../../src/engine/silhouette/contour.ts';
import type { RgbImage } from '../../../src/photo/decode.ts';

/** A disc, its edge blended as a lens does; with a hole of wall in it. */
function disc(widthPx: number, centre: number, radius: number, hole: number): RgbImage {
  const rgb = new Uint8Array(widthPx * widthPx * 3);
  for (let i = 0; i < widthPx * widthPx; i++) {
    const away = Math.hypot((i % widthPx) + 0.5 - centre, Math.floor(i / widthPx) + 0.5 - centre);
    const share =
      Math.min(1, Math.max(0, 0.5 + (radius - away) / 2)) * Math.min(1, Math.max(0, 0.5 + (away - hole) / 2));
    for (let c = 0; c < 3; c++) rgb[i * 3 + c] = Math.round(60 + share * [150, 90, 70][c]!);
  }
  return { widthPx, heightPx: widthPx, rgb };
}

/** The disc as a rough mask, its outline up to a pixel off. */
function roughMask(widthPx: number, centre: number, radius: number, hole: number): Mask {
  const mask = newMask(widthPx, widthPx);
  for (let i = 0; i < mask.inside.length; i++) {
    const away = Math.hypot((i % widthPx) + 0.5 - centre, Math.floor(i / widthPx) + 0.5 - centre);
    mask.inside[i] = away < radius && away > hole ? 1 : 0;
  }
  return mask;
}

test.each([1, 2])('a rough outline is moved to the true one, photo %d times as large', (ratio) => {
  const contour = contourOf(
    disc(200 * ratio, 100.3 * ratio, 70 * ratio, 20 * ratio),
    roughMask(200, 100.3, 70.9, 20.8),
  );
  const hole = contour.x.findIndex((x, i) => Math.hypot(x - 100.3, contour.y[i]! - 100.3) < 45);
  expect(hole).toBeGreaterThan(0);
  let worst = 0;
  for (let i = 0; i < contour.x.length; i++) {
    const [dx, dy] = [contour.x[i]! - 100.3, contour.y[i]! - 100.3];
    const isHole = i >= hole;
    worst = Math.max(worst, Math.abs(Math.hypot(dx, dy) - (isHole ? 20 : 70)));
    // Away from the person: outwards at the rim, inwards at the hole.
    const outwards = (dx * contour.nx[i]! + dy * contour.ny[i]!) / Math.hypot(dx, dy);
    expect(outwards * (isHole ? -1 : 1)).toBeGreaterThan(0.97);
  }
  expect(worst).toBeLessThan(0.3);
});

test('where the picture cuts the person off is no outline', () => {
  const contour = contourOf(disc(200, 100, 120, 0), roughMask(200, 100, 120, 0));
  for (let i = 0; i < contour.x.length; i++) {
    const away = Math.min(contour.x[i]!, contour.y[i]!, 200 - contour.x[i]!, 200 - contour.y[i]!);
    if (away < 0.5) expect(contour.atBorder[i]).toBe(1);
    if (away > 3) expect(contour.atBorder[i]).toBe(0);
  }
});

test('an edge nobody can see is not moved, and says so', () => {
  const plain: RgbImage = { widthPx: 200, heightPx: 200, rgb: new Uint8Array(200 * 200 * 3).fill(128) };
  const contour = contourOf(plain, roughMask(200, 100, 70, 0));
  expect(Math.min(...contour.sigmaPx)).toBeGreaterThan(2);
});
