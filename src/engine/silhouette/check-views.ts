import type { ReconstructionType, View } from '../../contract/reconstruction.ts';
import { PhotoRefusal } from '../refusal.ts';
import { viewWords } from '../views.ts';
import { checkPhoto, checkSharpness, type SeenPhoto } from './check.ts';
import { checkFacing } from './facing.ts';
import { checkCuts, checkPart } from './framing.ts';
import { bridgeLight, headLight } from './free-face.ts';
import { type OutlineShape, outlineShape } from './outline-shape.ts';
import { checkSkin } from './same-skin.ts';

/** A front view is at least this many times as wide as a side view. Good sets: 1.57 to 2.2 (trunks and bodies). */
const LEAST_WIDENING = 1.25;
/** A head more symmetric is no profile (good ones: to 0.80), a less symmetric one no front (from 0.91). */
const PROFILE_SYMMETRY = 0.87;
const FRONT_SYMMETRY = 0.85;
/** The limit for a front whose eyes are seen: uneven hair has 0.81. */
const UNEVEN_SYMMETRY = 0.7;
/** If the front shows both shoulders, a profile fills less of the lower border. Good ones: up to 0.67. */
const PROFILE_SHOULDERS = 0.84;

/**
 * Throws a `PhotoRefusal` if photos cannot be used. It checks each photo by itself, then the side that each shows, then
 * the things needed in the front photo. The fit checks later if they agree with each other.
 */
export function checkViews(type: ReconstructionType, photos: readonly SeenPhoto[]): void {
  for (const seen of photos) checkPhoto(type, seen);
  const shapes = new Map(photos.map(({ view, found }) => [view, outlineShape(found.mask)]));
  for (const [view, shape] of shapes) checkPart(type, view, shape);
  for (const seen of photos) checkSharpness(seen);
  // Cuts come first: a front photo of half a trunk is as narrow as a side photo.
  const frontShape = shapes.get('front');
  if (type === 'mammo' && frontShape !== undefined) checkCuts(type, 'front', frontShape);
  const seesEyes = photos.some(({ view, landmarks }) => view === 'front' && landmarks.length > 0);
  if (type === 'face') checkProfiles(shapes, seesEyes);
  else checkWidths(shapes);
  for (const [view, shape] of shapes) checkCuts(type, view, shape);
  const front = photos.find(({ view }) => view === 'front');
  if (front !== undefined) checkMarks(type, front);
  checkFacing(type, Object.fromEntries(photos.map(({ view, image, found }) => [view, { image, mask: found.mask }])));
  checkSkin(type, photos);
}

/** Trunks and bodies are narrower from the side. */
function checkWidths(shapes: ReadonlyMap<View, OutlineShape>): void {
  const front = shapes.get('front');
  if (front === undefined) return;
  // Trunks are compared with the picture's height, which all fill alike; bodies with their own height.
  const widthOf = ({ width, aspect, top, bottom, border }: OutlineShape) =>
    (width * aspect) / (border.bottom === 0 ? bottom - top : 1);
  const sides = (['left', 'right'] as const).filter((view) => shapes.has(view));
  const wide = sides.filter((view) => widthOf(front) < LEAST_WIDENING * widthOf(shapes.get(view)!));
  if (wide.length === 0) return;
  const isFrontWrong = wide.length === sides.length && front.width < FRONT_WIDTH;
  const view = isFrontWrong ? 'front' : wide[0]!;
  throw wrongView(view, isFrontWrong ? 'from the side' : 'from the front or back');
}

/** Even a narrow front of a trunk fills more than this share of its picture, and a side view less. */
const FRONT_WIDTH = 0.68;

function checkProfiles(shapes: ReadonlyMap<View, OutlineShape>, seesEyes: boolean): void {
  const front = shapes.get('front');
  for (const view of ['left', 'right'] as const) {
    const shape = shapes.get(view);
    if (shape === undefined) continue;
    if (shape.symmetry > PROFILE_SYMMETRY) throw wrongView(view, 'from the front or back');
    const showsShoulders = front !== undefined && front.border.bottom > 0.9 && front.shoulders > 0.7;
    if (showsShoulders && shape.border.bottom > PROFILE_SHOULDERS) throw wrongView(view, 'half from the front');
  }
  // Eyes are found in none of 36 heads turned by 45° or 90°, so it is hair that makes such a head uneven.
  if ((front?.symmetry ?? 1) < (seesEyes ? UNEVEN_SYMMETRY : FRONT_SYMMETRY)) throw wrongView('front', 'from the side');
}

const wrongView = (view: View, shown: string) =>
  new PhotoRefusal(
    'wrong_view',
    [view],
    `the ${viewWords(view)} shows the person ${shown}`,
    'check that each photo was given for the view that it shows',
  );

/** Throws if the marks that size and shape depend on cannot be seen. A body does not need nipples. */
function checkMarks(type: ReconstructionType, { view, image, found, landmarks }: SeenPhoto): void {
  if (type === 'mammo' && landmarks.length === 0) {
    throw new PhotoRefusal(
      'landmark_not_found',
      [view],
      'the nipples cannot be seen in the front photo',
      'take it again with the chest bare, arms hanging at the sides, and nothing before it',
    );
  }
  if (type === 'body' && headLight(image, found.mask) < BACK_LIGHT) throw wrongView(view, 'from the back');
  const [right, left] = landmarks;
  if (type === 'face' && (!right || !left || bridgeLight(image, right, left) < COVERED_LIGHT)) {
    throw new PhotoRefusal(
      'landmark_not_found',
      [view],
      'the eyes cannot be seen in the front photo',
      'take it again with both eyes open, no glasses, and the hair away from the face',
    );
  }
}

/**
 * Limits of `free-face.ts`. Good bodies' fronts: from 0.75, backs with dark hair to 0.60; 50 real faces from 0.75, others
 * from 0.87.
 */
const BACK_LIGHT = 0.66;
const COVERED_LIGHT = 0.66;
