import type { Orientation } from './exif.ts';
import type { PhotoFormat } from './format.ts';
import { jpegHeader, type PictureHeader } from './jpeg-header.ts';
import { loadSharp } from './pixels.ts';
import { isLosslessWebp } from './webp.ts';

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
