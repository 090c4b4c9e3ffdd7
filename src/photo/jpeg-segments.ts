/** A marker with its data; a start of scan includes its pixel data. */
export interface JpegSegment {
  marker: number;
  /** Offset of the first 0xff, fill bytes included. */
  start: number;
  /** Offset of the bytes after marker and length. */
  payload: number;
  /** Offset one past the last byte. */
  end: number;
}

export interface JpegLayout {
  segments: JpegSegment[];
  /** Offset one past the end marker of the first picture; undefined if the file ends before it. */
  pictureEnd: number | undefined;
  /** Number of bytes between segments. */
  strayBytes: number;
}

export const EOI = 0xd9;
export const SOS = 0xda;
export const COM = 0xfe;
export const APP0 = 0xe0;
export const APP15 = 0xef;

/** The first bytes of an APP1 segment that holds EXIF. */
export const EXIF_NAME = 'Exif\0\0';

/** Markers that stand alone, without a length: TEM, the restart markers, SOI and EOI. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= EOI);
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;

/** Walks a JPEG from marker to marker as a decoder does, up to the end of its first picture. */
export function jpegSegments(bytes: Uint8Array): JpegLayout {
  const segments: JpegSegment[] = [];
  let position = 2;
  let strayBytes = 0;
  for (;;) {
    const found = nextMarker(bytes, position);
    if (found === undefined) return { segments, pictureEnd: undefined, strayBytes };
    strayBytes += found.start - position;
    const segment = segmentAt(bytes, found);
    if (segment === undefined) return { segments, pictureEnd: undefined, strayBytes };
    segments.push(segment);
    if (segment.marker === EOI) return { segments, pictureEnd: segment.end, strayBytes };
    position = segment.end;
  }
}

interface FoundMarker {
  marker: number;
  start: number;
  after: number;
}

function nextMarker(bytes: Uint8Array, from: number): FoundMarker | undefined {
  let start = bytes.indexOf(0xff, from);
  while (start !== -1) {
    let after = start + 1;
    while (bytes[after] === 0xff) after++;
    const marker = bytes[after];
    if (marker === undefined) return undefined;
    if (marker !== 0) return { marker, start, after: after + 1 };
    start = bytes.indexOf(0xff, after + 1);
  }
  return undefined;
}

function segmentAt(bytes: Uint8Array, { marker, start, after }: FoundMarker): JpegSegment | undefined {
  if (isBare(marker)) return { marker, start, payload: after, end: after };
  const high = bytes[after];
  const low = bytes[after + 1];
  if (high === undefined || low === undefined) return undefined;
  const end = after + high * 256 + low;
  if (end < after + 2 || end > bytes.length) return undefined;
  return { marker, start, payload: after + 2, end: marker === SOS ? scanEnd(bytes, end) : end };
}

/** Pixel data ends at the next marker that is neither an escaped 0xff nor a restart. */
function scanEnd(bytes: Uint8Array, from: number): number {
  let position = from;
  for (;;) {
    const found = nextMarker(bytes, position);
    if (found === undefined) return bytes.length;
    if (!isRestart(found.marker)) return found.start;
    position = found.after;
  }
}
