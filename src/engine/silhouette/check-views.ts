import type { ReconstructionType, View } from '../../contract/reconstruction.ts';
import { findNippleTips } from '../landmarks/nipple-tips.ts';
import { findPupils } from '../measure/pupils.ts';
import { Refusal } from '../refusal.ts';
import { viewWords } from '../views.ts';
import { checkPhoto, type SeenPhoto } from './check.ts';
import { checkFacing } from './facing.ts';
import { type OutlineShape, outlineShape } from './outline-shape.ts';

/** A front view is this many times as wide as a side view at least. Good sets: 1.57 to 2.2 (trunks and bodies). */
const LEAST_WIDENING = 1.25;
/** A head as symmetric as this is no profile (good ones: up to 0.80), one less than the other no front (from 0.91 up). */
const PROFILE_SYMMETRY = 0.87;
const FRONT_SYMMETRY = 0.85;

/**
 * Throws a `Refusal` where photos cannot be used: each by itself first, then which side each shows, then what must be
 * seen in the front photo. Whether they fit together is for the fit to say.
 */
export function checkPhotos(type: ReconstructionType, photos: readonly SeenPhoto[]): void {
  for (const seen of photos) checkPhoto(type, seen);
  const shapes = new Map(photos.map(({ view, found }) => [view, outlineShape(found.mask)]));
  if (type === 'face') checkProfiles(shapes);
  else checkWidths(shapes);
  checkFacing(type, Object.fromEntries(photos.map(({ view, image, found }) => [view, { image, mask: found.mask }])));
  const front = photos.find(({ view }) => view === 'front');
  if (front !== undefined) checkMarks(type, front);
}

/** Trunks and bodies: from the side a person is narrower. */
function checkWidths(shapes: ReadonlyMap<View, OutlineShape>): void {
  const front = shapes.get('front');
  if (front === undefined) return;
  // Pictures of one set may be zoomed differently; bodies show by how much, trunks are taken as they are.
  const widthOf = ({ width, top, bottom, border }: OutlineShape) =>
    border.bottom === 0 ? width / (bottom - top) : width;
  const sides = (['left', 'right'] as const).filter((view) => shapes.has(view));
  const wide = sides.filter((view) => widthOf(front) < LEAST_WIDENING * widthOf(shapes.get(view)!));
  if (wide.length === 0) return;
  const isFrontWrong = wide.length === sides.length && widthOf(front) < FRONT_WIDTH;
  const view = isFrontWrong ? 'front' : wide[0]!;
  throw wrongView(view, isFrontWrong ? 'from the side' : 'from the front or back');
}

/** The share of its picture that even a narrow front of a trunk takes, and more than a side does. */
const FRONT_WIDTH = 0.68;

function checkProfiles(shapes: ReadonlyMap<View, OutlineShape>): void {
  for (const view of ['left', 'right'] as const) {
    if ((shapes.get(view)?.symmetry ?? 0) > PROFILE_SYMMETRY) throw wrongView(view, 'from the front or back');
  }
  if ((shapes.get('front')?.symmetry ?? 1) < FRONT_SYMMETRY) throw wrongView('front', 'from the side');
}

const wrongView = (view: View, shown: string) =>
  new Refusal(
    'wrong_view',
    [view],
    `the ${viewWords(view)} shows the person ${shown}`,
    'check that each photo was given for the view that it shows',
  );

/** Throws where the marks that size and shape hang on cannot be seen. A body may do without nipples. */
function checkMarks(type: ReconstructionType, { view, photo, image, found }: SeenPhoto): void {
  if (type === 'mammo' && findNippleTips(image, photo, found.mask, false).length === 0) {
    throw new Refusal(
      'landmark_not_found',
      [view],
      'the nipples cannot be seen in the front photo',
      'take it again with the chest bare, arms hanging at the sides, and nothing before it',
    );
  }
  if (type === 'face' && findPupils(image, found.mask) === undefined) {
    throw new Refusal(
      'landmark_not_found',
      [view],
      'the eyes cannot be seen in the front photo',
      'take it again with both eyes open, no glasses, and the hair away from the face',
    );
  }
}
