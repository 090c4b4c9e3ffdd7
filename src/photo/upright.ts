import type { Sharp } from 'sharp';
import { loadSharp, MAX_PIXELS } from './load-sharp.ts';

/** The strictness of the decoder: `warning` also refuses pixel data that had to be guessed. */
export type Strictness = 'error' | 'warning';

/** Opens a JPEG, PNG or WebP as displayed: turned by its EXIF orientation, sRGB, transparency on white. */
export async function openUpright(bytes: Uint8Array, failOn: Strictness = 'error'): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(bytes, { failOn, limitInputPixels: MAX_PIXELS, sequentialRead: true })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb');
}
