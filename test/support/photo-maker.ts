import { constants, crc32, deflateRawSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A synthetic picture; another `seed` gives other pixels. */
export function picture({ seed = 1, width = 600, height = 800 } = {}): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3;
      pixels[at] = (x * 255) / width;
      pixels[at + 1] = (y * 255) / height;
      pixels[at + 2] = 128 + 90 * Math.sin((x * seed) / 37 + y / 23);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

export const jpegOf = (options?: { seed?: number; width?: number; height?: number }) =>
  picture(options).jpeg({ quality: 85 }).toBuffer();

/** A colour photo as a camera writes it: EXIF with maker, owner, GPS, turned by `orientation`. */
export function cameraJpeg(orientation = 6, seed = 1): Promise<Buffer> {
  return picture({ seed })
    .jpeg({ quality: 85 })
    .withIccProfile('p3')
    .withMetadata({ orientation, density: 300 })
    .withExifMerge({
      IFD0: { Make: 'SECRET-MAKER', Model: 'SECRET-MODEL', Copyright: 'SECRET-OWNER' },
      IFD2: { BodySerialNumber: 'SECRET-SERIAL' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 24/1 0/1' },
    })
    .toBuffer();
}

/** One marker segment. */
export function segment(marker: number, payload: Uint8Array | string): Buffer {
  const body = Buffer.from(payload as string, 'latin1');
  const length = body.length + 2;
  return Buffer.concat([Buffer.from([0xff, marker, length >> 8, length & 0xff]), body]);
}

/** Puts bytes right behind a JPEG's start marker. */
export function afterStart(jpeg: Uint8Array, ...parts: Uint8Array[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...parts, jpeg.subarray(2)]);
}

export function pngChunk(type: string, data: Uint8Array | string): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data as string, 'latin1')]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

/** Signature and IHDR take the first 33 bytes of every PNG. */
export function afterPngHeader(png: Uint8Array, ...chunks: Uint8Array[]): Buffer {
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
}

export function riffChunk(type: string, data: Uint8Array | string): Buffer {
  const body = Buffer.from(data as string, 'latin1');
  const chunk = Buffer.alloc(8 + body.length + (body.length % 2));
  chunk.write(type, 0, 'latin1');
  chunk.writeUInt32LE(body.length, 4);
  body.copy(chunk, 8);
  return chunk;
}

/** Adds chunks to the end of a WebP and to the size in its head. */
export function withRiffChunks(webp: Uint8Array, ...chunks: Uint8Array[]): Buffer {
  const whole = Buffer.concat([webp, ...chunks]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}

/** Pixels as stored, before any turning; two photos with equal ones look the same to every decoder. */
export async function rawPixels(bytes: Uint8Array): Promise<Buffer> {
  return sharp(bytes, { ignoreIcc: true, failOn: 'error' }).raw().toBuffer();
}

/** A white PNG of `width`×`height` in a few kilobytes, whatever its size. */
export async function hugePng(width: number, height: number): Promise<Buffer> {
  const small = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
    .greyscale()
    .png()
    .toBuffer();
  const header = Buffer.from(small.subarray(16, 29));
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([small.subarray(0, 8), pngChunk('IHDR', header), small.subarray(33)]);
}

/** A black PNG with an alpha channel of `side`×`side`, with all its pixels, made at once whatever its size. */
export function blackPng(side: number, { depth, interlaced }: { depth: 8 | 16; interlaced: boolean }): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([depth, 6, 0, 0, interlaced ? 1 : 0], 8);
  const passes = interlaced ? ADAM7 : [{ x: 0, y: 0, across: 1, down: 1 }];
  const bytes = passes
    .map(({ x, y, across, down }) => ({ width: Math.ceil((side - x) / across), rows: Math.ceil((side - y) / down) }))
    .reduce((sum, { width, rows }) => sum + rows * (1 + (width * 4 * depth) / 8), 0);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflatedZeros(bytes)),
    pngChunk('IEND', ''),
  ]);
}

/** Where each pass begins and how far its pixels are apart. */
const ADAM7 = [
  { x: 0, y: 0, across: 8, down: 8 },
  { x: 4, y: 0, across: 8, down: 8 },
  { x: 0, y: 4, across: 4, down: 8 },
  { x: 2, y: 0, across: 4, down: 4 },
  { x: 0, y: 2, across: 2, down: 4 },
  { x: 1, y: 0, across: 2, down: 2 },
  { x: 0, y: 1, across: 1, down: 2 },
];

/** What zlib makes of so many zeros, with one piece of it repeated. */
function deflatedZeros(count: number): Buffer {
  const piece = (length: number, finishFlush: number) => deflateRawSync(Buffer.alloc(length), { finishFlush });
  const whole = Math.floor(count / PIECE_BYTES);
  const adler32 = Buffer.alloc(4);
  adler32.writeUInt32BE(((count % 65_521) * 65_536 + 1) >>> 0);
  return Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    ...Array(whole).fill(piece(PIECE_BYTES, constants.Z_FULL_FLUSH)),
    piece(count - whole * PIECE_BYTES, constants.Z_FINISH),
    adler32,
  ]);
}

const PIECE_BYTES = 1 << 20;
