import type { View } from '../../src/contract/reconstruction.ts';
import type { PhotoSet } from '../bench-engine/bad/kinds.ts';
import { fringe, gained } from '../bench-engine/bad/paint.ts';
import { before, emptyWall, filtered, jpegOf, type Picture, readPicture } from '../bench-engine/bad/picture.ts';
import { turned } from '../bench-engine/bad/turned.ts';
import { SETS, type SetName, type Subject, truthOf } from '../bench-engine/subjects.ts';

/** A way in which good sets go a little wrong, so that some pass that are worse than they look. */
interface Disturbance {
  what: string;
  sets: readonly SetName[];
  /** The share of all sets that it is done to. */
  share: number;
  spoil(set: PhotoSet, self: Subject, other: Subject, name: SetName): Promise<PhotoSet>;
}

const measured = (percent: number): Disturbance => ({
  what: `measure ${percent > 0 ? '+' : ''}${percent} %`,
  sets: SETS,
  share: 0.12,
  spoil: async (set) => ({
    ...set,
    measures: Object.fromEntries(Object.entries(set.measures).map(([name, cm]) => [name, cm * (1 + percent / 100)])),
  }),
});

/** One photo is repainted. */
const repainted = (
  what: string,
  view: View,
  change: (picture: Picture) => Picture | Promise<Picture>,
  { sets = SETS as readonly SetName[], share = 0.1 } = {},
): Disturbance => ({
  ...{ what, sets, share },
  spoil: async (set) => {
    const path = set.photos[view];
    if (typeof path !== 'string') return set;
    return { ...set, photos: { ...set.photos, [view]: await jpegOf(await change(await readPicture(path))) } };
  },
});

const somebodyElse = (view: 'left' | 'right'): Disturbance => ({
  what: `${view} of somebody else`,
  sets: ['torso', 'head'],
  share: 0.2,
  spoil: async (set, self, other, from) => {
    const wall = await emptyWall(await readPicture(self.photos[from]![view]!));
    const photo = await jpegOf(await before(wall, await readPicture(other.photos[from]![view]!)));
    return { ...set, photos: { ...set.photos, [view]: photo } };
  },
});

const turnedBy = (view: 'left' | 'right', degrees: number): Disturbance => ({
  what: `${view} turned by ${degrees}°`,
  sets: SETS,
  share: 0.08,
  spoil: async (set, self, _other, from) => {
    const picture = await turned(truthOf(self).mesh, self.photos[from]!, self.cameras[from]!, view, degrees);
    return { ...set, photos: { ...set.photos, [view]: await jpegOf(picture) } };
  },
});

const blurred = (sigma: number) => (picture: Picture) => filtered(picture, (image) => image.blur(sigma));
const head = { sets: ['head'] as const };

export const DISTURBANCES: readonly Disturbance[] = [
  ...[-30, -15, -8, -3, 3, 8, 15, 30].map(measured),
  ...(['left', 'right'] as const).map(somebodyElse),
  turnedBy('left', 8),
  turnedBy('right', -12),
  repainted('blurred front', 'front', blurred(1.6)),
  repainted('blurred side', 'right', blurred(2)),
  repainted('dim front', 'front', (picture) => gained(picture, 0.4)),
  repainted('bright front', 'front', (picture) => gained(picture, 1.5)),
  repainted('hair on the brow', 'front', (picture) => fringe(picture, [0.48, 0.36]), head),
  repainted('hair before the face', 'front', (picture) => fringe(picture, [0.48, 0.44]), head),
];
