import type { Camera } from '../camera.ts';
import { blur121, type Plane, valueAt } from '../image/plane.ts';
import { projectAll } from '../render/rasterize.ts';

/*
 * Trunks of four women of the other family (`bench-engine/family`: 1, 3, 5, 7), three photos, provider 6: how far the
 * painted skin is from its true paint, the level of the skin apart, median of the four, %. Undersides of breasts: median
 * place, worst tenth, and how much lighter than the paint the lightest hundredth is; elsewhere median place and worst tenth.
 *
 * |                                                         | undersides     | flanks     | front     |
 * | this, and all other places painted as now               | 2.3  6.9   6.6 | 3.6    9.8 | 3.7   9.0 |
 * | arms tell the light of a photo, too                     | 2.7  6.5   7.7 | 3.6   11.3 | 4.2   9.2 |
 * | also each place by the direction it faces, as in 0.26.0 | 4.0  8.9  11.2 | 3.2   12.3 | 4.0  10.1 |
 *
 * Half the reach leaves a fifth more in undersides; 1.5 times of it draws lines beside the edges of arms. Tried and
 * rejected: trusting a photo less beside edges of depth, as beside outlines, which helps undersides no further.
 */

/** Squares along a photo's longer side: 10 mm in photos of trunks. */
const SQUARES = 80;
const BLUR_ROUNDS = 2;

/**
 * Makes a photo's light, 3 numbers per vertex, a smooth function of the place in the photo: each vertex gets the mean of
 * what the photo shows within some 2 % of its longer side. The fitted surface lies up to that far from where the photo
 * shows it. Where light changes within that distance, in the fold under a breast or below a nose, the light of the one
 * side would be taken out of the other, which leaves white and grey crescents like scars.
 *
 * @param light changed in place; vertices outside the photo keep theirs
 * @param weights how well the photo shows each vertex
 */
export function smoothInPhoto(
  light: Float32Array,
  positions: Float64Array,
  camera: Camera,
  weights: Float32Array,
): void {
  const sidePx = Math.max(camera.widthPx, camera.heightPx) / SQUARES;
  const size = { widthPx: Math.ceil(camera.widthPx / sidePx), heightPx: Math.ceil(camera.heightPx / sidePx) };
  const projected = projectAll(positions, camera);
  const sums = [0, 1, 2, 3].map((): Plane => ({ ...size, values: new Float32Array(size.widthPx * size.heightPx) }));
  for (let i = 0; i < weights.length; i++) {
    if (weights[i] === 0) continue;
    const column = Math.floor(projected[i * 3]! / sidePx);
    const at = Math.floor(projected[i * 3 + 1]! / sidePx) * size.widthPx + column;
    // As much as the vertex takes of the picture, roughly.
    const share = Math.min(1, weights[i]!) ** 0.125;
    for (let c = 0; c < 3; c++) sums[c]!.values[at] = sums[c]!.values[at]! + light[i * 3 + c]! * share;
    sums[3]!.values[at] = sums[3]!.values[at]! + share;
  }
  for (const plane of sums) {
    for (let round = 0; round < BLUR_ROUNDS; round++) plane.values = blur121(plane.values, size.widthPx, size.heightPx);
  }
  for (let i = 0; i < weights.length; i++) {
    const x = projected[i * 3]! / sidePx - 0.5;
    const y = projected[i * 3 + 1]! / sidePx - 0.5;
    const isInside = x > -0.5 && y > -0.5 && x < size.widthPx && y < size.heightPx;
    const total = isInside ? valueAt(sums[3]!, x, y) : 0;
    if (total === 0) continue;
    for (let c = 0; c < 3; c++) light[i * 3 + c] = valueAt(sums[c]!, x, y) / total;
  }
}
