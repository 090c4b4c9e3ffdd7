import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import type { SetName } from '../../scripts/samples/camera.ts';
import type { View } from '../../src/contract/reconstruction.ts';
import { lookAtPhoto, lookAtSet, openPhoto, type PhotoLook } from '../../src/engine/look.ts';
import { canFit, lookTogether } from '../../src/engine/look-together.ts';
import { encodeJpeg, type RgbImage } from '../../src/photo/decode.ts';
import { inputOf, photoOf, TYPE_OF } from './samples.ts';

const LONG = { timeout: 60_000 };
type Photos = Partial<Record<View, Uint8Array>>;

const photosOf = (set: SetName, ...views: View[]): Photos =>
  Object.fromEntries(views.map((view) => [view, photoOf('ana', set, view)]));

/** The front photo first, as the command looks at them. */
async function lookAtAll(set: SetName, photos: Photos) {
  const looks: PhotoLook[] = [];
  for (const [view, bytes] of Object.entries(photos) as [View, Uint8Array][]) {
    const front = looks.find((look) => look.view === 'front');
    looks.push(lookAtPhoto(TYPE_OF[set], view, await openPhoto(bytes), front));
  }
  return { looks, set: lookAtSet(TYPE_OF[set], looks) };
}

async function repainted(bytes: Uint8Array, paint: (image: RgbImage) => void): Promise<Uint8Array> {
  const image = await openPhoto(bytes);
  paint(image);
  return encodeJpeg(image);
}

const SIDES = ['left', 'right', 'left_45', 'right_45'] as const;
const wordsOf = ({ findings }: PhotoLook) => findings.map(({ sentence }) => sentence);

describe.each(['face', 'torso', 'body'] as const)('%s', (set) => {
  test('good photos are usable, alone and together', LONG, async () => {
    const { looks, set: all } = await lookAtAll(set, photosOf(set, 'front', 'left', 'right'));
    expect(looks.map(({ verdict, findings }) => [verdict, findings])).toEqual(looks.map(() => ['usable', []]));
    expect(all).toMatchObject({ verdict: 'usable', findings: [] });
  });

  test('left and right swapped: each says which side it is, the set that they are swapped', LONG, async () => {
    const { front, left, right } = photosOf(set, 'front', 'left', 'right');
    const { looks, set: all } = await lookAtAll(set, { front: front!, left: right!, right: left! });
    expect(looks.map(wordsOf)).toEqual([
      [],
      ['this is the right side, given as left'],
      ['this is the left side, given as right'],
    ]);
    expect(all.verdict).toBe('unusable');
    expect(all.findings.map(({ reason }) => reason)).toEqual(['views_swapped']);
    expect(all.photos.map(({ verdict }) => verdict)).toEqual(['usable', 'unusable', 'unusable']);
  });

  test('one side photo alone says which side it is', LONG, async () => {
    const { looks } = await lookAtAll(set, { left: photoOf('ana', set, 'right') });
    expect(looks.map(wordsOf)).toEqual([['this is the right side, given as left']]);
  });
});

test('45° photos that were swapped like left and right were told after another try', LONG, async () => {
  const { left, right, left_45, right_45, ...others } = photosOf('face', 'front', 'below', ...SIDES);
  const swapped = { ...others, left: right!, right: left!, left_45: right_45!, right_45: left_45! };
  const { set: all } = await lookAtAll('face', swapped);
  expect(all.findings.map(({ sentence }) => sentence)).toEqual([
    'the left and the right photo seem to be swapped',
    'the 45° left photo and the 45° right photo seem to be swapped',
  ]);
  expect(all.photos.flatMap(({ view, verdict }) => (verdict === 'unusable' ? [view] : [])).sort()).toEqual(
    [...SIDES].sort(),
  );
  const { set: two } = await lookAtAll('face', { ...swapped, left_45: left_45!, right_45: right_45! });
  expect(two.findings.map(({ sentence }) => sentence)).toEqual(['the left and the right photo seem to be swapped']);
});

test('a front photo given as a side one', LONG, async () => {
  const { looks } = await lookAtAll('face', { left: photoOf('ana', 'face', 'front') });
  expect(looks[0]).toMatchObject({ verdict: 'unusable' });
  expect(wordsOf(looks[0]!)).toEqual(['this is the front, given as left']);
});

test.each([
  ['face', 'front', 90],
  ['torso', 'front', -90],
  ['body', 'left', 90],
] as const)('%s: the %s photo, turned by %i°, is told to lie on its side', LONG, async (set, view, degrees) => {
  const turned = await sharp(photoOf('ana', set, view))
    .rotate(degrees)
    .jpeg()
    .toBuffer();
  const { set: all } = await lookAtAll(set, { ...photosOf(set, 'front', 'left', 'right'), [view]: turned });
  const { findings } = all.photos.find((one) => one.view === view)!;
  expect(findings).toEqual([
    { reason: 'lies_on_its_side', sentence: `the ${view} photo lies on its side`, hint: 'turn it upright' },
  ]);
});

test('all faults are told at once, where a generation ends at the first', LONG, async () => {
  const { front, left, right } = photosOf('torso', 'front', 'left', 'right');
  const blank = await repainted(right!, ({ rgb }) => rgb.fill(180));
  const dark = await repainted(front!, ({ rgb }) => {
    for (let i = 0; i < rgb.length; i++) rgb[i] = rgb[i]! * 0.06;
  });
  const { set } = await lookAtAll('torso', { front: dark, left: left!, right: blank });
  expect(set.photos.map(({ verdict }) => verdict)).toEqual(['unusable', 'usable', 'unusable']);
  expect(set.photos.flatMap(wordsOf)).toEqual([
    'the front photo is far too dark',
    'no person stands out from the background of the right photo',
  ]);
});

