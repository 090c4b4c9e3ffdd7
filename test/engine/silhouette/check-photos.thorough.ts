import { describe, expect, test } from 'vitest';
import type { SetName } from '../../../scripts/samples/camera.ts';
import type { View } from '../../../src/contract/reconstruction.ts';
import { shrinkImage } from '../../../src/engine/image/plane.ts';
import { findLandmarks } from '../../../src/engine/landmarks/find-landmarks.ts';
import { PhotoRefusal } from '../../../src/engine/refusal.ts';
import { checkPicture, type SeenPhoto } from '../../../src/engine/silhouette/check.ts';
import { checkViews } from '../../../src/engine/silhouette/check-views.ts';
import { contourOf } from '../../../src/engine/silhouette/contour.ts';
import { SHOWN, segment } from '../../../src/engine/silhouette/segment.ts';
import { decodePhoto, type RgbImage } from '../../../src/photo/decode.ts';
import { inputOf, TYPE_OF } from '../samples.ts';

type Person = 'ana' | 'ben';
type Photos = Partial<Record<View, RgbImage | undefined>>;
type Change = (photo: RgbImage) => RgbImage;
const LONG = { timeout: 60_000 };

const decoded = new Map<string, Promise<Photos>>();

/** Decoded once; no test changes a photo, each makes another one. */
function photosOf(person: Person, set: SetName): Promise<Photos> {
  const key = `${person} ${set}`;
  const known = decoded.get(key) ?? decodeAll(person, set);
  decoded.set(key, known);
  return known.then((photos) => ({ ...photos }));
}

async function decodeAll(person: Person, set: SetName): Promise<Photos> {
  const entries = Object.entries(inputOf(person, set, 5).photos) as [View, Uint8Array][];
  return Object.fromEntries(await Promise.all(entries.map(async ([view, bytes]) => [view, await decodePhoto(bytes)])));
}

const looks = new WeakMap<RgbImage, Map<string, SeenPhoto>>();

/** A photo is looked at once for each view that it is given for. */
function seenAs(set: SetName, view: View, photo: RgbImage): SeenPhoto {
  const known = looks.get(photo) ?? new Map<string, SeenPhoto>();
  looks.set(photo, known);
  const key = `${set} ${view}`;
  const seen = known.get(key) ?? look(set, view, photo);
  known.set(key, seen);
  return seen;
}

function look(set: SetName, view: View, photo: RgbImage): SeenPhoto {
  const image = shrinkImage(photo, 640);
  checkPicture({ view, photo, image });
  const found = segment(image, SHOWN[TYPE_OF[set]]);
  const seen = { view, photo, image, found, contour: contourOf(photo, found.mask) };
  return { ...seen, landmarks: findLandmarks(TYPE_OF[set], seen) };
}

/** What is said of the photos; undefined where they are accepted. */
function refusalOf(set: SetName, photos: Photos): PhotoRefusal | undefined {
  try {
    const seen = (Object.entries(photos) as [View, RgbImage][]).map(([view, photo]) => seenAs(set, view, photo));
    checkViews(TYPE_OF[set], seen);
    return undefined;
  } catch (error) {
    if (!(error instanceof PhotoRefusal)) throw error;
    expect(error.hint).toBeTruthy();
    return error;
  }
}

describe.each(['ana', 'ben'] as const)('%s', (person) => {
  test.each(['face', 'torso', 'body'] as const)('good photos are accepted: %s', LONG, async (set) => {
    expect(refusalOf(set, await photosOf(person, set))?.message).toBeUndefined();
  });
});

/** A part of the picture, in shares of its width and height. */
const cropped =
  (left: number, top: number, right: number, bottom: number): Change =>
  ({ widthPx, heightPx, rgb }) => {
    const [x0, y0] = [Math.round(left * widthPx), Math.round(top * heightPx)];
    const [w, h] = [Math.round(right * widthPx) - x0, Math.round(bottom * heightPx) - y0];
    const out = new Uint8Array(w * h * 3);
    for (let y = 0; y < h; y++) {
      const from = ((y0 + y) * widthPx + x0) * 3;
      out.set(rgb.subarray(from, from + w * 3), y * w * 3);
    }
    return { widthPx: w, heightPx: h, rgb: out };
  };

const shaded =
  (gain: number): Change =>
  (photo) => ({ ...photo, rgb: photo.rgb.map((value) => Math.min(255, Math.round(value * gain))) });

