import sharp from 'sharp';
import type { MeasureName, View } from '../../../src/contract/reconstruction.ts';
import type { RefusalReason } from '../../../src/engine/refusal.ts';
import { type SetName, type Subject, truthOf } from '../subjects.ts';
import * as paint from './paint.ts';
import { before, emptyWall, filtered, jpegOf, type Picture, painted, readPicture } from './picture.ts';
import { turned } from './turned.ts';

/** A whole set of photos before a change: paths, or bytes of a photo that was made for the set. */
export interface PhotoSet {
  photos: Partial<Record<View, string | Uint8Array>>;
  measures: Partial<Record<MeasureName, number>>;
}

/** Somebody whose photos are spoilt: a `.mask.png` beside each photo says where the person is. */
export interface Sitter {
  photos: Partial<Record<SetName, Partial<Record<View, string>>>>;
  /** The photo of a view as if they had stood turned by some degrees. */
  turned(set: SetName, view: View, degrees: number): Promise<Uint8Array>;
}

export const sitterOf = (subject: Subject): Sitter => ({
  photos: subject.photos,
  turned: async (set, view, degrees) =>
    jpegOf(await turned(truthOf(subject).mesh, subject.photos[set]!, subject.cameras[set]!, view, degrees)),
});

/** A way in which photos go wrong, and the answer that the engine must give. */
export interface Kind {
  name: string;
  set: SetName;
  /** Any of these reasons is right; the first is the best. An empty list means that the set must be accepted. */
  reasons: readonly RefusalReason[];
  /** The refusal must name one of these first; an empty list allows any view, or none. */
  views: readonly View[];
  /** `other` is another person. */
  spoil(set: PhotoSet, self: Sitter, other: Sitter): Promise<PhotoSet>;
}

const THREE: readonly View[] = ['left', 'front', 'right'];

/** The change of one photo's pixels, or of all of them. */
function repainted(
  views: readonly View[] | 'all',
  change: (picture: Picture, view: View) => Picture | Promise<Picture>,
) {
  return async (set: PhotoSet): Promise<PhotoSet> => {
    const photos = { ...set.photos };
    for (const [view, path] of Object.entries(set.photos) as [View, string][]) {
      if (views === 'all' || views.includes(view)) {
        photos[view] = await jpegOf(await change(await readPicture(path), view));
      }
    }
    return { ...set, photos };
  };
}

/** Photos given for another view than they show; the second name is the view they are taken from. */
const given =
  (moves: readonly (readonly [View, View])[]) =>
  async (set: PhotoSet, { photos }: Sitter, _other: Sitter, from: SetName): Promise<PhotoSet> => ({
    ...set,
    photos: { ...set.photos, ...Object.fromEntries(moves.map(([to, view]) => [to, photos[from]![view]!])) },
  });

const kind = (
  name: string,
  set: SetName,
  reasons: readonly RefusalReason[],
  views: readonly View[],
  spoil: (set: PhotoSet, self: Sitter, other: Sitter, from: SetName) => Promise<PhotoSet>,
): Kind => ({ name, set, reasons, views, spoil: (photos, self, other) => spoil(photos, self, other, set) });

const measured = (factor: number) => async (set: PhotoSet) => ({
  ...set,
  measures: Object.fromEntries(Object.entries(set.measures).map(([name, cm]) => [name, cm * factor])),
});

/** Another person's photo of the same view, put before this person's wall. */
const otherPerson = (view: View) => async (set: PhotoSet, self: Sitter, other: Sitter, from: SetName) => {
  const wall = await emptyWall(await readPicture(self.photos[from]![view]!));
  const photo = await jpegOf(await before(wall, await readPicture(other.photos[from]![view]!)));
  return { ...set, photos: { ...set.photos, [view]: photo } };
};

