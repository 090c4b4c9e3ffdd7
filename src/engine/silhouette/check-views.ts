import type { ReconstructionType, View } from '../../contract/reconstruction.ts';
import { viewWords } from '../../contract/view-name.ts';
import { PhotoRefusal } from '../refusal.ts';
import { checkPhoto, checkSharpness, type SeenPhoto } from './check.ts';
import { checkFacing, lookedTo } from './facing.ts';
import { checkCuts, checkPart } from './framing.ts';
import { headLikeness, noseLight } from './free-face.ts';
import { DOUBTED, type Limits, REFUSED } from './limits.ts';
import { type OutlineShape, outlineShape } from './outline-shape.ts';
import { checkHair } from './same-hair.ts';
import { checkLight } from './same-light.ts';
import { checkSkin } from './same-skin.ts';
import type { Outlined } from './towards-nipple.ts';

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
 * the things needed in the front photo. The fit checks later if they agree with each other. Photos may be missing, even
 * the front; what needs them is then not checked.
 */
export function checkViews(type: ReconstructionType, photos: readonly SeenPhoto[], limits: Limits = REFUSED): void {
  for (const seen of photos) checkPhoto(type, seen, limits);
  const shapes = new Map(photos.map(({ view, found }) => [view, outlineShape(found.mask)]));
  for (const [view, shape] of shapes) checkPart(type, view, shape);
  for (const seen of photos) checkSharpness(seen, limits);
  // Cuts come first: a front photo of half a trunk is as narrow as a side photo.
  const frontShape = shapes.get('front');
  if (type === 'mammo' && frontShape !== undefined) checkCuts(type, 'front', frontShape);
  const seesEyes = photos.some(({ view, landmarks }) => view === 'front' && landmarks.length > 0);
  if (type === 'face') checkProfiles(shapes, seesEyes);
  else checkWidths(type, photos, shapes);
  for (const [view, shape] of shapes) checkCuts(type, view, shape);
  const front = photos.find(({ view }) => view === 'front');
  if (front !== undefined) checkMarks(type, front, limits);
  checkFacing(type, outlinesOf(photos));
  checkSkin(type, photos, limits);
  checkHair(type, photos, limits);
  checkLight(photos, limits);
}

export const outlinesOf = (photos: readonly SeenPhoto[]): Partial<Record<View, Outlined>> =>
  Object.fromEntries(photos.map(({ view, image, found }) => [view, { image, mask: found.mask }]));

/** What makes photos that passed their checks look like those of two people; undefined where nothing does. */
export function doubtOfPeople(type: ReconstructionType, photos: readonly SeenPhoto[]): PhotoRefusal | undefined {
  for (const check of [checkSkin, checkHair]) {
    try {
      check(type, photos, DOUBTED);
    } catch (error) {
      if (error instanceof PhotoRefusal) return error;
      throw error;
    }
  }
  return undefined;
}

/** Trunks and bodies are narrower from the side. */
function checkWidths(
  type: ReconstructionType,
  photos: readonly SeenPhoto[],
  shapes: ReadonlyMap<View, OutlineShape>,
): void {
  const front = shapes.get('front');
  if (front === undefined) return;
  // Trunks are compared with the picture's height, which all fill alike; bodies with their own height.
  const widthOf = ({ width, aspect, top, bottom, border }: OutlineShape) =>
    (width * aspect) / (border.bottom === 0 ? bottom - top : 1);
  const sides = (['left', 'right'] as const).filter((view) => shapes.has(view));
  const wide = sides.filter((view) => widthOf(front) < LEAST_WIDENING * widthOf(shapes.get(view)!));
  if (wide.length === 0) return;
  // A whole body is narrow in every picture, so beside one side photo its feet tell which of the two is wrong.
  const isTold = type === 'mammo' || sides.length > 1 || isFromSide(type, photos.find(({ view }) => view === 'front')!);
  const isFrontWrong = wide.length === sides.length && front.width < FRONT_WIDTH && isTold;
  const view = isFrontWrong ? 'front' : wide[0]!;
  throw wrongView(view, isFrontWrong ? 'from the side' : 'from the front or back');
}

const isFromSide = (type: ReconstructionType, { image, found }: SeenPhoto): boolean =>
  lookedTo(type, { image, mask: found.mask }) !== undefined;

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

const wrongView = (view: View, from: string, shows?: View) =>
  new PhotoRefusal(
    'wrong_view',
    [view],
    `the ${viewWords(view)} shows the person ${from}`,
    'check that each photo was given for the view that it shows',
    shows === undefined ? {} : { [view]: shows },
  );

/** Throws if the marks that size and shape depend on cannot be seen. A body does not need nipples. */
function checkMarks(type: ReconstructionType, { view, image, found, landmarks }: SeenPhoto, limits: Limits): void {
  if (type === 'mammo' && landmarks.length === 0) {
    throw new PhotoRefusal(
      'landmark_not_found',
      [view],
      'the nipples cannot be seen in the front photo',
      'take it again with the chest bare, arms hanging at the sides, and nothing before it',
    );
  }
  if (type === 'body') {
    const { light, hue } = headLikeness(image, found.mask);
    if (light < limits.head.light || hue > limits.head.hue) throw wrongView(view, 'from the back', 'back');
  }
  if (type === 'face' && !areEyesSeen(image, landmarks, limits)) {
    throw new PhotoRefusal(
      'landmark_not_found',
      [view],
      'the eyes cannot be seen in the front photo',
      'take it again with both eyes open, no glasses, and the hair away from the face',
    );
  }
}

function areEyesSeen(image: SeenPhoto['image'], landmarks: SeenPhoto['landmarks'], limits: Limits): boolean {
  const right = landmarks.find(({ name }) => name === 'pupil_right');
  const left = landmarks.find(({ name }) => name === 'pupil_left');
  if (right === undefined || left === undefined) return false;
  const most = limits.pupilSigma * Math.hypot(left.xPx - right.xPx, left.yPx - right.yPx);
  return Math.max(right.sigmaPx, left.sigmaPx) <= most && noseLight(image, right, left) >= limits.noseLight;
}
