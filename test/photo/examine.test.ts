import sharp from 'sharp';
import { expect, test } from 'vitest';
import { examinePhoto } from '../../src/photo/examine.ts';
import {
  afterPngHeader,
  afterStart,
  blackPng,
  cameraJpeg,
  hugePng,
  jpegOf,
  picture,
  pngChunk,
  segment,
} from '../support/photo-maker.ts';

async function problemOf(bytes: Uint8Array): Promise<string> {
  const examined = await examinePhoto(bytes);
  return examined.ok ? 'fine' : examined.problem;
}

async function factsOf(bytes: Uint8Array) {
  const examined = await examinePhoto(bytes);
  if (!examined.ok) throw new Error(examined.problem);
  return examined.facts;
}

test.each(['jpeg', 'png', 'webp'] as const)('a good %s passes, told with its size', async (format) => {
  const facts = await factsOf(await picture({ width: 1100, height: 1300 }).toFormat(format).toBuffer());
  expect(facts).toMatchObject({ format, mime: `image/${format}`, widthPx: 1100, heightPx: 1300, orientation: 1 });
  expect(facts.warnings).toEqual([]);
});

test('width and height are as displayed', async () => {
  const facts = await factsOf(await cameraJpeg(6));
  expect(facts).toMatchObject({ widthPx: 800, heightPx: 600, orientation: 6 });
});

const kinds = {
  baseline: () => jpegOf(),
  progressive: () => picture().jpeg({ progressive: true }).toBuffer(),
  png: () => picture().png().toBuffer(),
  'interlaced png': () => picture().png({ progressive: true }).toBuffer(),
  webp: () => picture().webp().toBuffer(),
  'lossless webp': () => picture().webp({ lossless: true }).toBuffer(),
};

test.each(Object.entries(kinds))('a %s cut anywhere is refused', async (_kind, make) => {
  const whole = await make();
  const cuts = [0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95, 0.99, 0.995, 0.999].map((share) =>
    Math.floor(whole.length * share),
  );
  for (const cut of [...cuts, whole.length - 5, whole.length - 1]) {
    expect(await problemOf(whole.subarray(0, cut))).toMatch(/cut off|damaged/);
  }
  expect(await problemOf(whole)).toBe('fine');
});

test('a JPEG cut and closed with an end marker is refused all the same', async () => {
  const whole = await jpegOf();
  const closed = Buffer.concat([whole.subarray(0, whole.length / 2), Buffer.from([0xff, 0xd9])]);
  expect(await problemOf(closed)).toMatch(/damaged or cut off/);
});

test('a JPEG overwritten in the middle is refused', async () => {
  const damaged = Buffer.from(await jpegOf());
  damaged.fill(0x55, 9000, 11_000);
  expect(await problemOf(damaged)).toMatch(/damaged/);
});

test('padding before the end marker, as some cameras write it, is no damage', async () => {
  const whole = await jpegOf();
  const padded = Buffer.concat([whole.subarray(0, -2), Buffer.alloc(7), whole.subarray(-2)]);
  expect(await problemOf(padded)).toBe('fine');
});

test.each([
  ['an empty file', Buffer.alloc(0), 'is empty (0 bytes)'],
  ['text named .jpg', Buffer.from('a letter'), 'is not an image; JPEG, PNG and WebP are accepted'],
  ['a start marker and nothing more', Buffer.from([0xff, 0xd8, 0xff]), 'is cut off before its end'],
  ['a JPEG without a picture', Buffer.from([0xff, 0xd8, 0xff, 0xd9]), 'has a damaged header and cannot be decoded'],
  [
    'more than 40 MB',
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(41e6)]),
    'is 41.0 MB; at most 40 MB are accepted',
  ],
  [
    'an SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    'is an SVG file; save it as JPEG, PNG or WebP first',
  ],
  ['an AVIF', Buffer.from('\0\0\0\x1cftypavif\0\0\0\0avifmif1'), 'is an AVIF file; save it as JPEG, PNG or WebP first'],
  ['a GIF', Buffer.from('GIF89a'), 'is a GIF file; save it as JPEG, PNG or WebP first'],
  ['a TIFF', Buffer.from('II*\0'), 'is a TIFF or camera raw file; save it as JPEG, PNG or WebP first'],
])('%s is refused with the reason', async (_what, bytes, problem) => {
  expect(await problemOf(bytes)).toBe(problem);
});

