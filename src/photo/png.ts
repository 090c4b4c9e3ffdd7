import { crc32 } from 'node:zlib';
import { cleanExif } from './exif.ts';
import { asciiAt, type Decision, type Inspection, orderedWords, wordsOfTrailer, wordsOfXmp } from './inspection.ts';

const SIGNATURE_BYTES = 8;
/** Bytes of length, type and checksum around a chunk's data. */
const FRAME_BYTES = 12;

/** The chunks needed to decode the right colours and the size on paper. */
const NEEDED = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS'],
  ...['gAMA', 'cHRM', 'sRGB', 'iCCP', 'cICP', 'mDCV', 'cLLI', 'sBIT', 'bKGD', 'pHYs'],
]);

const WORDS: Readonly<Record<string, string>> = {
  tEXt: 'text',
  zTXt: 'text',
  iTXt: 'text',
  tIME: 'time stamp',
  acTL: 'animation',
  fcTL: 'animation',
  fdAT: 'animation',
};

/** Splits a PNG into the chunks the picture needs and the rest. */
export function inspectPng(bytes: Uint8Array): Inspection {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const clean: Uint8Array[] = [bytes.subarray(0, SIGNATURE_BYTES)];
  const words: string[] = [];
  let animated = false;
  let position = SIGNATURE_BYTES;
  while (position + FRAME_BYTES <= bytes.length) {
    const end = position + FRAME_BYTES + view.getUint32(position);
    if (end > bytes.length) break;
    const type = asciiAt(bytes, position + 4, 4);
    const chunk = bytes.subarray(position, end);
    const { keep, words: removed = [] } = cleanChunk(type, chunk);
    if (keep !== undefined) clean.push(keep);
    words.push(...removed);
    animated ||= type === 'acTL' && view.getUint32(position) >= 4 && view.getUint32(position + 8) > 1;
    position = end;
    if (type !== 'IEND') continue;
    words.push(...wordsOfTrailer(bytes.length - end));
    return { clean, removed: orderedWords(words), complete: true, animated };
  }
  return { clean, removed: orderedWords(words), complete: false, animated };
}

function cleanChunk(type: string, chunk: Uint8Array): Decision {
  if (NEEDED.has(type)) return { keep: chunk };
  const data = chunk.subarray(8, -4);
  if (type === 'eXIf') {
    // The density of a PNG is in pHYs, not in EXIF.
    const { keep, ...decision } = cleanExif(data, { withDensity: false });
    return keep === undefined ? decision : { ...decision, keep: chunkOf('eXIf', keep) };
  }
  if (type === 'iTXt' && asciiAt(data, 0, 17) === 'XML:com.adobe.xmp') return { words: wordsOfXmp(data) };
  return { words: [WORDS[type] ?? 'private chunks'] };
}

function chunkOf(type: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(FRAME_BYTES + data.length);
  chunk.writeUInt32BE(data.length, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), 4 + body.length);
  return chunk;
}
