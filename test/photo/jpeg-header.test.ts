import sharp, { type JpegOptions } from 'sharp';
import { expect, test } from 'vitest';
import { jpegHeader } from '../../src/photo/header.ts';
import { afterStart, cameraJpeg, jpegOf, picture, segment } from '../support/photo-maker.ts';

const sof = (jpeg: Buffer) => jpeg.indexOf(Buffer.from([0xff, 0xc0]));

test.each([1, 2, 3, 4, 5, 6, 7, 8])('says what the decoder says of a photo turned by %i', async (orientation) => {
  const photo = await cameraJpeg(orientation);
  const { width, height, orientation: turned } = await sharp(photo).metadata();
  expect(jpegHeader(photo)).toMatchObject({ width, height, orientation: turned });
});

const made = (options: JpegOptions) => picture({ width: 601, height: 803 }).jpeg(options).toBuffer();

test.each([
  ['baseline', () => made({}), 1, 0],
  ['progressive', () => made({ progressive: true }), 10, 3],
  ['progressive with colours at full size', () => made({ progressive: true, chromaSubsampling: '4:4:4' }), 10, 6],
  ['grey', () => picture({ width: 601, height: 803 }).greyscale().jpeg().toBuffer(), 1, 0],
  ['with tables of its own', () => made({ mozjpeg: true }), 8, 3],
  ['with a scan for each colour', async () => withFirstScanOf(1, await made({})), 1, 3],
])('a %s one without EXIF', async (_, make, scans, heldPerPixel) => {
  expect(jpegHeader(await make())).toEqual({ width: 601, height: 803, orientation: 1, scans, heldPerPixel });
});

/** Says so; the pixels do not follow. */
function withFirstScanOf(components: number, jpeg: Buffer): Buffer {
  const changed = Buffer.from(jpeg);
  changed[changed.indexOf(Buffer.from([0xff, 0xda])) + 4] = components;
  return changed;
}

test('leaves to the decoder what is out of the ordinary', async () => {
  const photo = await jpegOf();
  const frame = photo.subarray(sof(photo), sof(photo) + 2 + photo.readUInt16BE(sof(photo) + 2));
  const noHeight = Buffer.from(photo);
  noHeight.writeUInt16BE(0, sof(photo) + 5);
  expect(jpegHeader(noHeight)).toBeUndefined();
  expect(jpegHeader(afterStart(photo, frame))).toBeUndefined();
  expect(jpegHeader(Buffer.from([0xff, 0xd8, 0xff, 0xd9]))).toBeUndefined();
  expect(jpegHeader(Buffer.concat([Buffer.from([0xff, 0xd8]), segment(0xc0, '\x08\x01')]))).toBeUndefined();
});
