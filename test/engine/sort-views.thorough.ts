import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SetName } from '../../scripts/samples/camera.ts';
import type { Person } from '../../scripts/samples/people.ts';
import type { View } from '../../src/contract/reconstruction.ts';
import { openPhoto } from '../../src/engine/look.ts';
import { type SortedViews, seeUnsorted, sortViews } from '../../src/engine/sort-views.ts';
import { photoOf, TYPE_OF } from './samples.ts';

const LONG = { timeout: 60_000 };
const CASES: [Person, SetName, View[]][] = [
  ['ana', 'face', ['right', 'front', 'left']],
  ['ben', 'face', ['right', 'front', 'left']],
  ['ana', 'torso', ['left', 'right', 'front']],
  ['ben', 'torso', ['left', 'right', 'front']],
  ['ana', 'body', ['back', 'left', 'right', 'front']],
  ['ben', 'body', ['back', 'left', 'right', 'front']],
];

/** Photos of a person in an order that tells nothing, each with the view that it shows. */
async function shuffled(person: Person, set: SetName, views: readonly View[]) {
  const photos = [];
  for (const view of views) {
    const seen = seeUnsorted(TYPE_OF[set], await openPhoto(photoOf(person, set, view)));
    if (seen !== undefined) photos.push({ ...seen, shows: view });
  }
  return photos;
}

const shownBy = ({ certain }: SortedViews<{ shows: View }>) =>
  Object.fromEntries([...certain].map(([view, { shows }]) => [view, shows]));

describe.each(CASES)('%s, %s', (person, set, views) => {
  let photos: Awaited<ReturnType<typeof shuffled>>;
  beforeAll(async () => {
    photos = await shuffled(person, set, views);
  }, LONG.timeout);

  test('each photo is known by what it shows', () => {
    const sorted = sortViews(TYPE_OF[set], photos, views);
    expect(shownBy(sorted)).toEqual(Object.fromEntries(views.map((view) => [view, view])));
  });

  test('where two show the same view, neither is taken; what is not wanted stays', () => {
    const side = photos.find(({ shows }) => shows === 'left')!;
    const twin = { ...side };
    const sorted = sortViews(TYPE_OF[set], [...photos, twin], ['front', 'left', 'right']);
    expect(shownBy(sorted)).toEqual({ front: 'front', right: 'right' });
    expect(sorted.rivals).toEqual(new Map([['left', expect.any(Array)]]));
    expect(new Set(sorted.rivals.get('left'))).toEqual(new Set([side, twin]));
  });

  test('without a front photo nothing is certain', () => {
    const sides = photos.filter(({ shows }) => shows !== 'front');
    expect(shownBy(sortViews(TYPE_OF[set], sides, views))).toEqual({});
    const front = photos.find(({ shows }) => shows === 'front')!;
    expect(shownBy(sortViews(TYPE_OF[set], sides, ['left', 'right'], front))).toEqual({ left: 'left', right: 'right' });
  });
});

test.each(['ana', 'ben'] as const)('a head from below is told from the front by a person: %s', LONG, async (person) => {
  const views: View[] = ['below', 'left_45', 'right', 'right_45', 'front', 'left'];
  const photos = await shuffled(person, 'face', views);
  const sides = ['left', 'right', 'left_45', 'right_45'];
  expect(shownBy(sortViews('face', photos, views))).toEqual(Object.fromEntries(sides.map((view) => [view, view])));
  // Where none from below is wanted, there may be one all the same.
  const sorted = sortViews('face', photos, ['left', 'front', 'right']);
  expect(shownBy(sorted)).toEqual({ left: 'left', right: 'right' });
  expect(sorted.rivals.get('front')?.map(({ shows }) => shows)).toEqual(['below', 'front']);
});

test.each(['ana', 'ben'] as const)(
  'a head turned by 45° is no side photo, also where one is missing: %s',
  LONG,
  async (person) => {
    const photos = await shuffled(person, 'face', ['right_45', 'front', 'left']);
    expect(shownBy(sortViews('face', photos, ['left', 'front', 'right']))).not.toHaveProperty('right');
    const others = await shuffled(person, 'face', ['left_45', 'front', 'right']);
    expect(shownBy(sortViews('face', others, ['left', 'front', 'right']))).not.toHaveProperty('left');
  },
);

test('photos of another part of the body are taken for nothing', LONG, async () => {
  const heads = await shuffled('ana', 'face', ['front', 'left', 'right']);
  for (const type of ['mammo', 'body'] as const) {
    expect(shownBy(sortViews(type, heads, ['front', 'left', 'right', 'back']))).toEqual({});
  }
});

test.each(['front', 'left'] as const)(
  'a blurred %s is known by what it shows, where no sharp photo is',
  LONG,
  async (view) => {
    const views: View[] = ['left', 'right', 'front'];
    const photos = await shuffled('ana', 'torso', views);
    const blurred = await sharp(photoOf('ana', 'torso', view))
      .blur(7)
      .jpeg()
      .toBuffer();
    const seen = { ...seeUnsorted('mammo', await openPhoto(blurred))!, shows: view };
    const others = photos.filter(({ shows }) => shows !== view);
    expect(shownBy(sortViews('mammo', [...others, seen], views))).toEqual({
      left: 'left',
      front: 'front',
      right: 'right',
    });
    // A sharp one is taken without a question.
    const { certain, rivals } = sortViews('mammo', [...photos, seen], views);
    expect(rivals.size).toBe(0);
    expect(certain.get(view)).not.toBe(seen);
    expect(certain.size).toBe(3);
  },
);

test('beside a front too blurred for its eyes the sides are known, and it is the likely front', LONG, async () => {
  const blurred = await sharp(photoOf('ana', 'face', 'front'))
    .blur(10)
    .jpeg()
    .toBuffer();
  const front = { ...seeUnsorted('face', await openPhoto(blurred))!, shows: 'front' as View };
  const sides = await shuffled('ana', 'face', ['right', 'left']);
  const sorted = sortViews('face', [...sides, front], ['left', 'front', 'right']);
  expect(shownBy(sorted)).toEqual({ left: 'left', right: 'right' });
  expect(sorted.likely).toEqual({ view: 'front', photo: front });
  // From below a head looks much the same.
  const withBelow = sortViews('face', [...sides, front], ['left', 'front', 'right', 'below']);
  expect(withBelow.likely).toBeUndefined();
  // Nothing is known beside two of them.
  expect(shownBy(sortViews('face', [...sides, front, { ...front }], ['left', 'front', 'right']))).toEqual({});
});
