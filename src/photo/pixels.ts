import type { Sharp, SharpConstructor } from 'sharp';
import { ReconError } from '../errors.ts';

/** A picture with more pixels is refused before it is decoded. */
export const MAX_PIXELS = 80_000_000;

/** The strictness of the decoder: `warning` also refuses pixel data that had to be guessed. */
export type Strictness = 'error' | 'warning';

let loading: Promise<SharpConstructor> | undefined;

/** The image library, loaded on first use: it costs 40 ms and 30 MB that most commands do not need. */
export function loadSharp(): Promise<SharpConstructor> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // The library works on one photo at a time and caches nothing: peak memory matters more than the last 20 % of
    // speed.
    sharp.cache(false);
    sharp.concurrency(1);
    // A file that passes the check by content wrongly still must not reach an SVG, TIFF or PDF reader.
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
    return sharp;
  });
  return loading;
}

/** Opens a JPEG, PNG or WebP as displayed: turned upright, sRGB, transparency on white. */
export async function openPicture(bytes: Uint8Array, failOn: Strictness = 'error'): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(bytes, { failOn, limitInputPixels: MAX_PIXELS, sequentialRead: true })
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb');
}

/** Throws an error that can be shown; the decoder's own is its cause. */
export function throwUndecodable(cause: unknown): never {
  throw new ReconError('photo_rejected', 'the picture cannot be decoded', { cause });
}
