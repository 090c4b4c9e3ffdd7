import { type Orientation, readExif } from './exif.ts';
import type { PhotoFormat } from './format.ts';
import { asciiAt } from './inspection.ts';
import { APP0, EXIF_NAME, type JpegSegment, jpegSegments, SOS } from './jpeg-segments.ts';
import { loadSharp } from './load-sharp.ts';
import { isLosslessWebp } from './webp.ts';

/** Facts from a picture's header, read before any pixel is decoded. */
export interface PictureHeader {
  /** Width as stored, before the picture is turned. */
  width: number;
  height: number;
  /** The orientation in EXIF; 1 if there is none. */
  orientation: Orientation;
  /** For a JPEG, the number of times that the decoder goes over the picture. */
  scans: number;
  /** Bytes per pixel that the decoder holds at once, for a JPEG until the last scan; 0 if it works row by row. */
  heldPerPixel: number;
}

/** Undefined if the decoder cannot read the picture. */
export async function readPictureHeader(bytes: Uint8Array, format: PhotoFormat): Promise<PictureHeader | undefined> {
  const known = format === 'jpeg' ? jpegHeader(bytes) : undefined;
  if (known !== undefined) return known;
  const sharp = await loadSharp();
  try {
    const header = await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata();
    const { width, height, orientation = 1 } = header;
    return {
      width,
      height,
      orientation: orientation as Orientation,
      scans: 1,
      heldPerPixel: held(bytes, format, header),
    };
  } catch {
    return undefined;
  }
}

interface DecoderHeader {
  isProgressive: boolean;
  channels: number;
  depth: string;
}

function held(bytes: Uint8Array, format: PhotoFormat, { isProgressive, channels, depth }: DecoderHeader): number {
  if (format === 'webp') return isLosslessWebp(bytes) ? 4 : 0;
  // A JPEG whose frame cannot be read may have any kind of scans, so the worst case counts.
  if (format === 'jpeg') return 6;
  return isProgressive ? channels * (depth === 'ushort' ? 2 : 1) : 0;
}

const APP1 = APP0 + 1;
/** True for a start of frame, of any coding; C4, C8 and CC are others. In C2, C6, … the scans refine each other. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isProgressive = (marker: number) => marker % 4 === 2;
/** A coefficient takes two bytes in memory, however it was packed. */
const COEFFICIENT_BYTES = 2;

/**
 * Size and orientation of a JPEG, without the decoder: asking the decoder costs a tenth of decoding a small photo.
 * Undefined if the file does not tell them in the usual way; then the decoder is asked.
 */
export function jpegHeader(bytes: Uint8Array): PictureHeader | undefined {
  const { segments } = jpegSegments(bytes);
  const frames = segments.filter(({ marker }) => isFrame(marker));
  const [frame] = frames;
  if (frame === undefined || frames.length > 1 || frame.end - frame.payload < 6) return undefined;
  const at = (offset: number) => bytes[frame.payload + offset]! * 256 + bytes[frame.payload + offset + 1]!;
  const [height, width] = [at(1), at(3)];
  // A height of 0 means that the height comes after the first scan.
  if (width === 0 || height === 0) return undefined;
  const exif = segments.find(({ marker, payload }) => marker === APP1 && asciiAt(bytes, payload, 6) === EXIF_NAME);
  const tiff = exif && bytes.subarray(exif.payload + EXIF_NAME.length, exif.end);
  const orientation = (tiff && readExif(tiff).orientation) ?? 1;
  const scans = segments.filter(({ marker }) => marker === SOS);
  const heldPerPixel = isHeld(bytes, frame, scans) ? samplesPerPixel(bytes, frame) * COEFFICIENT_BYTES : 0;
  return { width, height, orientation, scans: scans.length, heldPerPixel };
}

/** True if the decoder must hold the picture, because no single scan has all of a row. */
function isHeld(bytes: Uint8Array, frame: JpegSegment, [first]: JpegSegment[]): boolean {
  return isProgressive(frame.marker) || (first !== undefined && bytes[first.payload]! < componentCount(bytes, frame));
}

const componentCount = (bytes: Uint8Array, frame: JpegSegment) => bytes[frame.payload + 5]!;

/** 3 for full-size colours, 1.5 if two of them have half the width and height. */
function samplesPerPixel(bytes: Uint8Array, frame: JpegSegment): number {
  const factors = Array.from({ length: componentCount(bytes, frame) }, (_, index) => {
    const sampling = bytes[frame.payload + 7 + index * 3] ?? 0x11;
    return { across: sampling >> 4, down: sampling & 0xf };
  });
  const across = Math.max(1, ...factors.map((factor) => factor.across));
  const down = Math.max(1, ...factors.map((factor) => factor.down));
  return factors.reduce((sum, factor) => sum + (factor.across * factor.down) / (across * down), 0);
}
