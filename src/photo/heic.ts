import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { ReconError, systemErrorCode } from '../errors.ts';
import { loadSharp, MAX_PIXELS } from './load-sharp.ts';

/** At this quality the loss is far below the camera's own noise. */
const JPEG_QUALITY = 95;

/**
 * Converts a HEIC photo to JPEG, upright and without metadata; undefined if the optional decoder is not installed.
 * Throws `photo_rejected` if the photo does not decode.
 */
export async function heicToJpeg(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const decoderPath = findDecoder();
  if (decoderPath === undefined) return undefined;
  const { width, height, data } = await decode(decoderPath, bytes);
  const sharp = await loadSharp();
  return sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

function findDecoder(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve('heic-decode');
  } catch (error) {
    if (systemErrorCode(error) === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

interface RgbaPicture {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/**
 * The decoder runs in its own thread: it prints complaints to stdout, which is only for answers, blocks for a second,
 * and keeps the memory of the largest picture until its thread ends.
 */
const DECODE_IN_THREAD = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { decoderPath, bytes, maxPixels } = workerData;
  require(decoderPath).all({ buffer: bytes }).then(async ([picture]) => {
    if (picture.width * picture.height > maxPixels) throw new Error('too many pixels');
    parentPort.postMessage(await picture.decode());
  });
`;

function decode(decoderPath: string, bytes: Uint8Array): Promise<RgbaPicture> {
  const thread = new Worker(DECODE_IN_THREAD, {
    eval: true,
    stdout: true,
    stderr: true,
    workerData: { decoderPath, bytes, maxPixels: MAX_PIXELS },
  });
  return new Promise<RgbaPicture>((resolve, reject) => {
    thread.once('message', resolve);
    const fail = (cause?: unknown) =>
      reject(new ReconError('photo_rejected', 'the HEIC photo cannot be decoded', { cause }));
    thread.once('error', fail);
    thread.once('exit', () => fail());
  }).finally(() => thread.terminate());
}
