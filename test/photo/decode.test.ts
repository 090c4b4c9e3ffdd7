import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodePhoto, encodeJpeg, makeThumb } from '../../src/photo/decode.ts';
import { jpegOf, picture } from '../support/photo-maker.ts';

/** Red top left, green top right, blue bottom left, white bottom right: 2×2 blocks of 300 px. */
async function quarters() {
  const block = (background: string) => sharp({ create: { width: 300, height: 300, channels: 3, background } }).png();
  const parts = await Promise.all(['#00ff00', '#0000ff', '#ffffff'].map((colour) => block(colour).toBuffer()));
  return sharp({ create: { width: 600, height: 600, channels: 3, background: '#ff0000' } }).composite([
    { input: parts[0]!, left: 300, top: 0 },
    { input: parts[1]!, left: 0, top: 300 },
    { input: parts[2]!, left: 300, top: 300 },
  ]);
}

function pixel(image: { widthPx: number; rgb: Uint8Array }, x: number, y: number): number[] {
  const at = (y * image.widthPx + x) * 3;
  return [...image.rgb.subarray(at, at + 3)];
}

test('pixels come as RGB, rows from the top', async () => {
  const image = await decodePhoto(await (await quarters()).png().toBuffer());
  expect([image.widthPx, image.heightPx, image.rgb.length]).toEqual([600, 600, 600 * 600 * 3]);
  expect(pixel(image, 10, 10)).toEqual([255, 0, 0]);
  expect(pixel(image, 590, 10)).toEqual([0, 255, 0]);
  expect(pixel(image, 10, 590)).toEqual([0, 0, 255]);
});

test('the orientation is applied', async () => {
  const image = await decodePhoto(await (await quarters()).withMetadata({ orientation: 6 }).png().toBuffer());
  expect(pixel(image, 590, 10)).toEqual([255, 0, 0]);
  expect(pixel(image, 10, 10)).toEqual([0, 0, 255]);
});

test.each([
  ['grey', () => picture().greyscale().jpeg().toBuffer()],
  ['16 bits', () => picture().toColourspace('rgb16').png().toBuffer()],
  ['a palette', () => picture().png({ palette: true }).toBuffer()],
  ['CMYK', () => picture().toColourspace('cmyk').jpeg().toBuffer()],
])('%s becomes three channels of 8 bits', async (_kind, make) => {
  const image = await decodePhoto(await make());
  expect(image.rgb.length).toBe(600 * 800 * 3);
});

test('transparency becomes white', async () => {
  const clear = sharp({ create: { width: 500, height: 500, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });
  expect(pixel(await decodePhoto(await clear.png().toBuffer()), 5, 5)).toEqual([255, 255, 255]);
});

test('a wide colour space is brought to sRGB', async () => {
  const red = sharp({ create: { width: 500, height: 500, channels: 3, background: '#c82828' } });
  const wide = await red.withIccProfile('p3').png().toBuffer();
  const stored = await sharp(wide, { ignoreIcc: true }).raw().toBuffer();
  expect(stored[0]).toBeLessThan(195);
  const [r, g, b] = pixel(await decodePhoto(wide), 5, 5);
  expect([Math.abs(r! - 0xc8) < 4, Math.abs(g! - 0x28) < 4, Math.abs(b! - 0x28) < 4]).toEqual([true, true, true]);
});

test('it shrinks to the longer side and never enlarges', async () => {
  const photo = await jpegOf();
  expect(await decodePhoto(photo, { maxSidePx: 200 })).toMatchObject({ widthPx: 150, heightPx: 200 });
  expect(await decodePhoto(photo, { maxSidePx: 2000 })).toMatchObject({ widthPx: 600, heightPx: 800 });
});

test('pixels go into a JPEG and come back nearly the same', async () => {
  const image = await decodePhoto(await jpegOf());
  const again = await decodePhoto(await encodeJpeg(image, 95));
  const worst = again.rgb.reduce((most, value, at) => Math.max(most, Math.abs(value - image.rgb[at]!)), 0);
  expect(worst).toBeLessThan(24);
});

test('a thumb is a small JPEG, upright', async () => {
  const turned = await picture().jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const { format, width, height, orientation } = await sharp(await makeThumb(turned, 100)).metadata();
  expect({ format, width, height, orientation }).toEqual({
    format: 'jpeg',
    width: 100,
    height: 75,
    orientation: undefined,
  });
});

test.each([
  ['text', Buffer.from('a letter')],
  ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"/>')],
])('%s is refused', async (_what, bytes) => {
  await expect(decodePhoto(bytes)).rejects.toMatchObject({ code: 'photo_rejected' });
  await expect(makeThumb(bytes, 10)).rejects.toMatchObject({ code: 'photo_rejected' });
});

test('a cut JPEG is refused', async () => {
  const photo = await jpegOf();
  await expect(decodePhoto(photo.subarray(0, photo.length / 2))).rejects.toMatchObject({ code: 'photo_rejected' });
});
