import type { ReconstructionType, View } from '../contract/reconstruction.ts';
import type { RgbImage } from '../photo/decode.ts';
import { PhotoRefusal } from './refusal.ts';
import { refusalOf } from './refusals.ts';
import { seePhoto } from './see-photo.ts';
import type { SeenPhoto } from './silhouette/check.ts';
import { lookedTo } from './silhouette/facing.ts';
import { type Limits, REFUSED } from './silhouette/limits.ts';

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
  /** A photo that most likely shows this view, and has to be looked at by a person. */
  likely?: { view: View; photo: Photo };
}

/** A blurred photo shows what it shows; that it is to be taken again is told once it is known which one it is. */
const EVEN_BLURRED: Limits = { ...REFUSED, edge: Number.POSITIVE_INFINITY };

/** The views of photos that are sharp; blurred ones are looked at for those that are then still missing. */
export function sortViews<Photo extends SeenPhoto>(
  type: ReconstructionType,
  photos: readonly Photo[],
  wanted: readonly View[],
  givenFront?: SeenPhoto,
): SortedViews<Photo> {
  const { certain, rivals } = sortedBy(REFUSED, type, photos, wanted, givenFront);
  const left = wanted.filter((view) => !certain.has(view) && !rivals.has(view));
  if (left.length === 0) return { certain, rivals };
  if (left.length === wanted.length && givenFront === undefined) {
    const beside = besideUnclearFront(type, photos, wanted);
    if (beside !== undefined) return beside;
  }
  const taken = [...certain.values(), ...[...rivals.values()].flat()];
  const ofAll = sortedBy(EVEN_BLURRED, type, photos, wanted, givenFront).certain;
  for (const view of left) {
    const photo = ofAll.get(view);
    if (photo !== undefined && !taken.includes(photo)) certain.set(view, photo);
  }
  return { certain, rivals };
}

/**
 * The sides beside a front so blurred that its eyes or nipples cannot be seen. The photo is turned to neither side and
 * has no other fault, so it may be the front; a person says so.
 */
function besideUnclearFront<Photo extends SeenPhoto>(
  type: ReconstructionType,
  photos: readonly Photo[],
  wanted: readonly View[],
): SortedViews<Photo> | undefined {
  const as = (view: View, { photo }: Photo) => seePhoto(view, photo, type);
  const lacksMarksAlone = (together: readonly SeenPhoto[]) =>
    refusalOf(type, together, EVEN_BLURRED)?.reason === 'landmark_not_found';
  const sidesAlone = (photo: Photo) =>
    (['left', 'right'] as const).filter((view) => refusalOf(type, [as(view, photo)], EVEN_BLURRED) === undefined);
  const fronts = photos.filter(
    (photo) =>
      refusalOf(type, [photo])?.reason === 'blurred' && lacksMarksAlone([photo]) && sidesAlone(photo).length === 0,
  );
  const [front] = fronts;
  if (front === undefined || fronts.length > 1) return undefined;
  const certain = new Map<View, Photo>();
  const rivals = new Map<View, Photo[]>();
  for (const view of ['left', 'right'] as const) {
    const ofView = photos.filter((photo) => {
      const sides = photo === front ? [] : sidesAlone(photo);
      return sides.length === 1 && sides[0] === view && lacksMarksAlone([front, as(view, photo)]);
    });
    if (!wanted.includes(view) || ofView[0] === undefined) continue;
    if (ofView.length > 1) rivals.set(view, ofView);
    else certain.set(view, ofView[0]);
  }
  const isTold = wanted.includes('front') && !wanted.includes('below');
  return { certain, rivals, ...(isTold && { likely: { view: 'front', photo: front } }) };
}

/**
 * Which photo shows which of the wanted views, as far as that is certain: where two show the same, neither is taken. A
 * photo is a side if it would do as one beside the front; of those that are neither, the outline tells to which side a
 * head is turned, and that a body is seen from the back. A head from below does as a front, so where one is wanted a
 * person has to say which of them is which.
 */
function sortedBy<Photo extends SeenPhoto>(
  limits: Limits,
  type: ReconstructionType,
  photos: readonly Photo[],
  wanted: readonly View[],
  givenFront: SeenPhoto | undefined,
): SortedViews<Photo> {
  const isTaken = (together: readonly SeenPhoto[]) => refusalOf(type, together, limits) === undefined;
  const doesBeside = (beside: readonly SeenPhoto[], view: View, photo: SeenPhoto) =>
    beside.every((front) => isTaken([front, seePhoto(view, photo.photo, type)]));
  /** The sides that a photo does for, beside each of the fronts. */
  const sidesBeside = (beside: readonly SeenPhoto[], photo: SeenPhoto): View[] =>
    (['left', 'right'] as const).filter((view) => doesBeside(beside, view, photo));
  const frontal = photos.filter((photo) => isTaken([photo]));
  const isSideOf = (front: SeenPhoto, photo: Photo) => sidesBeside([front], photo).length > 0;
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
    const sides = sidesBeside(fronts, photo);
    if (sides.length > 0) return sides.length === 1 ? sides[0] : undefined;
    const view = frontal.includes(photo) ? undefined : obliqueView(type, photo);
    return view !== undefined && doesBeside(fronts, view, photo) ? view : undefined;
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

/** The view of a photo that shows neither the front nor a side. */
function obliqueView(type: ReconstructionType, { image, found: { mask } }: SeenPhoto): View | undefined {
  if (type === 'body') return 'back';
  const edge = type === 'face' ? lookedTo(type, { image, mask }) : undefined;
  return edge && `${edge}_45`;
}
