import type { ReconstructionType, View } from '../../contract/reconstruction.ts';
import { ReconError } from '../../errors.ts';
import type { RgbImage } from '../../photo/decode.ts';
import { Refusal } from '../refusal.ts';
import { viewWords } from '../views.ts';
import type { Contour } from './contour.ts';
import { exposureOf } from './exposure.ts';
import { type OutlineShape, outlineShape } from './outline-shape.ts';
import type { Segmentation } from './segment.ts';
import { edgeWidth } from './sharpness.ts';
import type { Silhouette } from './silhouette.ts';

/** A photo with what was found in it. */
export interface SeenPhoto {
  view: View;
  /** As large as is at hand. */
  photo: RgbImage;
  /** At the size of the mask. */
  image: RgbImage;
  found: Segmentation;
  contour: Contour;
}

/** A person takes between these shares of a usable picture. In 90 good photos: 0.10 to 0.78. */
const LEAST_SHARE = 0.04;
const MOST_SHARE = 0.9;
/** Of the borders, from the upper corners, this share must be one plain wall. Good photos: 0.42 to 1. */
const LEAST_FOLLOWED = 0.25;
/** Another thing before the wall, as a share of the person. Good photos: up to 0.03. */
const MOST_OTHERS = 0.12;
/** Longer side, px. */
const LEAST_SIDE_PX = 480;
/** Widths of edges in thousandths of the height. Good photos: 0.6 to 1.8. */
const WIDEST_EDGE = 4;
/** Good photos: brightest tenth of the person from 97 up, half of it coloured by 40 or more, burnt up to 0.48 (and one subject only). */
const DARKEST = 45;
const LEAST_COLOUR = 12;
const MOST_BURNT = 0.72;
/** Overlap of the finished mesh with a photo's own outline: below the first it is refused, below the second doubted. */
const REFUSED_OVERLAP = 0.88;
const DOUBTED_OVERLAP = 0.95;

/** Throws a `Refusal` where one photo by itself cannot be used. */
export function checkPhoto(type: ReconstructionType, seen: SeenPhoto): void {
  const { view, photo, image, found, contour } = seen;
  const words = viewWords(view);
  const refuse = (reason: ConstructorParameters<typeof Refusal>[0], sentence: string, hint: string): never => {
    throw new Refusal(reason, [view], sentence, hint);
  };
  const side = Math.max(photo.widthPx, photo.heightPx);
  if (side < LEAST_SIDE_PX) {
    refuse('blurred', `the ${words} is too small: ${side} pixels on its longer side`, AGAIN.original);
  }
  const whole = { ...found.mask, inside: new Uint8Array(found.mask.inside.length).fill(1) };
  const all = exposureOf(image, whole);
  if (all.bright < DARKEST) refuse('exposure', `the ${words} is far too dark`, AGAIN.light);
  if (all.burnt > 0.97) refuse('exposure', `the ${words} is far too bright`, AGAIN.lessLight);
  checkSilhouette(view, found);
  const person = exposureOf(image, found.mask);
  if (person.colour < LEAST_COLOUR) {
    refuse('photo_not_recognised', `the ${words} has no colours`, 'give the photo in colour, as the camera took it');
  }
  if (person.bright < DARKEST) refuse('exposure', `the person in the ${words} is far too dark`, AGAIN.light);
  if (person.burnt > MOST_BURNT) refuse('exposure', `the person in the ${words} is far too bright`, AGAIN.lessLight);
  if (found.others > MOST_OTHERS) {
    refuse(
      'photo_not_recognised',
      `the ${words} shows somebody or something beside the person`,
      'take it again with the person alone before an empty wall',
    );
  }
  checkFraming(type, view, outlineShape(found.mask), refuse);
  const edge = edgeWidth(photo, contour, found.mask.widthPx);
  if (edge !== undefined && edge > WIDEST_EDGE) refuse('blurred', `the ${words} is blurred`, AGAIN.sharp);
}

const AGAIN = {
  original: 'give the photo as the camera took it, not a reduced copy',
  light: 'take it again with more light',
  lessLight: 'take it again with less light, or the camera set darker',
  sharp: 'take it again: hold the camera still and let it focus on the person',
};

type Refuse = (reason: ConstructorParameters<typeof Refusal>[0], sentence: string, hint: string) => never;

/** How much of the upper or lower border may be inside, and how much of a side border that nothing should touch. */
const TOUCH = 0.02;
const SIDE_TOUCH = 0.06;

