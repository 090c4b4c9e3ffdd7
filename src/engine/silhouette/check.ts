import type { ReconstructionType, View } from '../../contract/reconstruction.ts';
import { viewWords } from '../../contract/view-name.ts';
import type { RgbImage } from '../../photo/decode.ts';
import type { FoundLandmark } from '../landmarks/found-landmark.ts';
import { onceEach } from '../once-each.ts';
import { PhotoRefusal, type RefusalReason } from '../refusal.ts';
import type { Contour } from './contour.ts';
import { edgeWidth } from './edge.ts';
import { type Limits, REFUSED } from './limits.ts';
import { secondHead } from './outline-shape.ts';
import type { Segmentation } from './segment.ts';
import type { Silhouette } from './silhouette.ts';

/** A photo with the person found in it. */
export interface SeenPhoto {
  view: View;
  /** The photo at the largest size available. */
  photo: RgbImage;
  /** The photo at the size of the mask. */
  image: RgbImage;
  found: Segmentation;
  contour: Contour;
  landmarks: readonly FoundLandmark[];
}

/** A person takes between these shares of a usable picture. In 90 good photos: 0.10 to 0.78. */
const LEAST_SHARE = 0.04;
const MOST_SHARE = 0.9;
/** Longer side, px. */
const LEAST_SIDE_PX = 480;
/** Brightness of a bright picture, in which a dark person is no dark photo. */
const LIT = 100;
/** Of the whole picture up to 0.49 is burnt in good photos; one channel clipped: 0.33, in the person 0.54. */
const MOST_BURNT_WHOLE = 0.85;
const MOST_CLIPPED_WHOLE = 0.75;
const MOST_CLIPPED = 0.7;
/** Overlap of the mesh with a photo's outline: below the first it is refused, below the second doubted. */
const REFUSED_OVERLAP = 0.88;
export const DOUBTED_OVERLAP = 0.92;

const refuser = (view: View) => (reason: RefusalReason, sentence: string, hint: string) => {
  throw new PhotoRefusal(reason, [view], sentence, hint);
};

/** Refuses a photo that is too small or far too dark or bright, before a person is searched in it. */
export function checkPicture({ view, photo, image }: Pick<SeenPhoto, 'view' | 'photo' | 'image'>): void {
  const words = viewWords(view);
  const refuse = refuser(view);
  const side = Math.max(photo.widthPx, photo.heightPx);
  if (side < LEAST_SIDE_PX) {
    refuse('blurred', `the ${words} is too small: ${side} pixels on its longer side`, AGAIN.original);
  }
  const all = wholeExposure(image);
  if (all.bright < REFUSED.dark) refuse('exposure', `the ${words} is far too dark`, AGAIN.light);
  if (all.burnt > MOST_BURNT_WHOLE) refuse('exposure', `the ${words} is far too bright`, AGAIN.lessLight);
}

const wholeExposure = onceEach((image: RgbImage) =>
  exposureOf(image, new Uint8Array(image.widthPx * image.heightPx).fill(1)),
);
const personExposure = onceEach(({ image, found }: SeenPhoto) => exposureOf(image, found.mask.inside));

/** Throws a `PhotoRefusal` if a photo does not show exactly one person in good light before a plain wall. */
export function checkPhoto(type: ReconstructionType, seen: SeenPhoto, limits: Limits): void {
  const { view, image, found } = seen;
  const words = viewWords(view);
  const refuse = refuser(view);
  checkSilhouette(view, found, limits);
  const person = personExposure(seen);
  if (person.colour < limits.colour) refuse('photo_not_recognised', `the ${words} has no colours`, AGAIN.colour);
  const darkest = wholeExposure(image).bright < LIT ? limits.dark : limits.darkSkin;
  if (person.bright < darkest) refuse('exposure', `the person in the ${words} is far too dark`, AGAIN.light);
  if (person.burnt > limits.burnt) refuse('exposure', `the person in the ${words} is far too bright`, AGAIN.lessLight);
  if (type !== 'body' && person.clipped > MOST_CLIPPED && wholeExposure(image).clipped > MOST_CLIPPED_WHOLE) {
    refuse('exposure', `the ${words} is far too bright`, AGAIN.lessLight);
  }
  if (found.others > limits.others || (type === 'body' && secondHead(found.mask) > limits.secondHead)) {
    refuse('background_not_plain', `the ${words} shows somebody or something beside the person`, AGAIN.alone);
  }
}

