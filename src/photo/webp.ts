import { cleanExif } from './exif.ts';
import { asciiAt, type Inspection, orderedWords, wordsOfTrailer, wordsOfXmp } from './inspection.ts';

const RIFF_HEAD_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;

const NEEDED = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP', 'ANIM', 'ANMF']);

/** Bits in the first byte of VP8X. */
const EXIF_FLAG = 0x08;
const XMP_FLAG = 0x04;
const ANIMATION_FLAG = 0x02;

interface Chunk {
  type: string;
  /** Head, data and padding of the chunk. */
  whole: Uint8Array;
  data: Uint8Array;
}

/** Splits a WebP into the chunks the picture needs and the rest. */
export function inspectWebp(bytes: Uint8Array): Inspection {
  const { chunks, end, complete } = webpChunks(bytes);
  const words: string[] = [];
  const kept: Chunk[] = [];
  for (const chunk of chunks) {
    const { keep, words: removed = [] } = cleanChunk(chunk);
    if (keep !== undefined) kept.push(keep);
    words.push(...removed);
  }
  if (complete) words.push(...wordsOfTrailer(bytes.length - end));
  const animated = chunks.some(
    ({ type, data }) => type === 'ANIM' || (type === 'VP8X' && (data[0]! & ANIMATION_FLAG) !== 0),
  );
  const removed = orderedWords(words);
  if (removed.length === 0) return { clean: [bytes], removed, complete, animated };
  return { clean: assemble(bytes, kept), removed, complete, animated };
}

/** In a lossless WebP every pixel may depend on all pixels before it. */
export function isLosslessWebp(bytes: Uint8Array): boolean {
  return webpChunks(bytes).chunks.some(({ type }) => type === 'VP8L');
}

function webpChunks(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const chunks: Chunk[] = [];
  const declaredEnd = bytes.length < RIFF_HEAD_BYTES ? Number.POSITIVE_INFINITY : 8 + view.getUint32(4, true);
  const end = Math.min(declaredEnd, bytes.length);
  let position = RIFF_HEAD_BYTES;
  let fits = true;
  while (fits && position + CHUNK_HEAD_BYTES <= end) {
    const size = view.getUint32(position + 4, true);
    const dataEnd = position + CHUNK_HEAD_BYTES + size;
    fits = dataEnd <= end;
    if (!fits) break;
    const next = Math.min(dataEnd + (size % 2), end);
    chunks.push({
      type: asciiAt(bytes, position, 4),
      whole: bytes.subarray(position, next),
      data: bytes.subarray(position + CHUNK_HEAD_BYTES, dataEnd),
    });
    position = next;
  }
  // Some encoders forget the last padding byte.
  return { chunks, end, complete: fits && declaredEnd <= bytes.length + 1 };
}

function cleanChunk(chunk: Chunk): { keep?: Chunk; words?: string[] } {
  const { type, data } = chunk;
  if (NEEDED.has(type)) return { keep: chunk };
  if (type === 'EXIF') {
    const tiff = asciiAt(data, 0, 6) === 'Exif\0\0' ? data.subarray(6) : data;
    const { keep, ...decision } = cleanExif(tiff, { stored: data });
    return keep === undefined ? decision : { ...decision, keep: chunkOf('EXIF', keep) };
  }
  if (type === 'XMP ') return { words: wordsOfXmp(data) };
  return { words: ['private chunks'] };
}

/** Writes the head with its new size, and a VP8X whose flags match the kept chunks. */
function assemble(bytes: Uint8Array, kept: Chunk[]): Uint8Array[] {
  const hasExif = kept.some(({ type }) => type === 'EXIF');
  const chunks = kept.map((chunk) => (chunk.type === 'VP8X' ? withFlags(chunk, hasExif) : chunk).whole);
  const head = Buffer.from(bytes.subarray(0, RIFF_HEAD_BYTES));
  head.writeUInt32LE(4 + chunks.reduce((sum, { length }) => sum + length, 0), 4);
  return [head, ...chunks];
}

function withFlags(chunk: Chunk, hasExif: boolean): Chunk {
  const data = Uint8Array.from(chunk.data);
  data[0] = (data[0]! & ~(XMP_FLAG | EXIF_FLAG)) | (hasExif ? EXIF_FLAG : 0);
  return chunkOf('VP8X', data);
}

function chunkOf(type: string, data: Uint8Array): Chunk {
  const whole = Buffer.alloc(CHUNK_HEAD_BYTES + data.length + (data.length % 2));
  whole.write(type, 0, 'latin1');
  whole.writeUInt32LE(data.length, 4);
  whole.set(data, CHUNK_HEAD_BYTES);
  return { type, whole, data };
}
