import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { View } from '../../src/contract/reconstruction.ts';
import { type EngineInput, reconstruct } from '../../src/engine/reconstruct.ts';
import { PhotoRefusal } from '../../src/engine/refusal.ts';
import { ReconError } from '../../src/errors.ts';
import { decodePhoto, encodeJpeg, type RgbImage } from '../../src/photo/decode.ts';
import { loadModels } from '../support/models.ts';
import { inputOf } from './samples.ts';

const LONG = { timeout: 120_000 };

/** The same photo after a change of its pixels. */
async function repainted(photo: Uint8Array, paint: (image: RgbImage) => void): Promise<Uint8Array> {
  const image = await decodePhoto(photo);
  paint(image);
  return encodeJpeg(image);
}

async function refusal(input: EngineInput): Promise<ReconError> {
  const error = await reconstruct(input, loadModels()).catch((thrown: unknown) => thrown);
  if (!(error instanceof ReconError)) throw new Error(`no refusal: ${String(error)}`);
  expect(error.code).toBe('generation_failed');
  expect(error.hint).toBeTruthy();
  return error;
}

const withPhoto = (input: EngineInput, view: View, photo: Uint8Array): EngineInput => ({
  ...input,
  photos: { ...input.photos, [view]: photo },
});

test('an empty picture', LONG, async () => {
  const input = inputOf('ana', 'torso', 4);
  const blank = await repainted(input.photos.right!, ({ rgb }) => rgb.fill(180));
  const { message } = await refusal(withPhoto(input, 'right', blank));
  expect(message).toBe('no person stands out from the background of the right photo');
});

test('so much light that nobody stands out', LONG, async () => {
  const input = inputOf('ana', 'torso', 4);
  const bright = await repainted(input.photos.front!, ({ rgb }) => {
    for (let i = 0; i < rgb.length; i++) rgb[i] = Math.min(255, rgb[i]! * 2.4);
  });
  const { message } = await refusal(withPhoto(input, 'front', bright));
  expect(message).toBe('the front photo is far too bright');
});

test('a wall with a pattern', LONG, async () => {
  const input = inputOf('ana', 'torso', 4);
  const striped = await repainted(input.photos.front!, ({ rgb, widthPx }) => {
    for (let i = 0; i < rgb.length; i++) {
      const [x, y] = [Math.floor(i / 3) % widthPx, Math.floor(i / 3 / widthPx)];
      if (Math.floor((x + y) / 24) % 2 === 0) rgb[i] = rgb[i]! * 0.4;
    }
  });
  const { message } = await refusal(withPhoto(input, 'front', striped));
  expect(message).toBe('the background of the front photo is not plain');
});

test('a photo without light, whatever can be made out of its background', LONG, async () => {
  const input = inputOf('ana', 'torso', 4);
  const dark = await repainted(input.photos.front!, ({ rgb }) => {
    for (let i = 0; i < rgb.length; i++) rgb[i] = rgb[i]! * 0.06;
  });
  const { message } = await refusal(withPhoto(input, 'front', dark));
  expect(message).toBe('the front photo is far too dark');
});

test.each(['face', 'body'] as const)('left and right swapped: %s', LONG, async (set) => {
  const input = inputOf('ana', set, 4);
  const { left, right } = input.photos;
  const { message } = await refusal({ ...input, photos: { ...input.photos, left: right!, right: left! } });
  expect(message).toBe('the left and the right photo seem to be swapped');
});

const blurred = (photo: Uint8Array) => sharp(photo).blur(9).jpeg().toBuffer();
const reasonsOf = (error: ReconError) =>
  error instanceof PhotoRefusal ? [error, ...error.further].map(({ message }) => message) : [];

test.each(['face', 'torso', 'body'] as const)('only one of several bad photos was named: %s', LONG, async (set) => {
  const input = inputOf('ana', set, 4);
  const { front, right } = input.photos;
  const photos = { ...input.photos, left: right!, front: await blurred(front!) };
  expect(reasonsOf(await refusal({ ...input, photos }))).toEqual([
    'the front photo is blurred',
    'the person in the left photo looks the wrong way',
  ]);
});

test.each(['ana', 'ben'] as const)('of four swapped photos of %s only two were named', LONG, async (person) => {
  const input = inputOf(person, 'face', 5);
  const { left, right, left_45, right_45, ...others } = input.photos;
  const photos = { ...others, left: right!, right: left!, left_45: right_45!, right_45: left_45! };
  expect(reasonsOf(await refusal({ ...input, photos }))).toEqual([
    'the left and the right photo seem to be swapped',
    'the 45° left photo and the 45° right photo seem to be swapped',
  ]);
});

test('of several dark photos each is named, and none twice', LONG, async () => {
  const input = inputOf('ana', 'face', 6);
  const dark = (photo: Uint8Array) => sharp(photo).linear(0.06).jpeg().toBuffer();
  const { left, right } = input.photos;
  const photos = { ...input.photos, left: await dark(left!), right: await dark(right!) };
  expect(reasonsOf(await refusal({ ...input, photos }))).toEqual([
    'the left photo is far too dark',
    'the right photo is far too dark',
  ]);
});

test('beside a bad right photo, the front of a body was blamed for a front given as left', LONG, async () => {
  const input = inputOf('ana', 'body', 4);
  const { front, right } = input.photos;
  const photos = { ...input.photos, left: front!, right: await blurred(right!) };
  expect(reasonsOf(await refusal({ ...input, photos }))).toEqual([
    'the right photo is blurred',
    'the left photo shows the person from the front or back',
  ]);
});

test('one side given twice', LONG, async () => {
  const input = inputOf('ben', 'face', 4);
  const { message, hint } = await refusal(withPhoto(input, 'left', input.photos.right!));
  expect(message).toBe('the person in the left photo looks the wrong way');
  expect(hint).toContain('left edge');
});

test('a front photo given as the left one', LONG, async () => {
  const input = inputOf('ana', 'torso', 4);
  const { message } = await refusal(withPhoto(input, 'left', input.photos.front!));
  expect(message).toBe('the left photo shows the person from the front or back');
});

test('a measure in the wrong unit', LONG, async () => {
  const { message } = await refusal({ ...inputOf('ana', 'torso', 4), measures: { nipple_to_nipple: 198 } });
  expect(message).toMatch(/^nipple to nipple of 198 cm would make the upper body \d\.\d\d m tall$/);
});

test('an abort is heard between two steps', LONG, async () => {
  const abort = new AbortController();
  const steps: string[] = [];
  const running = reconstruct(inputOf('ana', 'torso', 4), loadModels(), {
    signal: abort.signal,
    onProgress(fraction, step) {
      steps.push(step);
      if (fraction > 0) abort.abort(new ReconError('terminated', 'stopped'));
    },
  });
  await expect(running).rejects.toMatchObject({ code: 'terminated' });
  expect(steps).toEqual(['reading the photos', 'finding the outlines']);
});