const companion = (view: View, size: number) => async (set: PhotoSet, self: Sitter, other: Sitter, from: SetName) => {
  const picture = await readPicture(self.photos[from]![view]!);
  const second = await before(picture, await readPicture(other.photos[from]![view]!), { size, right: 0.34 });
  return { ...set, photos: { ...set.photos, [view]: await jpegOf(second) } };
};

const outOfFrame = (view: View, ...part: [left: number, top: number, right: number, bottom: number]) =>
  repainted([view], (picture) => paint.cropped(picture, ...part));

const anotherTurn =
  (view: View, degrees: number) => async (set: PhotoSet, self: Sitter, _other: Sitter, from: SetName) => {
    return { ...set, photos: { ...set.photos, [view]: await self.turned(from, view, degrees) } };
  };

const blank = repainted(['right'], (picture) => painted(picture, (pixel) => pixel.fill(176)));
const blurred = (sigma: number) => (picture: Picture) => filtered(picture, (image) => image.blur(sigma));
/** A tiny photo, such as an old phone or a thumbnail gives. */
const tiny = async (set: PhotoSet): Promise<PhotoSet> => {
  const entries = Object.entries(set.photos) as [View, string][];
  const shrunk = await Promise.all(
    entries.map(async ([view, path]) => [view, await sharp(path).resize({ height: 300 }).jpeg().toBuffer()] as const),
  );
  return { ...set, photos: Object.fromEntries(shrunk) };
};

/** The camera was held sideways and the file says so, which is no fault. */
const exifTurned = async (set: PhotoSet): Promise<PhotoSet> => {
  const entries = Object.entries(set.photos) as [View, string][];
  const photos = await Promise.all(
    entries.map(
      async ([view, path]) =>
        [
          view,
          await sharp(path).rotate(-90).withMetadata({ orientation: 6 }).jpeg({ quality: 92 }).toBuffer(),
        ] as const,
    ),
  );
  return { ...set, photos: Object.fromEntries(photos) };
};

/**
 * Nipples, lips and skin are found by their colour, and a grey photo would make a grey person, so it is refused even if
 * the person can be seen well.
 */
const grey = repainted('all', (picture) =>
  painted(picture, (pixel) => pixel.fill(0.299 * pixel[0]! + 0.587 * pixel[1]! + 0.114 * pixel[2]!)),
);

const wrongKind = (from: SetName) => async (set: PhotoSet, self: Sitter) => ({
  ...set,
  photos: Object.fromEntries(THREE.map((view) => [view, self.photos[from]![view]!])),
});