test.each([
  [3.2, 'doubtful', 'perhaps the front photo is blurred'],
  [8, 'unusable', 'the front photo is blurred'],
])('blurred by %f px: %s', LONG, async (px, verdict, sentence) => {
  const { looks } = await lookAtAll('torso', {
    front: await sharp(photoOf('ana', 'torso', 'front'))
      .blur(px)
      .jpeg()
      .toBuffer(),
  });
  expect(looks[0]!.verdict).toBe(verdict);
  expect(wordsOf(looks[0]!)).toEqual([sentence]);
});

test('a doubt about the front photo is not told of the side photo beside it', LONG, async () => {
  const front = await sharp(photoOf('ana', 'torso', 'front'))
    .blur(3.2)
    .jpeg()
    .toBuffer();
  const { looks } = await lookAtAll('torso', { front, left: photoOf('ana', 'torso', 'left') });
  expect(looks.map(wordsOf)).toEqual([['perhaps the front photo is blurred'], []]);
});

test('skins of different colours are told of the side photo and of the set', LONG, async () => {
  const { front, left, right } = photosOf('torso', 'front', 'left', 'right');
  const redder = await repainted(left!, ({ rgb }) => {
    for (let i = 0; i < rgb.length; i += 3) rgb[i + 1] = rgb[i + 1]! * 0.82;
  });
  const { set } = await lookAtAll('torso', { front: front!, left: redder, right: right! });
  expect(set.photos.map(({ verdict }) => verdict)).toEqual(['usable', 'unusable', 'usable']);
  expect(set.findings.map(({ reason }) => reason)).toEqual(['views_inconsistent']);
});

test.each<{ views: View[] }>([{ views: [...SIDES] }, { views: [...SIDES, 'below'] }])(
  'a front photo of somebody else beside $views is doubted, and they are not',
  LONG,
  async ({ views }) => {
    const { set } = await lookAtAll('face', { front: photoOf('ben', 'face', 'front'), ...photosOf('face', ...views) });
    expect(set.photos.map(({ verdict }) => verdict)).toEqual(['doubtful', ...views.map(() => 'usable')]);
    expect(set.findings).toEqual(set.photos[0]!.findings);
    expect(wordsOf(set.photos[0]!)).toEqual([
      'perhaps two people: the front photo shows another hair colour than the other photos',
    ]);
  },
);

test('a front photo with another skin than the sides, which are alike, is the one that is told', LONG, async () => {
  const { front, left, right } = photosOf('torso', 'front', 'left', 'right');
  const redder = await repainted(front!, ({ rgb }) => {
    for (let i = 0; i < rgb.length; i += 3) rgb[i + 1] = rgb[i + 1]! * 0.82;
  });
  const { set } = await lookAtAll('torso', { front: redder, left: left!, right: right! });
  expect(set.photos.map(({ verdict }) => verdict)).toEqual(['unusable', 'usable', 'usable']);
  expect(wordsOf(set.photos[0]!)).toEqual([
    'perhaps two people: the other photos and the front photo show skins of different colours',
  ]);
});

describe('all photos fitted together', () => {
  const people = readFileSync(new URL('../../src/engine/morphable/people.bin', import.meta.url));

  test('good ones agree; the measure may be in the wrong unit', LONG, async () => {
    const { set } = await lookAtAll('torso', photosOf('torso', 'front', 'left', 'right'));
    expect(canFit(set)).toBe(true);
    expect(lookTogether('mammo', set, people, { provider: 4, measures: {} }).verdict).toBe('usable');
    const inMm = lookTogether('mammo', set, people, { provider: 4, measures: { nipple_to_nipple: 198 } });
    expect(inMm).toMatchObject({ verdict: 'unusable', findings: [{ reason: 'measure_implausible' }] });
  });

  test.each(['ana', 'ben'] as const)(
    'three good photos of the face of %s are usable with the measure',
    LONG,
    async (person) => {
      const { photos, measures } = inputOf(person, 'face', 4);
      const { front, left, right } = photos;
      const { set } = await lookAtAll('face', { front: front!, left: left!, right: right! });
      const order = { provider: 4, measures: { eye_distance: measures.eye_distance! } } as const;
      expect(lookTogether('face', set, people, order)).toMatchObject({ verdict: 'usable', findings: [] });
    },
  );

  test('an incomplete set, or one with a bad photo, is not fitted', LONG, async () => {
    const { front, left, right } = photosOf('torso', 'front', 'left', 'right');
    expect(canFit((await lookAtAll('torso', { front: front!, left: left! })).set)).toBe(false);
    expect(canFit((await lookAtAll('torso', { front: front!, left: right!, right: left! })).set)).toBe(false);
  });
});

test('landmarks are in px of the photo, pupil_left on the person’s left', LONG, async () => {
  const { looks } = await lookAtAll('face', photosOf('face', 'front'));
  const [look] = looks;
  const at = (name: string) => look!.landmarks.find((one) => one.name === name)!;
  expect(at('pupil_left').xPx).toBeGreaterThan(at('pupil_right').xPx + 0.1 * look!.image.widthPx);
  expect(at('pupil_left').yPx / look!.image.heightPx).toBeGreaterThan(0.35);
  expect(at('pupil_left').sigmaPx).toBeGreaterThan(0);
});
