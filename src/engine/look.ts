import type { ReconstructionType, View } from '../contract/reconstruction.ts';
import { viewName, viewWords } from '../contract/view-name.ts';
import { decodePhoto, type RgbImage } from '../photo/decode.ts';
import { quarterTurn, TURNS } from './image/quarter-turn.ts';
import { type FaceMarkName, findFaceMarks } from './landmarks/find-face-marks.ts';
import { findLandmarks } from './landmarks/find-landmarks.ts';
import type { FoundLandmark } from './landmarks/found-landmark.ts';
import { QUALITY } from './provider-quality.ts';
import { PhotoRefusal, type RefusalReason } from './refusal.ts';
import { alsoSwapped, atFault, ownRefusal, refusalOf } from './refusals.ts';
import { seePhoto } from './see-photo.ts';
import type { SeenPhoto } from './silhouette/check.ts';
import { lookedTo } from './silhouette/facing.ts';
import { DOUBTED, type Limits, REFUSED } from './silhouette/limits.ts';

/** `doubtful`: a generation takes it, but the model may suffer. `unusable`: a generation refuses it. */
export type Verdict = 'usable' | 'doubtful' | 'unusable';

/** Something that is wrong with a photo or a set, for clinic staff. */
export interface Finding {
  reason: RefusalReason;
  /** Without a full stop. */
  sentence: string;
  /** What to do. */
  hint: string;
  /** The photos at fault, as far as they are known. */
  views?: readonly View[];
}

/** What a look at one photo told. */
export interface PhotoLook {
  view: View;
  /** The photo, not larger than a generation reads it. */
  image: RgbImage;
  /** Missing where the picture is so dark, bright or small that nobody was looked for, and where it lies on its side. */
  seen?: SeenPhoto;
  verdict: Verdict;
  findings: readonly Finding[];
  /** In px of `image`; in the front photo of a face the marks that the fit does without, too. */
  landmarks: readonly ShownLandmark[];
}

export interface ShownLandmark extends Pick<FoundLandmark, 'xPx' | 'yPx' | 'sigmaPx'> {
  name: FoundLandmark['name'] | FaceMarkName;
}

/** What the looks at all photos of one person told. */
export interface SetLook {
  /** The worst of all photos, and of what they are together. */
  verdict: Verdict;
  /** About several photos together. */
  findings: readonly Finding[];
  photos: readonly PhotoLook[];
}

/** A photo for `lookAtPhoto`: as large as the fastest provider reads it. Throws `photo_rejected` if it does not decode. */
export const openPhoto = (bytes: Uint8Array): Promise<RgbImage> =>
  decodePhoto(bytes, { maxSidePx: QUALITY[4].photoPx });

/**
 * What a generation would say of one photo, without the generation: the same outline, landmarks and checks. With the
 * front photo, a side photo is also compared with it.
 */
export function lookAtPhoto(type: ReconstructionType, view: View, image: RgbImage, front?: PhotoLook): PhotoLook {
  const look = lookAsGiven(type, view, image, front);
  if (look.verdict !== 'unusable' || !liesOnItsSide(type, view, image, front)) return look;
  return { view, image, verdict: 'unusable', findings: [lying(view)], landmarks: [] };
}

/** A photo that is wider than tall by less than this does not lie on its side. */
const CLEARLY_WIDER = 1.2;

/**
 * Whether a quarter turn makes a photo that will do of one that will not: a phone may not write down how it was held. To
 * which side is not told, since a body that stands on its head passes, too.
 */
const liesOnItsSide = (type: ReconstructionType, view: View, image: RgbImage, front?: PhotoLook): boolean =>
  image.widthPx >= CLEARLY_WIDER * image.heightPx &&
  TURNS.some((turn) => lookAsGiven(type, view, quarterTurn(image, turn), front).verdict !== 'unusable');

const lying = (view: View): Finding => ({
  reason: 'lies_on_its_side',
  sentence: `the ${viewWords(view)} lies on its side`,
  hint: 'turn it upright',
});

function lookAsGiven(type: ReconstructionType, view: View, image: RgbImage, front?: PhotoLook): PhotoLook {
  let seen: SeenPhoto;
  try {
    seen = seePhoto(view, image, type);
  } catch (error) {
    if (!(error instanceof PhotoRefusal)) throw error;
    return { view, image, verdict: 'unusable', findings: [findingOf(error, view, type)], landmarks: [] };
  }
  const look: PhotoLook = {
    view,
    image,
    seen,
    verdict: 'usable',
    findings: [],
    landmarks: landmarksIn(type, image, seen),
  };
  const beside = front?.seen === undefined || front.verdict === 'unusable' ? [] : [front.seen];
  // A fault of the front photo beside this one is told of the front photo; this one may have its own.
  const ownFault = (limits: Limits) => {
    const found = refusalOf(type, [...beside, seen], limits);
    return found === undefined || found.views[0] === view ? found : refusalOf(type, [seen], limits);
  };
  const refusal = ownFault(REFUSED);
  return refusal === undefined
    ? judged(type, look, ownFault(DOUBTED), 'doubtful')
    : judged(type, look, refusal, 'unusable');
}