/** Each kind is made for at least three people. Mirrored photos are left out, because nobody can recognise them. */
export const KINDS: readonly Kind[] = [
  kind('blank', 'torso', ['photo_not_recognised'], ['right'], blank),
  kind('striped wall', 'torso', ['background_not_plain'], ['front'], repainted(['front'], paint.striped)),
  kind('furnished room', 'body', ['background_not_plain'], ['front'], repainted(['front'], paint.furnished)),
  kind(
    'white on white',
    'torso',
    ['photo_not_recognised', 'background_not_plain', 'exposure'],
    THREE,
    repainted('all', paint.whiteOnWhite),
  ),
  kind('blurred front', 'torso', ['blurred'], ['front'], repainted(['front'], blurred(12))),
  kind('blurred side', 'head', ['blurred'], ['left'], repainted(['left'], blurred(12))),
  kind('cut off at the side', 'torso', ['cut_off'], ['front'], outOfFrame('front', 0.42, 0, 1, 1)),
  kind('crown cut off', 'head', ['cut_off'], ['front'], outOfFrame('front', 0, 0.36, 1, 1)),
  kind('feet cut off', 'body', ['cut_off'], ['front'], outOfFrame('front', 0, 0, 1, 0.75)),
  kind('two people', 'body', ['background_not_plain', 'photo_not_recognised'], ['front'], companion('front', 0.9)),
  kind(
    'two people (heads)',
    'head',
    ['background_not_plain', 'photo_not_recognised'],
    ['front'],
    companion('front', 0.8),
  ),
  kind(
    'swapped sides (torso)',
    'torso',
    ['views_swapped'],
    ['left', 'right'],
    given([
      ['left', 'right'],
      ['right', 'left'],
    ]),
  ),
  kind(
    'swapped sides (head)',
    'head',
    ['views_swapped'],
    ['left', 'right'],
    given([
      ['left', 'right'],
      ['right', 'left'],
    ]),
  ),
  kind(
    'swapped sides (body)',
    'body',
    ['views_swapped'],
    ['left', 'right'],
    given([
      ['left', 'right'],
      ['right', 'left'],
    ]),
  ),
  kind('one side twice', 'head', ['wrong_view'], ['right'], given([['right', 'left']])),
  kind('front as side (torso)', 'torso', ['wrong_view', 'photo_not_recognised'], ['left'], given([['left', 'front']])),
  kind('front as side (head)', 'head', ['wrong_view', 'photo_not_recognised'], ['left'], given([['left', 'front']])),
  kind('side as front', 'body', ['wrong_view', 'photo_not_recognised'], ['front'], given([['front', 'left']])),
  kind('back as front', 'body', ['wrong_view'], ['front'], given([['front', 'back']])),
  kind('45° as side', 'head', ['wrong_view'], ['left'], given([['left', 'left_45']])),
  kind('20° wrong turn (torso)', 'torso', ['wrong_view', 'views_inconsistent'], ['left'], anotherTurn('left', 20)),
  kind('20° wrong turn (body)', 'body', ['wrong_view', 'views_inconsistent'], ['left'], anotherTurn('left', 20)),
  kind('head sent as torso', 'torso', ['photo_not_recognised'], [], wrongKind('head')),
  kind('torso sent as head', 'head', ['photo_not_recognised'], [], wrongKind('torso')),
  kind('bust in a body set', 'body', ['photo_not_recognised', 'cut_off'], ['front'], async (set, { photos }) => ({
    ...set,
    photos: { ...set.photos, front: photos.torso!.front! },
  })),
  kind('mixed people (torso)', 'torso', ['views_inconsistent'], ['left'], otherPerson('left')),
  kind('mixed people (head)', 'head', ['views_inconsistent'], ['left'], otherPerson('left')),
  kind(
    'clothes',
    'torso',
    ['landmark_not_found'],
    ['front'],
    repainted('all', (picture) => paint.clothed(picture, 0.14)),
  ),
  kind(
    'arms crossed',
    'torso',
    ['landmark_not_found', 'photo_not_recognised', 'views_inconsistent'],
    ['front'],
    repainted(['front'], paint.crossedArms),
  ),
  kind(
    'hand before the body',
    'torso',
    ['landmark_not_found', 'photo_not_recognised'],
    ['front'],
    repainted(['front'], (picture) => paint.hand(picture, [0.33, 0.37])),
  ),
  kind(
    'hair before the face',
    'head',
    ['landmark_not_found', 'photo_not_recognised'],
    ['front'],
    repainted(['front'], (picture) => paint.fringe(picture, [0.48, 0.44])),
  ),
  kind(
    'over-exposed',
    'torso',
    ['exposure'],
    ['front'],
    repainted(['front'], (picture) => paint.gained(picture, 2.6)),
  ),
  kind(
    'under-exposed',
    'head',
    ['exposure'],
    ['front'],
    repainted(['front'], (picture) => paint.gained(picture, 0.07)),
  ),
  kind('300 px', 'torso', ['blurred', 'photo_not_recognised'], [], tiny),
  kind('greyscale', 'torso', ['photo_not_recognised', 'landmark_not_found'], [], grey),
  kind('measure in mm', 'torso', ['measure_implausible'], [], measured(10)),
  kind('measure in m', 'body', ['measure_implausible'], [], measured(0.01)),
  kind('turned by EXIF', 'torso', [], [], exifTurned),
];
