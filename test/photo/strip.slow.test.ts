import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { PhotoFormat } from '../../src/photo/format.ts';
import { stripMetadata } from '../../src/photo/strip.ts';
import {
  afterPngHeader,
  afterStart,
  cameraJpeg,
  jpegOf,
  picture,
  pngChunk,
  rawPixels,
  riffChunk,
  segment,
  withRiffChunks,
} from '../support/photo-maker.ts';

const XMP = 'http://ns.adobe.com/xap/1.0/\0<x:xmpmeta exif:GPSLatitude="52,31N" SECRET/>';
const TIFF_ORIENTATION_6 = 'MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0';

/** Strips, and holds what every strip must hold: no secret left, pixels equal, a second strip finds nothing. */
async function strip(bytes: Uint8Array, format: PhotoFormat) {
  const stripped = stripMetadata(bytes, format);
  expect(Buffer.from(stripped.bytes).includes('SECRET')).toBe(false);
  expect(Buffer.compare(await rawPixels(stripped.bytes), await rawPixels(bytes))).toBe(0);
  const again = stripMetadata(stripped.bytes, format);
  expect(again.removed).toEqual([]);
  expect(again.bytes).toBe(stripped.bytes);
  return { ...stripped, metadata: await sharp(stripped.bytes).metadata() };
}

test.each(['jpeg', 'png', 'webp'] as const)('a plain %s goes byte for byte', async (format) => {
  const plain = await picture().toFormat(format).toBuffer();
  const stripped = stripMetadata(plain, format);
  expect(stripped.bytes).toBe(plain);
  expect(stripped.removed).toEqual([]);
});

test('a camera JPEG keeps orientation, profile and density, and loses the rest', async () => {
  const photo = await cameraJpeg(6);
  const { removed, metadata } = await strip(photo, 'jpeg');
  expect(removed).toEqual(['GPS position', 'camera data (EXIF)']);
  expect(metadata).toMatchObject({ orientation: 6, density: 300 });
  expect(metadata.icc).toEqual((await sharp(photo).metadata()).icc);
  expect(metadata.exif!.length).toBeLessThan(90);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])('orientation %i survives in every format', async (orientation) => {
  for (const format of ['jpeg', 'png', 'webp'] as const) {
    const photo = await picture({ width: 500, height: 490 })
      .toFormat(format)
      .withMetadata({ orientation })
      .withExifMerge({ IFD0: { Artist: 'SECRET' } })
      .toBuffer();
    const { removed, metadata } = await strip(photo, format);
    expect(metadata.orientation ?? 1).toBe(orientation);
    expect(removed).toContain('camera data (EXIF)');
  }
});

test('every private part of a JPEG goes', async () => {
  const jfifWithPreview = segment(
    0xe0,
    Buffer.concat([Buffer.from('JFIF\0\x01\x02\x01\0\x48\0\x48\x01\x01'), Buffer.from('SEC')]),
  );
  const plain = await jpegOf();
  const photo = Buffer.concat([
    afterStart(
      plain,
      jfifWithPreview,
      segment(0xe0, 'JFXX\0\x10SECRET'),
      segment(0xe1, XMP),
      segment(0xe1, 'http://ns.adobe.com/xmp/extension/\0SECRET'),
      segment(0xe2, 'MPF\0SECRET'),
      segment(0xe4, 'SECRET'),
      segment(0xeb, 'JP SECRET'),
      segment(0xed, 'Photoshop 3.0\x008BIM SECRET'),
      segment(0xfe, '<script>SECRET</script>'),
    ),
    await jpegOf({ seed: 2 }),
    Buffer.from('PK\x03\x04SECRET'),
  ]);
  const { removed, bytes, metadata } = await strip(photo, 'jpeg');
  expect(removed).toEqual([
    'GPS position',
    'embedded preview',
    'XMP',
    'further pictures (MPF)',
    'APP4 data',
    'APP11 data',
    'IPTC',
    'comment',
    expect.stringMatching(/^\d+ bytes after the end of the picture$/),
  ]);
  expect(metadata.density).toBe(72);
  expect(bytes.length).toBe(plain.length + jfifWithPreview.length - 3);
});

