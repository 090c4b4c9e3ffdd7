/** The formats that are sent; everything else is converted or refused. */
export const PHOTO_FORMATS = ['jpeg', 'png', 'webp'] as const;
export type PhotoFormat = (typeof PHOTO_FORMATS)[number];

/** Formats that are recognised, so that a refusal can name them. */
export type KnownFormat = PhotoFormat | 'heic' | 'avif' | 'gif' | 'tiff' | 'bmp' | 'svg' | 'pdf';

const MAGIC: readonly (readonly [KnownFormat, RegExp])[] = [
  ['jpeg', /^\xff\xd8\xff/],
  ['png', /^\x89PNG\r\n\x1a\n/],
  ['webp', /^RIFF.{4}WEBP/s],
  ['gif', /^GIF8[79]a/],
  ['tiff', /^(II[*+]\0|MM\0[*+])/],
  ['bmp', /^BM.{4}\0{4}/s],
  ['pdf', /^%PDF-/],
  ['svg', /^(\xef\xbb\xbf)?\s*(<\?xml.*?)?(<!--.*?-->\s*|<!DOCTYPE svg.*?>\s*)*<svg[\s>]/s],
];

const HEIC_BRANDS = ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'hevm', 'hevs', 'mif1', 'msf1'];
const AVIF_BRANDS = ['avif', 'avis'];

/** Number of bytes that `detectFormat` needs from the start of a file. */
export const FORMAT_HEAD_BYTES = 1024;

/** The format of a file by its content, never by its name; undefined if it is no known image. */
export function detectFormat(head: Uint8Array): KnownFormat | undefined {
  const text = Buffer.from(head.subarray(0, FORMAT_HEAD_BYTES)).toString('latin1');
  return MAGIC.find(([, pattern]) => pattern.test(text))?.[0] ?? isoMediaFormat(text);
}

/** HEIC and AVIF share a container; its first box lists the brands. */
function isoMediaFormat(text: string): 'heic' | 'avif' | undefined {
  if (text.slice(4, 8) !== 'ftyp') return undefined;
  const brands = text.slice(8, Math.min(text.length, 8 + 64)).match(/.{4}/gs) ?? [];
  if (brands.some((brand) => AVIF_BRANDS.includes(brand))) return 'avif';
  return brands.some((brand) => HEIC_BRANDS.includes(brand)) ? 'heic' : undefined;
}

export function isPhotoFormat(format: string | undefined): format is PhotoFormat {
  return PHOTO_FORMATS.some((one) => one === format);
}

export function mimeOf(format: PhotoFormat): string {
  return `image/${format}`;
}

/** `jpeg` → `.jpg`, the ending of the name that is sent. */
export function extensionOf(format: PhotoFormat): string {
  return format === 'jpeg' ? '.jpg' : `.${format}`;
}
