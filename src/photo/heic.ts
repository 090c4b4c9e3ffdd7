import { ReconError, systemErrorCode } from '../errors.ts';
import { loadSharp, MAX_PIXELS } from './pixels.ts';

/** High enough that the loss is far below the camera's own noise. */
const JPEG_QUALITY = 95;

/**
 * A HEIC photo as JPEG, upright and without metadata; undefined where the optional decoder is not
 * installed. Throws `photo_rejected` where it does not decode.
 */
export async function heicToJpeg(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  const decoder = await loadDecoder();
  if (decoder === undefined) return undefined;
  try {
    const pictures = await decoder.all({ buffer: bytes });
    try {
      return await firstAsJpeg(pictures);
    } finally {
      pictures.dispose();
    }
  } catch (error) {
    throw new ReconError('photo_rejected', 'the HEIC photo cannot be decoded', { cause: error });
  }
}

async function firstAsJpeg(pictures: Awaited<ReturnType<Decoder['all']>>): Promise<Uint8Array> {
  const first = pictures[0];
  if (first === undefined || first.width * first.height > MAX_PIXELS) throw new Error('no picture, or too large a one');
  const { width, height, data } = await first.decode();
  const sharp = await loadSharp();
  return sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

type Decoder = typeof import('heic-decode')['default'];

async function loadDecoder(): Promise<Decoder | undefined> {
  try {
    return (await import('heic-decode')).default;
  } catch (error) {
    if (['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'].includes(systemErrorCode(error) ?? '')) return undefined;
    throw error;
  }
}