test('the Adobe marker stays, for a CMYK photo is wrong without it', async () => {
  const photo = await picture()
    .toColourspace('cmyk')
    .jpeg()
    .withExif({ IFD0: { Artist: 'SECRET' } })
    .toBuffer();
  const { bytes } = await strip(photo, 'jpeg');
  expect(Buffer.from(bytes).includes('Adobe')).toBe(true);
});

test('bytes behind an Adobe marker go', async () => {
  const adobe = segment(0xee, Buffer.concat([Buffer.from('Adobe\0\x64\0\0\0\0\x01'), Buffer.from('SECRET')]));
  const { removed } = await strip(afterStart(await jpegOf(), adobe), 'jpeg');
  expect(removed).toEqual(['APP14 data']);
});

test('a comment between the scans of a progressive JPEG goes', async () => {
  const photo = await picture().jpeg({ progressive: true }).toBuffer();
  const secondScan = photo.indexOf(Buffer.from([0xff, 0xda]), photo.indexOf(Buffer.from([0xff, 0xda])) + 2);
  const commented = Buffer.concat([photo.subarray(0, secondScan), segment(0xfe, 'SECRET'), photo.subarray(secondScan)]);
  const { removed, bytes } = await strip(commented, 'jpeg');
  expect(removed).toEqual(['comment']);
  expect(Buffer.compare(bytes, photo)).toBe(0);
});

test('stray and fill bytes between the parts of a JPEG disturb nothing', async () => {
  const photo = afterStart(await jpegOf(), Buffer.from('SECRET'), segment(0xfe, 'SECRET'), Buffer.from([0xff, 0xff]));
  const { removed } = await strip(photo, 'jpeg');
  expect(removed).toEqual(['stray bytes between the parts of the file', 'comment']);
});

test.each([
  ['no header', 'SECRET'],
  ['an entry table outside', 'II*\0\xff\xff\xff\x7fSECRET'],
  ['more entries than bytes', 'MM\0*\0\0\0\x08\xff\xffSECRET'],
  ['a wrong orientation', TIFF_ORIENTATION_6.replace('\x01\0\x06', '\x01\0\x63')],
  ['nothing at all', ''],
])('broken EXIF with %s goes', async (_what, tiff) => {
  const { removed, metadata } = await strip(afterStart(await jpegOf(), segment(0xe1, `Exif\0\0${tiff}`)), 'jpeg');
  expect(removed).toEqual(['camera data (EXIF)']);
  expect(metadata.orientation).toBeUndefined();
});

test('an orientation that stands alone goes byte for byte', async () => {
  const photo = afterStart(await jpegOf(), segment(0xe1, `Exif\0\0${TIFF_ORIENTATION_6}`));
  expect(stripMetadata(photo, 'jpeg')).toEqual({ bytes: photo, removed: [] });
  expect((await sharp(photo).metadata()).orientation).toBe(6);
});

test('a second EXIF part goes', async () => {
  const exif = segment(0xe1, `Exif\0\0${TIFF_ORIENTATION_6}`);
  const { removed } = await strip(afterStart(await jpegOf(), exif, exif), 'jpeg');
  expect(removed).toEqual(['a second camera data (EXIF) part']);
});

test('every private part of a PNG goes; colour and density stay', async () => {
  const plain = await picture().png().withIccProfile('p3').withMetadata({ density: 300, orientation: 8 }).toBuffer();
  const photo = Buffer.concat([
    afterPngHeader(
      plain,
      pngChunk('tEXt', 'Author\0SECRET'),
      pngChunk('zTXt', 'Comment\0\0SECRET'),
      pngChunk('iTXt', 'XML:com.adobe.xmp\0\0\0\0\0<x GPSLatitude="SECRET"/>'),
      pngChunk('tIME', '\x07\xea\x0b\x15\x08\x08\x08'),
      pngChunk('prVt', 'SECRET'),
    ),
    Buffer.from('<html>SECRET'),
  ]);
  const { removed, metadata } = await strip(photo, 'png');
  expect(removed).toEqual([
    'GPS position',
    'text',
    'XMP',
    'time stamp',
    'private chunks',
    'camera data (EXIF)',
    '12 bytes after the end of the picture',
  ]);
  expect(metadata).toMatchObject({ orientation: 8, density: 300 });
  expect(metadata.icc).toEqual((await sharp(plain).metadata()).icc);
});