/** What a generation would say of all photos together: all faults at once. */
export function lookAtSet(type: ReconstructionType, looks: readonly PhotoLook[]): SetLook {
  const told = new Map(looks.map((look) => [look.view, look]));
  const found: { finding: Finding; verdict: Verdict }[] = [];
  const tell = (refusal: PhotoRefusal, verdict: Verdict) => {
    if (OF_SET.includes(refusal.reason)) found.push({ finding: findingAs(verdict, findingOf(refusal)), verdict });
    for (const view of atFault(refusal)) {
      const before = told.get(view)!;
      const now = judged(type, before, refusal, verdict);
      // What was told of the photo alone says what to do with it alone.
      if (before.findings[0]?.sentence !== now.findings[0]?.sentence) told.set(view, now);
    }
  };
  // Of each refusal the photos at fault are set aside, until the others pass.
  const setAside = (from: readonly PhotoLook[], limits: Limits, verdict: Verdict) => {
    let left = from;
    for (;;) {
      const refusal = refusalOf(
        type,
        left.map(({ seen }) => seen!),
        limits,
      );
      if (refusal === undefined) return left;
      tell(refusal, verdict);
      const views = atFault(refusal);
      // What was told of the others beside a front photo of somebody else is no fault of theirs.
      if (refusal.reason === 'views_inconsistent' && views[0] === 'front') {
        for (const { view } of left) if (view !== 'front') told.set(view, alone(type, told.get(view)!));
      }
      left = left.filter(({ view }) => !views.includes(view));
    }
  };
  // What was told of a side photo beside the front photo may be told better with all of them.
  const sound = looks.filter(({ seen }) => seen !== undefined && ownRefusal(type, seen) === undefined);
  const usable = setAside(sound, REFUSED, 'unusable');
  if ([...told.values()].some(({ verdict }) => verdict === 'unusable')) {
    const seen = usable.map((look) => look.seen!);
    for (const refusal of alsoSwapped(type, seen)) tell(refusal, 'unusable');
  }
  setAside(
    usable.filter(({ view }) => told.get(view)!.verdict !== 'unusable'),
    DOUBTED,
    'doubtful',
  );
  const photos = looks.map(({ view }) => told.get(view)!);
  const verdict = worst([...photos, ...found].map((one) => one.verdict));
  return { verdict, findings: found.map(({ finding }) => finding), photos };
}

/** A look without what was told of the photo beside another one. */
const alone = (type: ReconstructionType, look: PhotoLook): PhotoLook =>
  look.seen === undefined || look.findings.every(({ reason }) => reason !== 'views_inconsistent')
    ? look
    : judged(type, { ...look, verdict: 'usable', findings: [] }, refusalOf(type, [look.seen], DOUBTED), 'doubtful');

const OF_SET: readonly RefusalReason[] = ['views_swapped', 'views_inconsistent'];

export const worst = (verdicts: readonly Verdict[]): Verdict =>
  (['unusable', 'doubtful'] as const).find((verdict) => verdicts.includes(verdict)) ?? 'usable';

export function judged(type: ReconstructionType, look: PhotoLook, refusal: PhotoRefusal | undefined, verdict: Verdict) {
  if (refusal === undefined) return look;
  const finding = findingOf(refusal, look.view, type, look.seen);
  return { ...look, verdict, findings: [findingAs(verdict, finding)] };
}

const findingAs = (verdict: Verdict, finding: Finding): Finding =>
  verdict === 'doubtful' && !finding.sentence.startsWith('perhaps ')
    ? { ...finding, sentence: `perhaps ${finding.sentence}` }
    : finding;

/** A refusal as it is told of one photo, or without a view, of the set. */
export function findingOf(refusal: PhotoRefusal, view?: View, type?: ReconstructionType, seen?: SeenPhoto): Finding {
  const { reason, message, shows, views } = refusal;
  const other = view && (shows[view] ?? (type && seen && reason === 'wrong_view' ? otherView(type, seen) : undefined));
  const sentence = other === undefined ? message : `this is ${SIDE_WORDS[other]}, given as ${viewName(view!)}`;
  return { reason, sentence, hint: String(refusal.hint), views };
}

const SIDE_WORDS: Record<View, string> = {
  left: 'the left side',
  front: 'the front',
  right: 'the right side',
  back: 'the back',
  left_45: 'the 45° left view',
  right_45: 'the 45° right view',
  below: 'the view from below',
};

/** The view that a photo shows if it would pass, its marks found, for another one than it was given as. */
function otherView(type: ReconstructionType, seen: SeenPhoto): View | undefined {
  if (seen.view === 'front') return lookedTo(type, { image: seen.image, mask: seen.found.mask });
  const asFront: SeenPhoto = { ...seen, view: 'front', landmarks: findLandmarks(type, { ...seen, view: 'front' }) };
  return asFront.landmarks.length > 0 && refusalOf(type, [asFront]) === undefined ? 'front' : undefined;
}

/** In px of the photo. */
function landmarksIn(
  type: ReconstructionType,
  image: RgbImage,
  { view, found, landmarks }: SeenPhoto,
): ShownLandmark[] {
  const placeOf = (name: FoundLandmark['name']) => landmarks.find((one) => one.name === name);
  const [right, left] = [placeOf('pupil_right'), placeOf('pupil_left')];
  const isFace = type === 'face' && view === 'front' && right !== undefined && left !== undefined;
  const all = isFace ? [...landmarks, ...findFaceMarks(image, found.mask, { right, left })] : landmarks;
  const ratio = image.widthPx / found.mask.widthPx;
  return all.map(({ name, xPx, yPx, sigmaPx }) => ({
    name,
    xPx: xPx * ratio,
    yPx: yPx * ratio,
    sigmaPx: sigmaPx * ratio,
  }));
}
