// Valid JPEGs of about 8 MB each, one a view, every one another picture.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

export const VIEWS = ['left', 'front', 'right', 'back', 'left_45', 'right_45', 'below'];
const SIDES = { width: 3024, height: 4032 };
/** Noise this strong (0–255) makes 8 MB at this size and quality. */
const NOISE = 30;

/** @returns {{paths: Record<string, string>, bytes: number}} */
export async function makeLargePhotos(folder) {
  const paths = {};
  let bytes = 0;
  for (const [i, view] of VIEWS.entries()) {
    const photo = await largePhoto(i + 1);
    paths[view] = join(folder, `${view}.jpg`);
    writeFileSync(paths[view], photo);
    bytes += photo.length;
  }
  return { paths, bytes };
}

function largePhoto(seed) {
  const { width, height } = SIDES;
  const rgb = Buffer.alloc(width * height * 3);
  let state = seed * 2654435761;
  for (let i = 0; i < rgb.length; i++) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    rgb[i] = 100 + ((Math.floor(i / (width * 3)) / height) * 60 + ((state >>> 24) / 255) * NOISE * 2);
  }
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();
}
