import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { examinePhoto } from '../../src/photo/examine.ts';
import { cameraJpeg } from '../support/photo-maker.ts';

/** Head and shoulders before a plain wall, upright: the shoulders reach the lower edge. */
function portrait(width: number, height: number): Sharp {
  const size = Math.min(width, height);
  const pixels = Buffer.alloc(width * height * 3, 0xd4);
  const inside = (x: number, y: number, centreY: number, radiusX: number, radiusY: number) =>
    ((x - width / 2) / (size * radiusX)) ** 2 + ((y - centreY) / (size * radiusY)) ** 2 < 1;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isPerson = inside(x, y, height * 0.4, 0.18, 0.25) || inside(x, y, height, 0.42, 0.35);
      if (isPerson) pixels.set([0xb0, 0x70, 0x50], (y * width + x) * 3);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

async function warningsOf(photo: Buffer): Promise<string[]> {
  const examined = await examinePhoto(photo);
  return examined.ok ? examined.facts.warnings : [examined.problem];
}

const LYING = expect.stringContaining('if the person lies on their side');

test('an upright portrait is fine', async () => {
  expect(await warningsOf(await portrait(1200, 1600).jpeg().toBuffer())).toEqual([]);
});

test.each([90, 270])('a portrait lying on its side is told (%i°)', async (angle) => {
  const lying = await portrait(1200, 1600).jpeg().toBuffer();
  expect(await warningsOf(await sharp(lying).rotate(angle).jpeg().toBuffer())).toEqual([LYING]);
});

test('a person upright in a wide picture is fine', async () => {
  expect(await warningsOf(await portrait(1600, 1200).jpeg().toBuffer())).toEqual([]);
});

test('an orientation that turns it upright is obeyed, one that lays it down is told', async () => {
  const lying = await sharp(await portrait(1200, 1600).jpeg().toBuffer())
    .rotate(90)
    .jpeg()
    .toBuffer();
  expect(await warningsOf(await sharp(lying).withMetadata({ orientation: 8 }).jpeg().toBuffer())).toEqual([]);
  expect(await warningsOf(await cameraJpeg(6))).toContainEqual(LYING);
});