/** Throws a `PhotoRefusal` if a photo is blurred. */
export function checkSharpness(seen: SeenPhoto, limits: Limits): void {
  const { view } = seen;
  const edge = edgeWidthOf(seen);
  if (edge !== undefined && edge > limits.edge)
    refuser(view)('blurred', `the ${viewWords(view)} is blurred`, AGAIN.sharp);
}

const edgeWidthOf = onceEach(({ photo, contour, found }: SeenPhoto) => edgeWidth(photo, contour, found.mask.widthPx));

const AGAIN = {
  original: 'give the photo as the camera took it, not a reduced copy',
  light: 'take it again with more light',
  lessLight: 'take it again with less light, or the camera set darker',
  sharp: 'take it again: hold the camera still and let it focus on the person',
  colour: 'give the photo in colour, as the camera took it',
  alone: 'take it again with the person alone before an empty wall',
  plainWall: 'take it again in front of an empty wall of one colour',
  clearly:
    'take it again, the person close enough and in front of a plain wall of another colour than skin and clothes',
  samePerson: 'check that all show the same person in the same posture, and that each was given for the right view',
  fromFurther: 'take it again from further away, in front of a plain wall',
};

/** Throws a `PhotoRefusal` if a photo shows no person before a plain wall. */
export function checkSilhouette(
  view: View,
  { mask, followed }: Pick<Segmentation, 'mask' | 'followed'>,
  limits: Limits = REFUSED,
): void {
  const words = viewWords(view);
  const refuse = refuser(view);
  const share = mask.inside.reduce((sum, inside) => sum + inside, 0) / mask.inside.length;
  if (followed < limits.followed) {
    refuse('background_not_plain', `the background of the ${words} is not plain`, AGAIN.plainWall);
  }
  if (share < LEAST_SHARE) {
    refuse('photo_not_recognised', `no person stands out from the background of the ${words}`, AGAIN.clearly);
  }
  if (share > MOST_SHARE) refuse('cut_off', `the ${words} shows no wall around the person`, AGAIN.fromFurther);
}

/** Throws a `PhotoRefusal` if a photo's outline does not fit the others; returns warnings about doubtful ones. */
export function checkOverlap(silhouettes: readonly Silhouette[], overlaps: readonly number[]): string[] {
  const worst = overlaps.indexOf(Math.min(...overlaps));
  if (overlaps[worst]! < REFUSED_OVERLAP) {
    const { view } = silhouettes[worst]!;
    const agrees = `${percent(overlaps[worst]!)} of it agrees`;
    const sentence = `the ${viewWords(view)} and the others do not fit together (${agrees})`;
    refuser(view)('views_inconsistent', sentence, AGAIN.samePerson);
  }
  return silhouettes.flatMap(({ view }, i) =>
    overlaps[i]! < DOUBTED_OVERLAP
      ? [`The ${viewWords(view)} agrees with the others only to ${percent(overlaps[i]!)}: look at the model with care.`]
      : [],
  );
}

const percent = (share: number) => `${Math.round(share * 100)} %`;

const BURNT = 252;

/** The exposure of a person's skin, hair and clothes. */
function exposureOf({ rgb }: RgbImage, inside: Uint8Array) {
  const brightness = new Uint32Array(256);
  const colours = new Uint32Array(256);
  let [burnt, clipped, count] = [0, 0, 0];
  for (let i = 0; i < inside.length; i++) {
    if (inside[i] === 0) continue;
    const r = rgb[i * 3]!;
    const g = rgb[i * 3 + 1]!;
    const b = rgb[i * 3 + 2]!;
    const most = Math.max(r, g, b);
    count++;
    if (r >= BURNT && g >= BURNT) burnt++;
    if (most >= BURNT) clipped++;
    brightness[Math.round((r + g + b) / 3)]!++;
    colours[most - Math.min(r, g, b)]!++;
  }
  return {
    /** Share of the pixels without detail: red and green, or all channels, at their upper end. */
    burnt: count === 0 ? 0 : burnt / count,
    /** Share of the pixels of which at least one channel is at its upper end. */
    clipped: count === 0 ? 0 : clipped / count,
    /** The brightness that nine tenths stay below, 0 to 255. */
    bright: quantile(brightness, 0.9 * count),
    /** Median difference between the channels, 8-bit steps. */
    colour: quantile(colours, 0.5 * count),
  };
}

/** The value that the share `rank` of the counted values stays below. */
function quantile(counts: Uint32Array, rank: number): number {
  let sum = 0;
  for (let value = 0; value < counts.length; value++) {
    sum += counts[value]!;
    if (sum >= rank) return value;
  }
  return counts.length - 1;
}