test('HEIC is refused with how to convert', async () => {
  expect(await problemOf(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'))).toMatch(/HEIC.*save it as JPEG/);
});

test('a decompression bomb is refused by its header', async () => {
  const bomb = await hugePng(20_000, 20_000);
  expect(bomb.length).toBeLessThan(48_000);
  expect(await problemOf(bomb)).toBe('is 20000×20000 (400 megapixels); at most 80 are accepted');
});

test('a header that promises more pixels than follow is refused', async () => {
  expect(await problemOf(await hugePng(8000, 8000))).toMatch(/damaged or cut off/);
});

test.each([
  [
    479,
    900,
    'is 479×900; the short side must be at least 480 px; give the original from the camera, not a copy that a messenger has made smaller, or take it again',
  ],
  [480, 900, 'fine'],
])('%i×%i: %s', async (width, height, expected) => {
  expect(await problemOf(await jpegOf({ width, height }))).toBe(expected);
});

test('a small picture passes with a warning', async () => {
  const { warnings } = await factsOf(await jpegOf({ width: 800, height: 1000 }));
  expect(warnings).toEqual(['is 800×1000; 1024 px on the short side give better results']);
});

test('animated pictures are refused', async () => {
  const frames = await picture({ width: 500, height: 1000 }).raw().toBuffer();
  const webp = await sharp(frames, { raw: { width: 500, height: 1000, channels: 3, pageHeight: 500 } })
    .webp()
    .toBuffer();
  const png = await picture().png().toBuffer();
  const apng = afterPngHeader(png, pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0])));
  expect(await problemOf(webp)).toBe('is animated; a still picture is needed');
  expect(await problemOf(apng)).toBe('is animated; a still picture is needed');
});

test('broken metadata is no reason to refuse', async () => {
  const jpeg = afterStart(
    await jpegOf(),
    segment(0xe1, 'Exif\0\0II*\0\xff\xff\xff\x7fabc'),
    segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0<x:xmp'),
    segment(0xed, 'Photoshop 3.0\x008BIM\xff\xff'),
    segment(0xe2, 'MPF\0\xff\xff\xff'),
  );
  const png = afterPngHeader(
    await picture().png().toBuffer(),
    pngChunk('eXIf', 'MM\0*\xff\xff\xff\xff'),
    pngChunk('tEXt', ''),
  );
  expect(await problemOf(jpeg)).toBe('fine');
  expect(await problemOf(png)).toBe('fine');
});

test('the hash is of the pixels and not of the file', async () => {
  const plain = await jpegOf();
  const commented = afterStart(plain, segment(0xfe, 'another file'));
  const first = await factsOf(plain);
  expect((await factsOf(commented)).pictureHash).toBe(first.pictureHash);
  expect((await factsOf(await jpegOf({ seed: 2 }))).pictureHash).not.toBe(first.pictureHash);
});

const SIDE = 8900;

/** Patches the size that a picture says it has; what lies behind stays small. */
const told = {
  jpeg(jpeg: Buffer) {
    const frame = jpeg.findIndex((byte, at) => byte === 0xff && [0xc0, 0xc2].includes(jpeg[at + 1]!));
    jpeg.writeUInt16BE(SIDE, frame + 5);
    jpeg.writeUInt16BE(SIDE, frame + 7);
    return jpeg;
  },
  webp(webp: Buffer) {
    const at = webp.indexOf('VP8L') + 9;
    webp.writeUInt32LE((webp.readUInt32LE(at) & 0xf0000000) | (SIDE - 1) | ((SIDE - 1) << 14), at);
    return webp;
  },
};
const atMost = 'at most 240 MB are accepted';

test.each([
  [
    '16-bit interlaced PNG',
    async () => blackPng(SIDE, { depth: 16, interlaced: true }),
    `is an interlaced PNG of 8900×8900 that takes 634 MB of memory to decode; ${atMost}: save it without interlacing, or smaller`,
  ],
  [
    'progressive JPEG with colours at full size',
    async () => told.jpeg(await picture().jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()),
    `is a progressive JPEG of 8900×8900 that takes 475 MB of memory to decode; ${atMost}: save it as a baseline JPEG, or smaller`,
  ],
  [
    'lossless WebP',
    async () => told.webp(await picture().webp({ lossless: true, effort: 0 }).toBuffer()),
    `is a lossless WebP of 8900×8900 that takes 317 MB of memory to decode; ${atMost}: save it as JPEG, or smaller`,
  ],
  ['JPEG in one scan', async () => told.jpeg(await jpegOf()), expect.not.stringContaining('memory')],
])('a picture that is decoded as a whole is limited in pixels and depth: %s', async (_, make, problem) => {
  expect(await problemOf(await make())).toEqual(problem);
});

test.each([
  ['16-bit PNG', () => picture().toColourspace('rgb16').png().toBuffer()],
  ['interlaced 16-bit PNG', () => picture().toColourspace('rgb16').png({ progressive: true }).toBuffer()],
])('a %s of usual size passes', async (_, make) => {
  const png = await make();
  expect((await sharp(png).metadata()).depth).toBe('ushort');
  expect(await problemOf(png)).toBe('fine');
});

test('a JPEG that has the decoder go over it again and again is refused', async () => {
  const jpeg = await picture().jpeg({ progressive: true }).toBuffer();
  const scan = jpeg.subarray(jpeg.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  const many = Buffer.concat([jpeg.subarray(0, -2), ...Array(100).fill(scan), jpeg.subarray(-2)]);
  expect(await problemOf(many)).toBe('is a JPEG of 110 scans; at most 100 are accepted');
});
