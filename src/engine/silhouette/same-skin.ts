import { TWO_PEOPLE } from '../../contract/certainty.ts';
import type { ReconstructionType } from '../../contract/reconstruction.ts';
import { viewWords } from '../../contract/view-name.ts';
import { distanceOf } from '../image/distance-transform.ts';
import { medianOf } from '../median.ts';
import { onceEach } from '../once-each.ts';
import { PhotoRefusal } from '../refusal.ts';
import type { SeenPhoto } from './check.ts';
import type { Limits } from './limits.ts';
import { skinApart } from './same-light.ts';

/** Distance from the outline, where the colour is mixed with the wall's, px of the mask. */
const INSET_PX = 6;

/**
 * Throws a `PhotoRefusal` if another photo shows a very different skin colour than the front photo, by its hue or its
 * brightness. The fit has to notice other people whose skins are alike.
 */
export function checkSkin(type: ReconstructionType, photos: readonly SeenPhoto[], limits: Limits): void {
  const front = photos.find(({ view }) => view === 'front');
  // Bodies wear clothes, and one side may show more of them than another.
  if (type === 'body' || front === undefined) return;
  const isOther = (one: SeenPhoto, photo: SeenPhoto) =>
    hueApart(one, photo) >= limits.hue || Math.abs(skinApart(one, photo)) >= limits.skinLight;
  const others = photos.filter(({ view }) => view !== 'front');
  const strange = others.filter((photo) => isOther(front, photo));
  const [first] = strange;
  if (first === undefined) return;
  // Where the others agree, the front photo is the one of somebody else.
  const isFrontStrange =
    strange.length > 1 && strange.length === others.length && others.every((photo) => !isOther(first, photo));
  throw new PhotoRefusal(
    'views_inconsistent',
    isFrontStrange ? ['front', first.view] : [first.view, 'front'],
    `${TWO_PEOPLE}: the ${isFrontStrange ? 'other photos' : viewWords(first.view)} and the front photo show skins of different colours`,
    `check that ${isFrontStrange ? 'all' : 'both'} show the same person: if they do, take them again in the same light; if not, use photos of the right one`,
  );
}

/** How much another photo's skin differs from the front photo's: 1 is at a limit of hue or brightness. */
export const skinStrangeness = (front: SeenPhoto, photo: SeenPhoto, limits: Limits): number =>
  Math.hypot(hueApart(front, photo) / limits.hue, skinApart(front, photo) / limits.skinLight);

function hueApart(front: SeenPhoto, photo: SeenPhoto): number {
  const [one, other] = [usualHue(front), usualHue(photo)];
  return Math.hypot(other[0] - one[0], other[1] - one[1]);
}

/** Medians of the red-green and yellow-blue differences, divided by brightness. */
const usualHue = onceEach(({ image: { rgb }, found }: SeenPhoto): readonly [number, number] => {
  const { values } = distanceOf(found.mask);
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
  return [medianOf(redGreen.subarray(0, count)), medianOf(yellowBlue.subarray(0, count))];
});
