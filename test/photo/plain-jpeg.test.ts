import sharp from 'sharp';
import { expect, test } from 'vitest';
import { examinePhoto } from '../../src/photo/examine.ts';
import { jpegSegments } from '../../src/photo/jpeg-segments.ts';
import { blockMeans } from '../../src/photo/plain-jpeg.ts';
import { afterStart, jpegOf, picture, segment } from '../support/photo-maker.ts';

const SIZE = { width: 600, height: 800 };

const meansOf = (bytes: Uint8Array) => blockMeans(bytes, jpegSegments(bytes).segments);

/** What sharp says of the same bytes, as strictly as the examination asks it. */
const decodes = (bytes: Uint8Array) =>
  sharp(bytes, { failOn: 'warning' })
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );

test.each([
  ['small colours', {}, SIZE],
  ['colours at full size', { chromaSubsampling: '4:4:4' }, SIZE],
  ['the best quality', { quality: 100 }, SIZE],
  ['the tables of the standard', { optimiseCoding: false }, SIZE],
  ['sides that are no multiples of a block', {}, { width: 487, height: 613 }],
])('a JPEG with %s is read to its end', async (_what, options, size) => {
  expect(meansOf(await picture(size).jpeg(options).toBuffer())).toBeDefined();
});

test('a grey JPEG is read to its end', async () => {
  expect(meansOf(await picture(SIZE).greyscale().jpeg().toBuffer())).toBeDefined();
});

test('what is not of the usual kind is left to the decoder', async () => {
  expect(meansOf(await picture(SIZE).jpeg({ progressive: true }).toBuffer())).toBeUndefined();
  expect(meansOf(await picture(SIZE).toColourspace('cmyk').jpeg().toBuffer())).toBeUndefined();
  expect(meansOf(afterStart(await jpegOf(SIZE), segment(0xe2, 'ICC_PROFILE\0?')))).toBeUndefined();
});

test('equal pixels have equal means, however they are coded, and others have others', async () => {
  const usual = await picture(SIZE).jpeg({ optimiseCoding: false }).toBuffer();
  const smaller = await picture(SIZE).jpeg({ optimiseCoding: true }).toBuffer();
  expect(smaller.equals(usual)).toBe(false);
  expect(meansOf(smaller)).toEqual(meansOf(usual));
  expect(meansOf(await jpegOf({ ...SIZE, seed: 2 }))).not.toEqual(meansOf(await jpegOf(SIZE)));
});

const BLOCKS = 60;
/** A grey square of 480 px, with a restart marker after each row of blocks; its numbers are given. */
function greyWithRestarts(number: (row: number) => number): Buffer {
  // Each block is the codes `0` and `0`: the same mean as before, and nothing else. 60 blocks are 120 bits, or 15 bytes.
  const rows = Array.from({ length: BLOCKS }, (_, row) => [
    ...(row === 0 ? [] : [0xff, 0xd0 + number(row - 1)]),
    ...Array(15).fill(0),
  ]);
  const one = (kind: number) => Buffer.from([kind, 1, ...Array(15).fill(0), 0]);
  const table = (marker: number, payload: Uint8Array) => segment(marker, Buffer.from(payload).toString('latin1'));
  const side = [(BLOCKS * 8) >> 8, (BLOCKS * 8) & 0xff];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    table(0xdb, Buffer.from([0, ...Array(64).fill(1)])),
    table(0xc0, Buffer.from([8, ...side, ...side, 1, 1, 0x11, 0])),
    table(0xc4, Buffer.concat([one(0x00), one(0x10)])),
    table(0xdd, Buffer.from([0, BLOCKS])),
    table(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from(rows.flat()),
    Buffer.from([0xff, 0xd9]),
  ]);
}

test('restart markers are passed in their order, and another order is left to the decoder', async () => {
  const good = greyWithRestarts((row) => row % 8);
  expect(await decodes(good)).toBe(true);
  expect(meansOf(good)).toBeDefined();
  expect(meansOf(greyWithRestarts((row) => (row + 1) % 8))).toBeUndefined();
});

/** The same numbers in every run. */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}

type Harm = (bytes: Buffer, random: (below: number) => number, dataAt: number) => Buffer;

const HARMS: Record<string, Harm> = {
  'a bit of its data turned': (bytes, random, dataAt) => {
    bytes[dataAt + random(bytes.length - dataAt - 2)]! ^= 1 << random(8);
    return bytes;
  },
  'a bit of its tables turned': (bytes, random, dataAt) => {
    bytes[2 + random(dataAt - 2)]! ^= 1 << random(8);
    return bytes;
  },
  'some bytes lost': (bytes, random, dataAt) => {
    const at = dataAt + random(bytes.length - dataAt - 8);
    return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random(4))]);
  },
  'a marker in its data': (bytes, random, dataAt) => {
    const at = dataAt + random(bytes.length - dataAt - 4);
    bytes.set([0xff, [0x00, 0xd0 + random(8), 0xd9, 0xff][random(4)]!], at);
    return bytes;
  },
  'its end cut off and closed': (bytes, random, dataAt) =>
    Buffer.concat([bytes.subarray(0, dataAt + random(bytes.length - dataAt - 2)), Buffer.from([0xff, 0xd9])]),
};

test.each(Object.entries(HARMS))('with %s, what is read to its end also decodes', async (_what, harm) => {
  const random = seeded(7);
  const whole = await jpegOf(SIZE);
  const dataAt = jpegSegments(whole).segments.at(-2)!.payload;
  let read = 0;
  for (let time = 0; time < 60; time++) {
    const harmed = harm(Buffer.from(whole), random, dataAt);
    const { segments, pictureEnd } = jpegSegments(harmed);
    if (pictureEnd === undefined || blockMeans(harmed, segments) === undefined) continue;
    read += 1;
    expect(await decodes(harmed), `time ${time}`).toBe(true);
  }
  // Most harm shows.
  expect(read).toBeLessThan(60);
});

test('a JPEG that is cut and closed is refused, whoever decodes it later', async () => {
  const whole = await jpegOf(SIZE);
  const closed = Buffer.concat([whole.subarray(0, whole.length / 2), Buffer.from([0xff, 0xd9])]);
  expect(await examinePhoto(closed, { isDecodedLater: true })).toMatchObject({ ok: false });
  expect(await examinePhoto(whole, { isDecodedLater: true })).toMatchObject({ ok: true });
});

/** EXIF that holds an orientation and nothing else. */
const exifOf = (orientation: number) =>
  segment(
    0xe1,
    `Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0${String.fromCharCode(orientation)}\0\0\0\0\0\0\0`,
  );

test('the same picture turned by its EXIF is another one', async () => {
  const upright = await jpegOf(SIZE);
  const factsOf = async (orientation: number) => {
    const photo = afterStart(upright, exifOf(orientation));
    expect(meansOf(photo)).toEqual(meansOf(upright));
    const examined = await examinePhoto(photo, { isDecodedLater: true });
    if (!examined.ok) throw new Error(examined.problem);
    return examined.facts;
  };
  const [one, three] = [await factsOf(1), await factsOf(3)];
  expect([one.orientation, three.orientation]).toEqual([1, 3]);
  expect(three.pictureHash).not.toBe(one.pictureHash);
});
