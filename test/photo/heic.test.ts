import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decodePhoto } from '../../src/photo/decode.ts';
import { heicToJpeg } from '../../src/photo/heic.ts';

// 600×800, made with heif-enc from a gradient: red grows to the right, green downwards, blue is 90.
const heic = readFileSync(new URL('../fixtures/photos/gradient.heic', import.meta.url));

test('a HEIC photo becomes a JPEG with the same picture', async () => {
  const { widthPx, heightPx, rgb } = await decodePhoto((await heicToJpeg(heic))!);
  expect([widthPx, heightPx]).toEqual([600, 800]);
  for (const [x, y] of [
    [50, 50],
    [550, 100],
    [300, 700],
  ] as const) {
    const at = (y * 600 + x) * 3;
    const expected = [(x * 255) / 600, (y * 255) / 800, 90];
    for (let channel = 0; channel < 3; channel++) {
      expect(Math.abs(rgb[at + channel]! - expected[channel]!)).toBeLessThan(10);
    }
  }
});

test.each([
  ['cut', heic.subarray(0, heic.length / 2)],
  ['of a head only', heic.subarray(0, 24)],
  ['with its list of parts overwritten', Buffer.concat([heic.subarray(0, 60), Buffer.alloc(300), heic.subarray(360)])],
])('a HEIC photo that is %s is refused', async (_what, bytes) => {
  await expect(heicToJpeg(bytes)).rejects.toMatchObject({ code: 'photo_rejected' });
});
