import { readExif } from './exif.ts';
import { asciiAt } from './inspection.ts';
import { APP0, jpegSegments } from './jpeg-segments.ts';

export interface PictureHeader {
  /** As stored, before any turning. */
  width: number;
  height: number;
  /** EXIF's, where it holds one. */
  orientation: number | undefined;
}

const EXIF_NAME = 'Exif\0\0';
const APP1 = APP0 + 1;
/** Start of frame, of every coding; C4, C8 and CC among them are something else. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * Size and orientation of a JPEG, without the decoder: to ask it costs a tenth of decoding a small photo. Undefined
 * where the file does not say it in the usual way; the decoder then has the word.
 */
export function jpegHeader(bytes: Uint8Array): PictureHeader | undefined {
  const { segments } = jpegSegments(bytes);
  const frames = segments.filter(({ marker }) => isFrame(marker));
  const [frame] = frames;
  if (frame === undefined || frames.length > 1 || frame.end - frame.payload < 6) return undefined;
  const at = (offset: number) => bytes[frame.payload + offset]! * 256 + bytes[frame.payload + offset + 1]!;
  const [height, width] = [at(1), at(3)];
  // A height of 0 is told after the first scan.
  if (width === 0 || height === 0) return undefined;
  const exif = segments.find(({ marker, payload }) => marker === APP1 && asciiAt(bytes, payload, 6) === EXIF_NAME);
  const orientation =
    exif === undefined ? undefined : readExif(bytes.subarray(exif.payload + EXIF_NAME.length, exif.end)).orientation;
  return { width, height, orientation };
}
