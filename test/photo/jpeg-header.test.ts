import sharp from 'sharp';
import { expect, test } from 'vitest';
import { jpegHeader } from '../../src/photo/jpeg-header.ts';
import { afterStart, cameraJpeg, jpegOf, picture, segment } from '../support/photo-maker.ts';

const sof = (jpeg: Buffer) => jpeg.indexOf(Buffer.from([0xff, 0xc0]));

test.each([1, 2, 3, 4, 5, 6, 7, 8])('says what the decoder says of a photo turned by %i', async (orientation) => {
  const photo = await cameraJpeg(orientation);
  const { width, height, orientation: turned } = await sharp(photo).metadata();
  expect(jpegHeader(photo)).toEqual({ width, height, orientation: turned });
});

test.each([
  ['baseline', () => jpegOf({ width: 601, height: 803 })],
  ['progressive', () => picture({ width: 601, height: 803 }).jpeg({ progressive: true }).toBuffer()],
  ['grey', () => picture({ width: 601, height: 803 }).greyscale().jpeg().toBuffer()],
  ['with tables of its own', () => picture({ width: 601, height: 803 }).jpeg({ mozjpeg: true }).toBuffer()],
])('a %s one without EXIF', async (_, make) => {
  expect(jpegHeader(await make())).toEqual({ width: 601, height: 803, orientation: undefined });
});

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