test('a PNG chunk with a wrong checksum goes like any other', async () => {
  const broken = pngChunk('tEXt', 'Author\0SECRET');
  broken.writeUInt32BE(1, broken.length - 4);
  const { removed } = await strip(afterPngHeader(await picture().png().toBuffer(), broken), 'png');
  expect(removed).toEqual(['text']);
});

test('transparency and palette of a PNG stay', async () => {
  const clear = sharp({
    create: { width: 500, height: 500, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0.5 } },
  });
  const photo = afterPngHeader(await clear.png({ palette: true }).toBuffer(), pngChunk('tEXt', 'a\0SECRET'));
  expect((await strip(photo, 'png')).removed).toEqual(['text']);
});

test.each([
  ['lossy', { lossless: false }],
  ['lossless', { lossless: true }],
])('every private part of a %s WebP goes', async (_kind, options) => {
  const plain = await picture()
    .webp(options)
    .withIccProfile('p3')
    .withMetadata({ orientation: 3 })
    .withExifMerge({ IFD0: { Artist: 'SECRET' } })
    .toBuffer();
  const photo = Buffer.concat([
    withRiffChunks(plain, riffChunk('XMP ', '<x>SECRET</x>'), riffChunk('priv', 'SECRETS')),
    Buffer.from('SECRET'),
  ]);
  const { removed, metadata } = await strip(photo, 'webp');
  expect(removed).toEqual(['camera data (EXIF)', 'XMP', 'private chunks', '6 bytes after the end of the picture']);
  expect(metadata.orientation).toBe(3);
  expect(metadata.icc).toEqual((await sharp(plain).metadata()).icc);
  expect(metadata.xmp).toBeUndefined();
});

test('a transparent WebP stays transparent', async () => {
  const clear = sharp({
    create: { width: 500, height: 500, channels: 4, background: { r: 9, g: 99, b: 9, alpha: 0.5 } },
  });
  const photo = await clear
    .webp()
    .withExif({ IFD0: { Artist: 'SECRET' } })
    .toBuffer();
  expect((await strip(photo, 'webp')).metadata.hasAlpha).toBe(true);
});

test('a file that ends before its picture is given back as it is', async () => {
  const photo = await cameraJpeg();
  const cut = photo.subarray(0, photo.length - 50);
  expect(stripMetadata(cut, 'jpeg')).toEqual({ bytes: cut, removed: [] });
});

test('no damage to a file makes the strip throw', async () => {
  const photos: [PhotoFormat, Buffer][] = [
    ['jpeg', await cameraJpeg()],
    [
      'png',
      await picture()
        .png()
        .withExif({ IFD0: { Artist: 'x' } })
        .toBuffer(),
    ],
    [
      'webp',
      await picture()
        .webp()
        .withExif({ IFD0: { Artist: 'x' } })
        .toBuffer(),
    ],
  ];
  let state = 7;
  const random = (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state % below;
  };
  for (const [format, photo] of photos) {
    for (let round = 0; round < 400; round++) {
      const damaged = Buffer.from(photo.subarray(0, round % 4 === 0 ? random(photo.length) : photo.length));
      for (let hit = 0; hit < 6 && damaged.length > 0; hit++)
        damaged[random(Math.min(600, damaged.length))] = random(256);
      const once = stripMetadata(damaged, format);
      expect(stripMetadata(once.bytes, format).bytes).toBe(once.bytes);
    }
  }
});
