import type { Sharp } from 'sharp';
import { ReconError } from '../errors.ts';
import { detectFormat, isPhotoFormat } from './format.ts';
import { loadSharp } from './load-sharp.ts';
import { stripMetadata } from './strip.ts';
import { openUpright } from './upright.ts';

/** Pixels as displayed: 3 bytes each (red, green, blue), rows from the top, sRGB. */
export interface RgbImage {
  widthPx: number;
  heightPx: number;
  rgb: Uint8Array;
  /** A byte for each pixel: 0 shows what is behind, 255 the pixel. Without it all are shown. */
  alpha?: Uint8Array;
}

/**
 * A JPEG, PNG or WebP as pixels; `maxSidePx` shrinks it to that longer side, never enlarges.
 * Throws `photo_rejected` where it is none of these or does not decode.
 */
export async function decodePhoto(bytes: Uint8Array, options: { maxSidePx?: number } = {}): Promise<RgbImage> {
  const picture = await shrunk(bytes, options.maxSidePx);
  return pixelsOf(picture).catch(throwUndecodable);
}

export async function pixelsOf(picture: Sharp): Promise<RgbImage> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { widthPx: info.width, heightPx: info.height, rgb: data };
}

/** The same picture in another size. Sharper kernels draw bright seams round dark things, which few pixels show as lines. */
export async function resizedTo(image: RgbImage, widthPx: number, heightPx: number): Promise<RgbImage> {
  const resized = (await opened(image)).resize(widthPx, heightPx, { fit: 'fill', kernel: 'linear' });
  if (image.alpha === undefined) return await pixelsOf(resized);
  const [colours, { rgb: alpha }] = await Promise.all([
    pixelsOf(resized.clone().removeAlpha()),
    pixelsOf(resized.extractChannel(3)),
  ]);
  return { ...colours, alpha };
}

async function opened({ widthPx: width, heightPx: height, rgb, alpha }: RgbImage): Promise<Sharp> {
  const sharp = await loadSharp();
  if (alpha === undefined) return sharp(rgb, { raw: { width, height, channels: 3 } });
  const pixels = new Uint8Array(4 * alpha.length);
  for (const [at, share] of alpha.entries()) {
    pixels.set(rgb.subarray(3 * at, 3 * at + 3), 4 * at);
    pixels[4 * at + 3] = share;
  }
  return sharp(pixels, { raw: { width, height, channels: 4 } });
}

/** Pixels as a JPEG, without metadata. `quality` is 1 to 100. */
export async function encodeJpeg(image: RgbImage, quality = 90): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const raw = { width: image.widthPx, height: image.heightPx, channels: 3 } as const;
  return sharp(image.rgb, { raw }).jpeg({ quality }).toBuffer();
}

/** Pixels as a PNG, without metadata. */
export async function encodePng(image: RgbImage): Promise<Uint8Array> {
  return (await opened(image)).png().toBuffer();
}

/** A small JPEG of a photo, at most `sidePx` wide and high. Throws `photo_rejected` as `decodePhoto` does. */
export async function makeThumb(bytes: Uint8Array, sidePx: number): Promise<Uint8Array> {
  const picture = await shrunk(bytes, sidePx);
  return picture.jpeg({ quality: 80 }).toBuffer().catch(throwUndecodable);
}

async function shrunk(bytes: Uint8Array, maxSidePx: number | undefined) {
  const format = detectFormat(bytes);
  if (!isPhotoFormat(format)) throwUndecodable(new Error(`not a JPEG, PNG or WebP: ${format ?? 'unknown'}`));
  // Broken metadata must not stop the decoder, so it never sees any.
  const picture = await openUpright(stripMetadata(bytes, format).bytes);
  if (maxSidePx === undefined) return picture;
  return picture.resize(maxSidePx, maxSidePx, { fit: 'inside', withoutEnlargement: true });
}

/** Throws an error that can be shown; the decoder's own is its cause. */
function throwUndecodable(cause: unknown): never {
  throw new ReconError('photo_rejected', 'the picture cannot be decoded', { cause });
}
