import { createHash } from 'node:crypto';
import { GOOD_SHORT_SIDE_PX, MAX_PHOTO_BYTES, MIN_SHORT_SIDE_PX } from '../contract/photo-limits.ts';
import { pixelsOf } from './decode.ts';
import type { Orientation } from './exif.ts';
import { detectFormat, isPhotoFormat, type KnownFormat, mimeOf, type PhotoFormat } from './format.ts';
import { type PictureHeader, readPictureHeader } from './header.ts';
import { jpegSegments } from './jpeg-segments.ts';
import { MAX_PIXELS } from './load-sharp.ts';
import { looksSideways } from './looks-sideways.ts';
import { blockMeans } from './plain-jpeg.ts';
import { cleanPicture } from './strip.ts';
import { openUpright, type Strictness } from './upright.ts';

/**
 * The memory limit for one picture: as much as 80 megapixels of 8 bits. A picture that is decoded row by row needs
 * little; others are held whole.
 */
export const MAX_HELD_BYTES = 3 * MAX_PIXELS;
/** Cameras and programs make about ten. */
const MAX_SCANS = 100;

/** Longer side of the small picture for the hash and the check of its orientation. */
const SMALL_SIDE_PX = 64;

export interface PhotoFacts {
  format: PhotoFormat;
  mime: string;
  /** Size as displayed, orientation applied. */
  widthPx: number;
  heightPx: number;
  /** The EXIF orientation it is stored with. */
  orientation: Orientation;
  /** Predicates: "is 800×1000; …". */
  warnings: string[];
  /** Hex; equal if the pixels are equal, whatever the metadata. */
  pictureHash: string;
}

/**
 * `problem` is a predicate, to be put after a name: "is cut off before its end". A picture that `isSmall` can be read, and
 * only has too few pixels.
 */
export type Examined =
  | { ok: true; facts: PhotoFacts }
  | { ok: false; problem: string; fault: PhotoFault; isSmall?: true };

/** The kind of a problem, for whoever has words of their own for it. */
export type PhotoFault = 'heic' | 'other_format' | 'small' | 'large' | 'damaged';

export interface ExamineOptions {
  /**
   * Somebody else decodes it afterwards, so a JPEG whose data surely reads to its end is not decoded here. Its hash is
   * comparable with those of photos that were examined in the same way.
   */
  isDecodedLater?: boolean;
}

/** Every check on a photo's bytes that needs no file: format, size, structure, and a decode to its end. */
export async function examinePhoto(bytes: Uint8Array, options: ExamineOptions = {}): Promise<Examined> {
  if (bytes.length === 0) return refused('damaged', 'is empty (0 bytes)');
  if (bytes.length > MAX_PHOTO_BYTES)
    return refused(
      'large',
      `is ${(bytes.length / 1e6).toFixed(1)} MB; at most ${MAX_PHOTO_BYTES / 1e6} MB are accepted`,
    );
  const format = detectFormat(bytes);
  if (!isPhotoFormat(format)) return refused(format === 'heic' ? 'heic' : 'other_format', wrongFormat(format));
  const clean = cleanPicture(bytes, format);
  return clean.ok ? examinePixels(clean.bytes, format, options) : refused('damaged', clean.problem);
}

/** Of those whose name begins with a vowel as it is spoken. */
const ARTICLES: Partial<Record<KnownFormat, string>> = { avif: 'an', svg: 'an' };

export function wrongFormat(format: KnownFormat | undefined): string {
  if (format === undefined) return 'is not an image; JPEG, PNG and WebP are accepted';
  if (format === 'heic') {
    return 'is a HEIC photo; save it as JPEG first (iPhone: Settings > Camera > Formats > Most Compatible)';
  }
  const name =
    format === 'tiff' ? 'a TIFF or camera raw file' : `${ARTICLES[format] ?? 'a'} ${format.toUpperCase()} file`;
  return `is ${name}; save it as JPEG, PNG or WebP first`;
}

/** The way on from a photo that is too small. */
export const SMALL_REMEDY =
  'give the original from the camera, not a copy that a messenger has made smaller, or take it again';

/** What follows the size of a photo that is small and taken all the same. */
export const SMALL_WARNING = `${GOOD_SHORT_SIDE_PX} px on the short side give better results`;

export const isSmallWarning = (warning: string): boolean => warning.endsWith(SMALL_WARNING);

/** Of a photo that may lie on its side; only a look at the person is certain. */
export const wideWarning = ({ widthPx, heightPx }: Pick<PhotoFacts, 'widthPx' | 'heightPx'>): string =>
  `is wider than tall (${widthPx}×${heightPx}); if the person lies on their side in it, turn it upright`;