/** Throws where the picture's borders cut off what the view needs, or it shows another part of the body. */
function checkFraming(type: ReconstructionType, view: View, shape: OutlineShape, refuse: Refuse): void {
  const words = viewWords(view);
  const { border, sides } = shape;
  const isSide = view === 'left' || view === 'right';
  const isTurned = isSide || view === 'left_45' || view === 'right_45';
  if (type === 'face') {
    if (border.top > 0.1 && shape.shoulders < 0.5 && !isTurned) {
      refuse('photo_not_recognised', `the ${words} shows a trunk, not a head`, 'give a photo of head and shoulders');
    }
    if (border.top > TOUCH) refuse('cut_off', `the head is cut off at the top of the ${words}`, CUT);
    if (Math.max(sides.upperLeft, sides.upperRight) > SIDE_TOUCH) {
      refuse('cut_off', `the head is cut off at the side of the ${words}`, CUT);
    }
    if (border.bottom < TOUCH) {
      refuse(
        'photo_not_recognised',
        `the ${words} shows a whole body, not a head`,
        'give a photo of head and shoulders',
      );
    }
  }
  if (type === 'mammo') {
    if (border.bottom < TOUCH) {
      refuse('photo_not_recognised', `the ${words} shows a whole body, not a trunk`, TRUNK);
    }
    if (view === 'front' && shape.top > 0.03 && shape.shoulders > 0.62) {
      refuse('photo_not_recognised', `the ${words} shows a head, not a trunk`, TRUNK);
    }
    if (view === 'front' && shape.sideless > 0.5) {
      refuse('cut_off', `a side of the trunk is cut off in the ${words}`, CUT);
    }
    if (isSide && Math.max(border.left, border.right) > 0.12) {
      refuse('cut_off', `the trunk is cut off at the side of the ${words}`, CUT);
    }
    if (border.top > 0.55) refuse('cut_off', `the shoulders are cut off at the top of the ${words}`, CUT);
  }
  if (type === 'body') {
    if (border.bottom > 0.33) {
      refuse('photo_not_recognised', `the ${words} shows only a part of the body`, BODY);
    }
    if (border.bottom > 0.03) refuse('cut_off', `the feet are cut off at the bottom of the ${words}`, BODY);
    if (border.top > TOUCH) refuse('cut_off', `the head is cut off at the top of the ${words}`, BODY);
    if (Math.max(border.left, border.right) > SIDE_TOUCH) {
      refuse('cut_off', `the person is cut off at the side of the ${words}`, BODY);
    }
    if (shape.bottom - shape.top < 0.5) {
      refuse('photo_not_recognised', `the person in the ${words} is too far away`, 'take it again from nearer');
    }
    if (shape.width > (isSide ? 0.62 : 0.95) * (shape.bottom - shape.top)) {
      refuse('photo_not_recognised', `the ${words} does not show one whole person standing`, BODY);
    }
  }
}

const CUT = 'take it again from further away, so that there is wall around what is to be seen';
const TRUNK = 'give a photo of the trunk, from neck to hips';
const BODY = 'give a photo of the whole person standing, from head to feet, with some wall all around';

/** Throws a `Refusal` where a photo shows no person before a plain wall. */
export function checkSilhouette(view: View, { mask, followed }: Pick<Segmentation, 'mask' | 'followed'>): void {
  let count = 0;
  for (let i = 0; i < mask.inside.length; i++) count += mask.inside[i]!;
  const share = count / mask.inside.length;
  if (followed < LEAST_FOLLOWED) {
    throw new Refusal(
      'background_not_plain',
      [view],
      `the background of the ${viewWords(view)} is not plain`,
      'take it again in front of an empty wall of one colour',
    );
  }
  if (share < LEAST_SHARE) {
    throw new Refusal(
      'photo_not_recognised',
      [view],
      `no person stands out from the background of the ${viewWords(view)}`,
      'take it again, the person close enough and in front of a plain wall of another colour than skin and clothes',
    );
  }
  if (share > MOST_SHARE) {
    throw new Refusal(
      'background_not_plain',
      [view],
      `the ${viewWords(view)} shows no wall around the person`,
      'take it again from further away, in front of a plain wall',
    );
  }
}

/** Throws `generation_failed` where a photo's outline does not fit the others; gives sentences for what is doubtful. */
export function checkOverlap(silhouettes: readonly Silhouette[], overlaps: readonly number[]): string[] {
  const worst = overlaps.indexOf(Math.min(...overlaps));
  if (overlaps[worst]! < REFUSED_OVERLAP) {
    throw new ReconError(
      'generation_failed',
      `the ${viewWords(silhouettes[worst]!.view)} and the others do not fit together (${percent(overlaps[worst]!)} of it agrees)`,
      {
        hint: 'check that all show the same person in the same posture, and that each was given for the right view',
      },
    );
  }
  return silhouettes.flatMap(({ view }, i) =>
    overlaps[i]! < DOUBTED_OVERLAP
      ? [`The ${viewWords(view)} agrees with the others only to ${percent(overlaps[i]!)}: look at the model with care.`]
      : [],
  );
}

const percent = (share: number) => `${Math.round(share * 100)} %`;