const grey: Change = (photo) => {
  const rgb = new Uint8Array(photo.rgb.length);
  for (let i = 0; i < rgb.length; i += 3) {
    rgb.fill(Math.round((photo.rgb[i]! + photo.rgb[i + 1]! + photo.rgb[i + 2]!) / 3), i, i + 3);
  }
  return { ...photo, rgb };
};

/** Moved by some px in every direction at once, as a hand does. */
const blurred: Change = (photo) => {
  const { widthPx, heightPx } = photo;
  const small = shrinkImage(photo, 110);
  const rgb = new Uint8Array(photo.rgb.length);
  for (let y = 0, i = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, i += 3) {
      const px = Math.min(small.widthPx - 1.001, Math.max(0, ((x + 0.5) * small.widthPx) / widthPx - 0.5));
      const py = Math.min(small.heightPx - 1.001, Math.max(0, ((y + 0.5) * small.heightPx) / heightPx - 0.5));
      const [fx, fy] = [px % 1, py % 1];
      for (let c = 0; c < 3; c++) {
        const at = (dx: number, dy: number) =>
          small.rgb[((Math.floor(py) + dy) * small.widthPx + Math.floor(px) + dx) * 3 + c]!;
        rgb[i + c] = (at(0, 0) * (1 - fx) + at(1, 0) * fx) * (1 - fy) + (at(0, 1) * (1 - fx) + at(1, 1) * fx) * fy;
      }
    }
  }
  return { ...photo, rgb };
};

test.each<[SetName, View, string, Change]>([
  ['torso', 'front', 'blurred', blurred],
  ['face', 'left', 'blurred', blurred],
  ['torso', 'front', 'cut_off', cropped(0.45, 0, 1, 1)],
  ['torso', 'left', 'cut_off', cropped(0.28, 0, 1, 1)],
  ['face', 'front', 'cut_off', cropped(0, 0.4, 1, 1)],
  ['body', 'front', 'cut_off', cropped(0, 0, 1, 0.75)],
  ['body', 'back', 'cut_off', cropped(0, 0.15, 1, 1)],
  ['torso', 'front', 'exposure', shaded(2.6)],
  ['face', 'front', 'exposure', shaded(0.08)],
  ['torso', 'front', 'photo_not_recognised', grey],
  ['torso', 'left', 'blurred', (photo) => shrinkImage(photo, 300)],
])('%s, %s: %s', LONG, async (set, view, reason, change) => {
  const photos = await photosOf('ben', set);
  const refusal = refusalOf(set, { ...photos, [view]: change(photos[view]!) });
  expect(refusal).toMatchObject({ reason, view });
});

test.each<[SetName, string, (photos: Photos) => Photos, string, View]>([
  ['torso', 'swapped sides', (p) => ({ ...p, left: p.right, right: p.left }), 'views_swapped', 'left'],
  ['face', 'swapped sides', (p) => ({ ...p, left: p.right, right: p.left }), 'views_swapped', 'left'],
  ['body', 'swapped sides', (p) => ({ ...p, left: p.right, right: p.left }), 'views_swapped', 'left'],
  ['torso', 'one side twice', (p) => ({ ...p, right: p.left }), 'wrong_view', 'right'],
  ['torso', 'a front as a side', (p) => ({ ...p, left: p.front }), 'wrong_view', 'left'],
  ['face', 'a front as a side', (p) => ({ ...p, left: p.front }), 'wrong_view', 'left'],
  ['body', 'a front as a side', (p) => ({ ...p, right: p.front }), 'wrong_view', 'right'],
  ['torso', 'a side as the front', (p) => ({ ...p, front: p.left }), 'wrong_view', 'front'],
  ['face', 'a side as the front', (p) => ({ ...p, front: p.right }), 'wrong_view', 'front'],
  ['body', 'a side as the front', (p) => ({ ...p, front: p.left }), 'wrong_view', 'front'],
])('%s, %s', LONG, async (set, _, change, reason, view) => {
  const refusal = refusalOf(set, change(await photosOf('ana', set)));
  expect(refusal).toMatchObject({ reason, view });
  if (reason === 'views_swapped') expect(refusal?.hint).toMatch(/^swap the two photos/);
});

test.each<[SetName, SetName]>([
  ['torso', 'face'],
  ['face', 'torso'],
  ['torso', 'body'],
  ['body', 'torso'],
  ['face', 'body'],
])('%s photos that show a %s', LONG, async (set, shown) => {
  const refusal = refusalOf(set, await photosOf('ben', shown));
  expect(refusal?.reason).toMatch(/^(photo_not_recognised|cut_off)$/);
});
