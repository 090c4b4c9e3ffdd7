/** The result of walking through a photo's container, without decoding a pixel. */
export interface Inspection {
  /** The file without its private parts: slices of the original and few rewritten ones, in order. */
  clean: Uint8Array[];
  /** The parts left out of `clean`, in words for a person; empty means that `clean` is the original. */
  removed: string[];
  /** True if the container reaches its own end mark. */
  complete: boolean;
  animated: boolean;
}

/** The decision about one part of a container. */
export interface Decision {
  /** The bytes that are kept of it; undefined if none. */
  keep?: Uint8Array | undefined;
  /** The contents that are left out, in words. */
  words?: string[];
}

export const GPS = 'GPS position';
export const EXIF = 'camera data (EXIF)';
export const PREVIEW = 'embedded preview';
export const XMP = 'XMP';

/** The private facts in XMP, which is text: a position in it is reported like one in EXIF. */
export function wordsOfXmp(xmp: Uint8Array): string[] {
  return Buffer.from(xmp.buffer, xmp.byteOffset, xmp.byteLength).includes('GPSL') ? [GPS, XMP] : [XMP];
}

export function wordsOfTrailer(byteCount: number): string[] {
  return byteCount === 0 ? [] : [`${byteCount} ${byteCount === 1 ? 'byte' : 'bytes'} after the end of the picture`];
}

/** Each word once, the most important ones for the person in the picture first. */
export function orderedWords(words: readonly string[]): string[] {
  const unique = [...new Set(words)];
  return [...unique.filter((word) => word === GPS), ...unique.filter((word) => word !== GPS)];
}

export function asciiAt(bytes: Uint8Array, start: number, length: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', start, start + length);
}