async function examinePixels(
  clean: Uint8Array,
  format: PhotoFormat,
  { isDecodedLater = false }: ExamineOptions,
): Promise<Examined> {
  const header = await readPictureHeader(clean, format);
  if (header === undefined) return refused('damaged', 'has a damaged header and cannot be decoded');
  const { width, height, orientation } = header;
  if (width * height > MAX_PIXELS) {
    return refused(
      'large',
      `is ${width}×${height} (${Math.round((width * height) / 1e6)} megapixels); at most 80 are accepted`,
    );
  }
  const [widthPx, heightPx] = orientation >= 5 ? [height, width] : [width, height];
  const shortSide = Math.min(widthPx, heightPx);
  if (shortSide < MIN_SHORT_SIDE_PX) {
    const problem = `is ${widthPx}×${heightPx}; the short side must be at least ${MIN_SHORT_SIDE_PX} px; ${SMALL_REMEDY}`;
    return { ok: false, problem, fault: 'small', isSmall: true };
  }
  const costly = tooCostly(header, format);
  if (costly !== undefined) return refused('large', costly);
  const seen = (isDecodedLater && plainlySeen(clean, format, header)) || (await seenByDecoder(clean, format));
  if (seen === undefined) return refused('damaged', 'is damaged or cut off: it does not decode to its end');
  const warnings: string[] = [];
  if (shortSide < GOOD_SHORT_SIDE_PX) {
    warnings.push(`is ${widthPx}×${heightPx}; ${SMALL_WARNING}`);
  }
  if (seen.isSideways) {
    warnings.push(wideWarning({ widthPx, heightPx }));
  }
  const pictureHash = createHash('sha256').update(`${widthPx}x${heightPx}:`).update(seen.picture).digest('hex');
  return { ok: true, facts: { format, mime: mimeOf(format), widthPx, heightPx, orientation, warnings, pictureHash } };
}

/** The part of a picture that the decoder holds in memory at once, and the way to save it otherwise. */
const HELD: Readonly<Record<PhotoFormat, { kind: string; instead: string }>> = {
  jpeg: { kind: 'a progressive JPEG', instead: 'save it as a baseline JPEG' },
  png: { kind: 'an interlaced PNG', instead: 'save it without interlacing' },
  webp: { kind: 'a lossless WebP', instead: 'save it as JPEG' },
};

function tooCostly({ width, height, scans, heldPerPixel }: PictureHeader, format: PhotoFormat): string | undefined {
  if (scans > MAX_SCANS) return `is a JPEG of ${scans} scans; at most ${MAX_SCANS} are accepted`;
  const bytes = width * height * heldPerPixel;
  if (bytes <= MAX_HELD_BYTES) return undefined;
  const { kind, instead } = HELD[format];
  const needs = `is ${kind} of ${width}×${height} that takes ${Math.round(bytes / 1e6)} MB of memory to decode`;
  return `${needs}; at most ${MAX_HELD_BYTES / 1e6} MB are accepted: ${instead}, or smaller`;
}

/** What the checks ask of a picture that is whole. */
interface Seen {
  /** Equal if the pixels are equal. */
  picture: Uint8Array;
  isSideways: boolean;
}

/** A larger one would hold up everything else for more than some ms; the decoder has threads of its own. */
const MAX_PLAIN_BYTES = 512 * 1024;

/** Without the decoder: for a small JPEG of the usual kind that is not wide. Undefined means that the decoder is asked. */
function plainlySeen(
  bytes: Uint8Array,
  format: PhotoFormat,
  { width, height, orientation }: PictureHeader,
): Seen | undefined {
  const isWide = orientation >= 5 ? height > width : width > height;
  if (format !== 'jpeg' || isWide || bytes.length > MAX_PLAIN_BYTES) return undefined;
  const means = blockMeans(bytes, jpegSegments(bytes).segments);
  if (means === undefined) return undefined;
  return { picture: Buffer.concat([Uint8Array.of(orientation), means]), isSideways: false };
}

/** Undefined if the pixel data is damaged or ends early. */
async function seenByDecoder(bytes: Uint8Array, format: PhotoFormat): Promise<Seen | undefined> {
  const small = await decodeToTheEnd(bytes, format);
  return small && { picture: small.rgb, isSideways: looksSideways(small) };
}

/**
 * Decodes every pixel but keeps only a small picture: the decoder works row by row if it can, so 24 MP need 10 MB and
 * not 72. Undefined if the pixel data is damaged or ends early.
 */
async function decodeToTheEnd(bytes: Uint8Array, format: PhotoFormat) {
  try {
    return await decodeSmall(bytes, format === 'jpeg' ? 'warning' : 'error');
  } catch (error) {
    if (format !== 'jpeg' || isDamage(error)) return undefined;
  }
  // The decoder found only a harmless oddity, such as padding before the end marker: the picture decodes.
  return decodeSmall(bytes, 'error').catch(() => undefined);
}

/** True for a JPEG whose pixel data ended early or made no sense: the decoder fills the rest with grey and warns. */
function isDamage(error: unknown): boolean {
  const text = String(error);
  return /corrupt jpeg data|premature end/i.test(text) && !/extraneous bytes/i.test(text);
}

async function decodeSmall(bytes: Uint8Array, strictness: Strictness) {
  const picture = await openUpright(bytes, strictness);
  return pixelsOf(picture.resize(SMALL_SIDE_PX, SMALL_SIDE_PX, { fit: 'inside' }));
}

const refused = (fault: PhotoFault, problem: string): Examined => ({ ok: false, problem, fault });
