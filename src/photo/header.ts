import type { PhotoFormat } from './format.ts';
import { jpegHeader } from './jpeg-header.ts';
import { loadSharp } from './pixels.ts';
import { isLosslessWebp } from './webp.ts';

export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

/** Facts from a picture's header, read before any pixel is decoded. */
export interface PictureHeader {
  /** Width as stored, before the picture is turned. */
  width: number;
  height: number;
  /** The orientation in EXIF. */
  orientation: Orientation;
  /** For a JPEG, the number of times that the decoder goes over the picture. */
  scans: number;
  /** Bytes per pixel that the decoder holds at once; 0 if it works row by row. */
  heldPerPixel: number;
}

/** Undefined if the decoder cannot read the picture. */
export async function readPictureHeader(bytes: Uint8Array, format: PhotoFormat): Promise<PictureHeader | undefined> {
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
  // A JPEG whose frame cannot be read may have any kind of scans, so the worst case counts.
  if (format === 'jpeg') return 6;
  return isProgressive ? channels * (depth === 'ushort' ? 2 : 1) : 0;
}

function toOrientation(value: number | undefined): Orientation {
  return value !== undefined && value >= 1 && value <= 8 ? (value as Orientation) : 1;
}
