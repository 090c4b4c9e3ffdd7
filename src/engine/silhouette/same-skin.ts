import type { ReconstructionType } from '../../contract/reconstruction.ts';
import type { RgbImage } from '../../photo/decode.ts';
import { signedDistance } from '../image/distance-transform.ts';
import type { Mask } from '../image/plane.ts';
import { Refusal } from '../refusal.ts';
import { viewWords } from '../views.ts';
import type { SeenPhoto } from './check.ts';

/**
 * Side photos of trunks and heads have the front photo's usual hue up to 0.017 (32 good ones). Of other people's side
 * photos 45 % are further away than this; the rest is for the fit to notice.
 */
const MOST_DIFFERENCE = 0.036;
/** Away from the outline, whose colour is mixed with the wall's, px of the mask. */
const INSET_PX = 6;

/** Throws a `Refusal` where a side photo shows a skin of quite another colour than the front photo. */
export function checkSkin(type: ReconstructionType, photos: readonly SeenPhoto[]): void {
  const front = photos.find(({ view }) => view === 'front');
  // Bodies wear something, and more of it shows from one side than from another.
  if (type === 'body' || front === undefined) return;
  const wanted = usualHue(front.image, front.found.mask);
  for (const { view, image, found } of photos) {
    if (view !== 'left' && view !== 'right') continue;
    const hue = usualHue(image, found.mask);
    if (Math.hypot(hue[0] - wanted[0], hue[1] - wanted[1]) < MOST_DIFFERENCE) continue;
    throw new Refusal(
      'views_inconsistent',
      [view, 'front'],
      `the ${viewWords(view)} and the front photo show skins of different colours`,
      'check that both show the same person; if they do, take them again in the same light',
    );
  }
}

/** Medians of red-green and yellow-blue difference over brightness. */
function usualHue({ rgb }: RgbImage, mask: Mask): readonly [number, number] {
  const { values } = signedDistance(mask);
  const redGreen = new Float64Array(values.length);
  const yellowBlue = new Float64Array(values.length);
  let count = 0;
  for (let i = 0; i < values.length; i++) {
    const r = rgb[i * 3]!;
    if (values[i]! < INSET_PX || r < 30 || r > 248) continue;
    const g = rgb[i * 3 + 1]!;
    const b = rgb[i * 3 + 2]!;
    const sum = r + g + b + 24;
    redGreen[count] = (r - g) / sum;
    yellowBlue[count++] = ((r + g) / 2 - b) / sum;
  }
  return [median(redGreen.subarray(0, count)), median(yellowBlue.subarray(0, count))];
}

/** Sorts them. */
const median = (values: Float64Array) => values.sort()[values.length >> 1] ?? 0;
