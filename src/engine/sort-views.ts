import type { ReconstructionType, View } from '../contract/reconstruction.ts';
import type { RgbImage } from '../photo/decode.ts';
import { PhotoRefusal } from './refusal.ts';
import { refusalOf } from './refusals.ts';
import { seePhoto } from './see-photo.ts';
import type { SeenPhoto } from './silhouette/check.ts';
import { lookedTo } from './silhouette/facing.ts';

/** Looks at a photo of which nobody has said what it shows; undefined where nobody can be looked for in it. */
export function seeUnsorted(type: ReconstructionType, image: RgbImage): SeenPhoto | undefined {
  try {
    return seePhoto('front', image, type);
  } catch (error) {
    if (error instanceof PhotoRefusal) return undefined;
    throw error;
  }
}

/** Which photos show which of the wanted views. */
export interface SortedViews<Photo> {
  certain: Map<View, Photo>;
  /** Several that show the same view, of which none is taken. */
  rivals: Map<View, Photo[]>;
}

/**
 * Which photo shows which of the wanted views, as far as that is certain: where two show the same, neither is taken. A
 * photo is a side if it would do as one beside the front; of those that are neither, the outline tells to which side a
 * head is turned, and that a body is seen from the back. A head from below does as a front, so where one is wanted a
 * person has to say which of them is which.
 */
export function sortViews<Photo extends SeenPhoto>(
  type: ReconstructionType,
  photos: readonly Photo[],
  wanted: readonly View[],
  givenFront?: SeenPhoto,
): SortedViews<Photo> {
  const frontal = photos.filter((photo) => isTaken(type, [photo]));
  const isSideOf = (front: SeenPhoto, photo: Photo) => sidesBeside(type, [front], photo).length > 0;
  const isFront = (one: Photo) => {
    const others = photos.filter((other) => other !== one);
    // From the side a body is only narrower than from the front.
    if (type === 'body' && !others.some((other) => isSideOf(one, other))) return false;
    return !others.some((other) => frontal.includes(other) && isSideOf(other, one));
  };
  const ownFronts = frontal.filter(isFront);
  const fronts = givenFront === undefined ? ownFronts : [givenFront];
  if (fronts.length === 0) return { certain: new Map(), rivals: new Map() };
  const isFrontCertain = fronts.length === 1 && !wanted.includes('below');
  const viewOf = (photo: Photo): View | undefined => {
    if (fronts.includes(photo)) return isFrontCertain ? 'front' : undefined;
    const sides = sidesBeside(type, fronts, photo);
    if (sides.length > 0) return sides.length === 1 ? sides[0] : undefined;
    const view = frontal.includes(photo) ? undefined : obliqueView(type, photo);
    return view !== undefined && doesBeside(type, fronts, view, photo) ? view : undefined;
  };
  const views = photos.map(viewOf);
  const certain = new Map<View, Photo>();
  const rivals = new Map<View, Photo[]>();
  for (const view of wanted) {
    const ofView = view === 'front' && !isFrontCertain ? ownFronts : photos.filter((_, at) => views[at] === view);
    if (ofView.length > 1) rivals.set(view, ofView);
    else if (ofView.length === 1 && views.includes(view)) certain.set(view, ofView[0]!);
  }
  return { certain, rivals };
}

/** The sides that a photo does for, beside each of the fronts. */
const sidesBeside = (type: ReconstructionType, fronts: readonly SeenPhoto[], photo: SeenPhoto): View[] =>
  (['left', 'right'] as const).filter((view) => doesBeside(type, fronts, view, photo));

const doesBeside = (type: ReconstructionType, fronts: readonly SeenPhoto[], view: View, photo: SeenPhoto): boolean =>
  fronts.every((front) => isTaken(type, [front, seePhoto(view, photo.photo, type)]));

/** The view of a photo that shows neither the front nor a side. */
function obliqueView(type: ReconstructionType, { image, found: { mask } }: SeenPhoto): View | undefined {
  if (type === 'body') return 'back';
  const edge = type === 'face' ? lookedTo(type, { image, mask }) : undefined;
  return edge && `${edge}_45`;
}

const isTaken = (type: ReconstructionType, photos: readonly SeenPhoto[]): boolean =>
  refusalOf(type, photos) === undefined;
