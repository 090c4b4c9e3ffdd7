import type { PhotoFormat } from './format.ts';
import { jpegHeader } from './jpeg-header.ts';
import { loadSharp } from './pixels.ts';
import { isLosslessWebp } from './webp.ts';

export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** What a picture says of itself before a pixel of it is decoded. */
export interface PictureHeader {
  /** As stored, before any turning. */
  width: number;
  height: number;
  /** EXIF's. */
  orientation: Orientation;
  /** Of a JPEG: how often the decoder goes over the picture. */
  scans: number;
  /** Bytes for each pixel that the decoder has to hold at once; 0 where it goes row by row. */
  heldPerPixel: number;
}

/** Undefined where the decoder cannot read it. */
export async function readHeader(bytes: Uint8Array, format: PhotoFormat): Promise<PictureHeader | undefined> {
  const known = format === 'jpeg' ? jpegHeader(bytes) : undefined;
  if (known !== undefined) return { ...known, orientation: toOrientation(known.orientation) };
  const sharp = await loadSharp();
  try {
    const header = await sharp(bytes, { limitInputPixels: false, failOn: 'error' }).metadata();
    const { width, height, orientation } = header;
    return {
      width,
      height,
      orientation: toOrientation(orientation),
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
  // A JPEG that does not tell its frame in the usual way may have any scans.
  if (format === 'jpeg') return 6;
  return isProgressive ? channels * (depth === 'ushort' ? 2 : 1) : 0;
}

function toOrientation(value: number | undefined): Orientation {
  return value !== undefined && value >= 1 && value <= 8 ? (value as Orientation) : 1;
}
