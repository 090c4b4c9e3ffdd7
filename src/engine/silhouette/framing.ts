import type { ReconstructionType, View } from '../../contract/reconstruction.ts';
import { viewWords } from '../../contract/view-name.ts';
import { PhotoRefusal, type RefusalReason } from '../refusal.ts';
import type { OutlineShape } from './outline-shape.ts';

/** The largest inside share of the upper or lower border, and of a side border that must be free. */
const TOUCH = 0.02;
const SIDE_TOUCH = 0.06;

/** A head is at least this wide, as a share of the person's height. Heads without trunk: from 0.5. */
const LEAST_HEAD = 0.3;

/** Heads from the side: from 0.58 of the person's height. A whole trunk below it makes it half of that. */
const MOST_HEAD_OF_TRUNK = 0.4;
/** Above a trunk without its head there is no wall. */
const FREE_TOP = 0.03;

type Finding = readonly [reason: RefusalReason, sentence: string, hint: string];

/** Throws a `PhotoRefusal` if a photo shows another part of the body than its set is about. */
export function checkPart(type: ReconstructionType, view: View, shape: OutlineShape): void {
  const finding = otherPart(type, view, shape, viewWords(view));
  if (finding !== undefined) throw new PhotoRefusal(finding[0], [view], finding[1], finding[2]);
}

function otherPart(type: ReconstructionType, view: View, shape: OutlineShape, words: string): Finding | undefined {
  const { border, top, bottom, shoulders, headWidth } = shape;
  const isLevel = view === 'front' || view === 'below';
  if (type === 'face') {
    // The trunk may be missing where the shirt has the wall's colour: then most of what is left is head.
    if (border.bottom < TOUCH && headWidth < LEAST_HEAD) {
      return ['photo_not_recognised', `the ${words} shows a whole body, not a head`, HEAD];
    }
    // Good heads have no row as wide as shoulders above 0.75 of the picture.
    if (isLevel && border.top > 0.1 && shoulders < 0.5) {
      return ['photo_not_recognised', `the ${words} shows an upper body, not a head`, HEAD];
    }
    // 17 good heads: up to 0.63 wide and not at a side; with a second head that reaches one, from 0.71 and 0.04.
    if (isLevel && shape.upperWidth > 0.66 && shape.upperSide > TOUCH) {
      return ['photo_not_recognised', `the ${words} shows more than one head, or one far too near`, HEAD];
    }
  }
  if (type === 'mammo') {
    if (border.bottom < TOUCH)
      return ['photo_not_recognised', `the ${words} shows a whole body, not an upper body`, TRUNK];
    // Good trunks have their shoulders at 0.09 to 0.19.
    const isHead = view === 'front' ? shoulders > 0.62 : headWidth > MOST_HEAD_OF_TRUNK;
    if (top > FREE_TOP && isHead) {
      return ['photo_not_recognised', `the ${words} shows a head, not an upper body`, TRUNK];
    }
  }
  if (type === 'body') {
    if (border.bottom > 0.33) return ['photo_not_recognised', `the ${words} shows only a part of the body`, BODY];
    if (border.bottom === 0 && bottom - top < 0.5) {
      return ['photo_not_recognised', `the person in the ${words} is too far away`, 'take it again from nearer'];
    }
  }
  return undefined;
}

/** Throws a `PhotoRefusal` if the picture's borders cut off a part that the view needs. */
export function checkCuts(type: ReconstructionType, view: View, shape: OutlineShape): void {
  const finding = cutPart(type, view, shape);
  if (finding === undefined) return;
  throw new PhotoRefusal('cut_off', [view], `${finding} of the ${viewWords(view)}`, type === 'body' ? BODY : CUT);
}

function cutPart(type: ReconstructionType, view: View, shape: OutlineShape): string | undefined {
  const { border, upperSide } = shape;
  const atTop = 'the head is cut off at the top';
  if (type === 'face') {
    if (border.top > TOUCH) return atTop;
    if (upperSide > SIDE_TOUCH) return 'the head is cut off at the side';
  }
  if (type === 'mammo') {
    // Good trunks: up to 0.2 of the rows from the front, none from the side, and up to 0.32 of the upper border.
    if (view === 'front' && shape.sideless > 0.5) return 'the upper body is cut off at the side';
    if (view !== 'front' && border.side > 0.12) return 'the upper body is cut off at the side';
    if (border.top > 0.6) return 'the shoulders are cut off at the top';
  }
  if (type === 'body') {
    if (border.bottom > 0.03) return 'the feet are cut off at the bottom';
    if (border.top > TOUCH) return atTop;
    if (border.side > SIDE_TOUCH) return 'the person is cut off at the side';
  }
  return undefined;
}

const HEAD = 'give a photo of one head with its shoulders';
const TRUNK = 'give a photo of the upper body, from neck to hips';
const BODY = 'give a photo of the whole person standing, from head to feet, with some wall all around';
const CUT = 'take it again from further away, so that there is wall around what is to be seen';
