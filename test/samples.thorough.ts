import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { cameraOf, type SetName } from '../scripts/samples/camera.ts';
import { figureOf } from '../scripts/samples/figure.ts';
import { measuresOf } from '../scripts/samples/figure-measures.ts';
import { everyPhoto, manifest, photoPath } from '../scripts/samples/manifest.ts';
import { PEOPLE, type Person } from '../scripts/samples/people.ts';
import { renderPhoto } from '../scripts/samples/photo.ts';
import { distanceTo } from '../scripts/samples/shape.ts';
import { trueMask } from '../scripts/samples/true-mask.ts';
import { dot, subtract, type Vector } from '../scripts/samples/vector.ts';

const folder = resolve(import.meta.dirname, '../samples');
const figures = { ana: figureOf('ana'), ben: figureOf('ben') };
const fronts = PEOPLE.flatMap((person) => (['face', 'torso', 'body'] as const).map((set) => ({ person, set })));

const read = (person: Person, set: SetName, view: Parameters<typeof photoPath>[2]) =>
  readFileSync(join(folder, photoPath(person, set, view)));

/** Marker bytes of a JPEG's segments up to the picture data. */
function segmentsOf(jpeg: Buffer): number[] {
  const markers: number[] = [];
  for (let at = 2; jpeg[at + 1] !== 0xda; at += 2 + jpeg.readUInt16BE(at + 2)) markers.push(jpeg[at + 1]!);
  return markers;
}

/** Where the camera of a photo sees a point of the figure, in pixels. */
function pixelOf(point: Vector, person: Person, set: SetName): [number, number] {
  const { position, right, up, forward, focalPx, widthPx, heightPx } = cameraOf(person, set, 'front');
  const seen = subtract(point, position);
  const perCm = focalPx / dot(seen, forward);
  return [widthPx / 2 + dot(seen, right) * perCm, heightPx / 2 - dot(seen, up) * perCm];
}

/** Mean red, green and blue of a square of the front photo. */
async function colourAround([x, y]: [number, number], sidePx: number, photo: Buffer): Promise<number[]> {
  const half = sidePx / 2;
  const square = { left: Math.round(x - half), top: Math.round(y - half), width: sidePx, height: sidePx };
  const pixels = await sharp(photo).extract(square).raw().toBuffer();
  return [0, 1, 2].map((channel) => {
    const values = pixels.filter((_, i) => i % 3 === channel);
    return values.reduce((sum, value) => sum + value, 0) / values.length;
  });
}

test('all 26 photos are there, none is needless, and together they stay small', () => {
  const sizes = everyPhoto().map(({ person, set, view }) => read(person, set, view).length);
  expect(sizes).toHaveLength(26);
  expect(Math.max(...sizes)).toBeLessThan(95_000);
  expect(sizes.reduce((sum, one) => sum + one, 0)).toBeLessThan(2_500_000);
});

test.each(everyPhoto())('$person/$set/$view is a portrait without any metadata', async ({ person, set, view }) => {
  const photo = read(person, set, view);
  const { width, height, format, exif, icc, xmp, iptc, comments } = await sharp(photo).metadata();
  expect({ format, exif, icc, xmp, iptc, comments }).toEqual({ format: 'jpeg' });
  expect(width).toBeGreaterThanOrEqual(1024);
  expect(height).toBeGreaterThan(width);
  // JFIF, tables and frame; no application segment beyond the first, no comment.
  expect(segmentsOf(photo).filter((marker) => (marker >= 0xe1 && marker <= 0xef) || marker === 0xfe)).toEqual([]);
});

test.each(fronts)('$person/$set/front is what the code renders', async ({ person, set }) => {
  const rendered = renderPhoto(figures[person], set, 'front', { widthPx: 56 });
  const photo = await sharp(read(person, set, 'front'))
    .resize(rendered.widthPx, rendered.heightPx, { fit: 'fill' })
    .raw()
    .toBuffer();
  const difference = rendered.rgb.reduce((sum, value, i) => sum + Math.abs(value - photo[i]!), 0);
  expect(difference / photo.length).toBeLessThan(4);
});

test.each(fronts)('the true mask of $person/$set/front parts the person from the wall', async ({ person, set }) => {
  const { widthPx, heightPx, inside } = trueMask(figures[person], set, 'front', 56);
  const photo = await sharp(read(person, set, 'front'))
    .resize(widthPx, heightPx, { fit: 'fill' })
    .raw()
    .toBuffer();
  // The wall is bluer than it is red; skin, hair, cloth and shadow are not, or are much darker.
  const isPerson = (i: number) => photo[i * 3]! > photo[i * 3 + 2]! || photo[i * 3 + 1]! < 120;
  const agreeing = inside.filter((value, i) => (value === 1) === isPerson(i)).length;
  expect(agreeing / inside.length).toBeGreaterThan(0.97);
});

test.each(fronts.filter(({ person }) => person === 'ana'))('the two people differ in outline: $set', ({ set }) => {
  const [ana, ben] = PEOPLE.map((person) => trueMask(figures[person], set, 'left', 56).inside);
  const both = ana!.filter((value, i) => value === 1 && ben![i] === 1).length;
  const either = ana!.filter((value, i) => value === 1 || ben![i] === 1).length;
  expect(both / either).toBeLessThan(0.9);
});

test('the manifest is what the code says', () => {
  expect(JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))).toEqual(manifest());
});

describe.each(PEOPLE)('the measures of %s', (person) => {
  const { landmarks, lowerBody, physique } = figures[person];
  const measures = measuresOf(figures[person]);

  test('reach from pupil to pupil: dark in the face photo, with white on both sides', async () => {
    const photo = read(person, 'face', 'front');
    for (const pupil of landmarks.pupils) {
      const [x, y] = pixelOf(pupil, person, 'face');
      const luminance = async (dx: number) => (await colourAround([x + dx, y], 4, photo))[1]!;
      expect(await luminance(0)).toBeLessThan(60);
      expect(await luminance(-24)).toBeGreaterThan(110);
      expect(await luminance(24)).toBeGreaterThan(110);
    }
    expect(measures.eye_distance).toBeCloseTo(landmarks.pupils[0][0] - landmarks.pupils[1][0], 1);
  });

  test('reach from nipple to nipple: redder in the torso photo than the skin above', async () => {
    const photo = read(person, 'torso', 'front');
    for (const nipple of landmarks.nipples) {
      const redness = ([red, green]: number[]) => red! / green!;
      const [x, y] = pixelOf(nipple, person, 'torso');
      const here = redness(await colourAround([x, y], 12, photo));
      expect(here).toBeGreaterThan(redness(await colourAround([x, y - 90], 12, photo)) * 1.05);
    }
    expect(measures.nipple_to_nipple).toBeCloseTo(landmarks.nipples[0][0] - landmarks.nipples[1][0], 1);
  });

  test('run round the hips: longer than the ellipse in their box, shorter than the box', () => {
    const y = physique.buttock.centre[1];
    const reach = (dx: number, dz: number) => {
      let r = 60;
      while (distanceTo(lowerBody, dx * r, y, dz * r) > 0) r -= 0.05;
      return r;
    };
    const [width, depth] = [reach(1, 0) + reach(-1, 0), reach(0, 1) + reach(0, -1)];
    expect(measures.hipline).toBeGreaterThan((Math.PI * (width + depth)) / 2 / 1.03);
    expect(measures.hipline).toBeLessThan(2 * (width + depth));
  });
});
