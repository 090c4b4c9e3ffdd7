import type { PhotoFormat } from './format.ts';
import type { Inspection } from './inspection.ts';
import { inspectJpeg } from './jpeg.ts';
import { inspectPng } from './png.ts';
import { inspectWebp } from './webp.ts';

export interface Stripped {
  /** The same array that was given if nothing was removed. */
  bytes: Uint8Array;
  /** The removed parts, in words for a person: `GPS position`, `XMP`, `17 bytes after the end of the picture`. */
  removed: string[];
}

const INSPECT: Readonly<Record<PhotoFormat, (bytes: Uint8Array) => Inspection>> = {
  jpeg: inspectJpeg,
  png: inspectPng,
  webp: inspectWebp,
};

/**
 * Removes all private data from a photo and leaves every pixel as it is. Orientation, colour profile, pixel density and
 * data needed for decoding stay. Broken metadata is removed too; a file that ends before its picture does is returned
 * unchanged. `take` gives memory for the result.
 */
export function stripMetadata(
  bytes: Uint8Array,
  format: PhotoFormat,
  take: (sizeBytes: number) => Uint8Array = Buffer.allocUnsafe,
): Stripped {
  const { clean, removed, complete } = INSPECT[format](bytes);
  if (removed.length === 0 || !complete) return { bytes, removed: [] };
  return { bytes: joined(clean, take), removed };
}

/** The picture without its metadata, or the problem of its container, as a predicate. */
export function cleanPicture(
  bytes: Uint8Array,
  format: PhotoFormat,
): { ok: true; bytes: Uint8Array } | { ok: false; problem: string } {
  const { clean, removed, complete, animated } = INSPECT[format](bytes);
  if (animated) return { ok: false, problem: 'is animated; a still picture is needed' };
  if (!complete) return { ok: false, problem: 'is cut off before its end' };
  return { ok: true, bytes: removed.length === 0 ? bytes : joined(clean, Buffer.allocUnsafe) };
}

function joined(parts: readonly Uint8Array[], take: (sizeBytes: number) => Uint8Array): Uint8Array {
  const whole = take(parts.reduce((sum, { length }) => sum + length, 0));
  let position = 0;
  for (const part of parts) {
    whole.set(part, position);
    position += part.length;
  }
  return whole;
}
