import type { ReconstructionType, View } from '../contract/reconstruction.ts';
import type { RgbImage } from '../photo/decode.ts';
import { PhotoRefusal } from './refusal.ts';
import { seePhoto } from './see-photo.ts';
import type { SeenPhoto } from './silhouette/check.ts';
import { checkViews, outlinesOf } from './silhouette/check-views.ts';
import { swappedObliques } from './silhouette/facing.ts';
import { REFUSED } from './silhouette/limits.ts';

interface Photo {
  view: View;
  image: RgbImage;
}

/** Finds the person in each photo, and checks them all. Throws the first `PhotoRefusal`, with all else that is wrong. */
export function seeAll(type: ReconstructionType, photos: readonly Photo[]): SeenPhoto[] {
  const seen = orRefusal(() => {
    const all = photos.map(({ view, image }) => seePhoto(view, image, type));
    checkViews(type, all);
    return all;
  });
  if (seen instanceof PhotoRefusal) throw seen.beside(furtherOf(type, photos, seen));
  return seen;
}

/** What else is wrong: of each other photo by itself, then of those together in which nothing was found. */
function furtherOf(type: ReconstructionType, photos: readonly Photo[], first: PhotoRefusal): PhotoRefusal[] {
  const further: PhotoRefusal[] = [];
  let left: SeenPhoto[] = [];
  for (const { view, image } of photos.filter((one) => !atFault(first).includes(one.view))) {
    const seen = orRefusal(() => seePhoto(view, image, type));
    const own = seen instanceof PhotoRefusal ? seen : ownRefusal(type, seen);
    if (own !== undefined) further.push(own);
    else if (!(seen instanceof PhotoRefusal)) left.push(seen);
  }
  for (let next = refusalOf(type, left); next !== undefined; next = refusalOf(type, left)) {
    const views = atFault(next);
    further.push(next);
    left = left.filter(({ view }) => !views.includes(view));
  }
  return [...further, ...alsoSwapped(type, left)];
}

/** What is told only of a set that is refused already. */
export function alsoSwapped(type: ReconstructionType, photos: readonly SeenPhoto[]): PhotoRefusal[] {
  const refusal = type === 'face' ? swappedObliques(outlinesOf(photos)) : undefined;
  return refusal === undefined ? [] : [refusal];
}

/** The photos that are set aside, so that the others can be judged. */
export const atFault = ({ reason, views }: PhotoRefusal): readonly View[] =>
  reason === 'views_inconsistent' ? views.slice(0, 1) : views;

/** What is wrong with a photo alone, but for the side that it shows: two such may be swapped. */
export function ownRefusal(type: ReconstructionType, seen: SeenPhoto): PhotoRefusal | undefined {
  const refusal = refusalOf(type, [seen]);
  return refusal?.shows[seen.view] === undefined ? refusal : undefined;
}

/** The first fault of photos together. */
export const refusalOf = (
  type: ReconstructionType,
  photos: readonly SeenPhoto[],
  limits = REFUSED,
): PhotoRefusal | undefined => orRefusal(() => void checkViews(type, photos, limits));

function orRefusal<Value>(look: () => Value): Value | PhotoRefusal {
  try {
    return look();
  } catch (error) {
    if (error instanceof PhotoRefusal) return error;
    throw error;
  }
}
