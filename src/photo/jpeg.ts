import { cleanExif } from './exif.ts';
import {
  asciiAt,
  type Decision,
  EXIF,
  type Inspection,
  orderedWords,
  PREVIEW,
  wordsOfTrailer,
  wordsOfXmp,
} from './inspection.ts';
import { APP0, APP15, COM, EXIF_NAME, type JpegSegment, jpegSegments } from './jpeg-segments.ts';

const JFIF_NAME = 'JFIF\0';
/** Length of name, version, density unit, two densities, thumbnail width and height. */
const JFIF_BYTES = 14;
const ADOBE_BYTES = 12;

/** Splits a JPEG into the parts that the picture needs and the parts that tell about person, place and camera. */
export function inspectJpeg(bytes: Uint8Array): Inspection {
  const { segments, pictureEnd, strayBytes } = jpegSegments(bytes);
  const clean: Uint8Array[] = [bytes.subarray(0, 2)];
  const words: string[] = strayBytes > 0 ? ['stray bytes between the parts of the file'] : [];
  const seen = new Set<string>();
  for (const segment of segments) {
    const verdict = isMetadata(segment)
      ? decideSegment(bytes, segment, seen)
      : { keep: bytes.subarray(segment.start, segment.end) };
    if (verdict.keep !== undefined) clean.push(verdict.keep);
    words.push(...(verdict.words ?? []));
  }
  if (pictureEnd !== undefined) words.push(...wordsOfTrailer(bytes.length - pictureEnd));
  return { clean, removed: orderedWords(words), complete: pictureEnd !== undefined, animated: false };
}

const isMetadata = ({ marker }: JpegSegment) => marker === COM || (marker >= APP0 && marker <= APP15);

function decideSegment(bytes: Uint8Array, segment: JpegSegment, seen: Set<string>): Decision {
  const whole = bytes.subarray(segment.start, segment.end);
  const payload = bytes.subarray(segment.payload, segment.end);
  const name = asciiAt(payload, 0, 40);
  if (segment.marker === COM) return { words: ['comment'] };
  const app = segment.marker - APP0;
  if (app === 0 && name.startsWith(JFIF_NAME) && payload.length >= JFIF_BYTES)
    return firstOnly(seen, 'JFIF', () => cleanJfif(whole, payload));
  if (app === 0 && name.startsWith('JFXX\0')) return { words: [PREVIEW] };
  if (app === 1 && name.startsWith(EXIF_NAME))
    return firstOnly(seen, EXIF, () => cleanExifSegment(whole, payload.subarray(EXIF_NAME.length)));
  if (app === 1 && name.startsWith('http://ns.adobe.com/x')) return { words: wordsOfXmp(payload) };
  if (app === 2 && name.startsWith('ICC_PROFILE\0')) return { keep: whole };
  if (app === 2 && name.startsWith('MPF\0')) return { words: ['further pictures (MPF)'] };
  if (app === 13 && name.startsWith('Photoshop 3.0\0')) return { words: ['IPTC'] };
  // The Adobe segment tells the decoder which colour transform the pixels went through.
  if (app === 14 && name.startsWith('Adobe') && payload.length >= ADOBE_BYTES)
    return firstOnly(seen, 'Adobe', () => cleanAdobe(whole, payload));
  return { words: [`APP${app} data`] };
}

function firstOnly(seen: Set<string>, name: string, verdict: () => Decision): Decision {
  if (seen.has(name)) return { words: [`a second ${name} part`] };
  seen.add(name);
  return verdict();
}

function cleanJfif(whole: Uint8Array, payload: Uint8Array): Decision {
  if (payload.length === JFIF_BYTES && payload[12] === 0 && payload[13] === 0) return { keep: whole };
  const plain = payload.slice(0, JFIF_BYTES);
  plain[12] = 0;
  plain[13] = 0;
  return { keep: segmentOf(APP0, plain), words: [PREVIEW] };
}

function cleanAdobe(whole: Uint8Array, payload: Uint8Array): Decision {
  if (payload.length === ADOBE_BYTES) return { keep: whole };
  return { keep: segmentOf(APP0 + 14, payload.subarray(0, ADOBE_BYTES)), words: ['APP14 data'] };
}

function cleanExifSegment(whole: Uint8Array, tiff: Uint8Array): Decision {
  const decision = cleanExif(tiff);
  if (decision.keep === undefined) return decision;
  if (decision.keep === tiff) return { keep: whole };
  return { ...decision, keep: segmentOf(APP0 + 1, Buffer.concat([Buffer.from(EXIF_NAME), decision.keep])) };
}

function segmentOf(marker: number, payload: Uint8Array): Uint8Array {
  const length = payload.length + 2;
  return Buffer.concat([Uint8Array.of(0xff, marker, length >> 8, length & 0xff), payload]);
}
