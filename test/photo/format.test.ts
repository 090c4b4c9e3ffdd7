import { expect, test } from 'vitest';
import { detectFormat, extensionOf, mimeOf, PHOTO_FORMATS } from '../../src/photo/format.ts';
import { picture } from '../support/photo-maker.ts';

test.each([
  ['jpeg', '\xff\xd8\xff\xe0'],
  ['png', '\x89PNG\r\n\x1a\n'],
  ['webp', 'RIFF\x10\0\0\0WEBPVP8 '],
  ['heic', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'],
  ['heic', '\0\0\0\x18ftypmif1\0\0\0\0mif1heic'],
  ['avif', '\0\0\0\x18ftypavif\0\0\0\0mif1avif'],
  ['avif', '\0\0\0\x18ftypmif1\0\0\0\0mif1avif'],
  ['gif', 'GIF89a'],
  ['tiff', 'II*\0'],
  ['tiff', 'MM\0*'],
  ['bmp', 'BM\x10\x20\0\0\0\0\0\0'],
  ['pdf', '%PDF-1.7'],
  ['svg', '<svg xmlns="http://www.w3.org/2000/svg">'],
  ['svg', '<?xml version="1.0"?>\n<!-- made by hand -->\n<!DOCTYPE svg PUBLIC "x">\n<svg>'],
  [undefined, 'a letter'],
  [undefined, ''],
  [undefined, '\0\0\0\x18ftypisom\0\0\0\0mp42'],
  [undefined, 'RIFF\x10\0\0\0WAVEfmt '],
])('%s is known by its first bytes', (format, head) => {
  expect(detectFormat(Buffer.from(head, 'latin1'))).toBe(format);
});

test.each(PHOTO_FORMATS)('a real %s is known by its content', async (format) => {
  expect(detectFormat(await picture().toFormat(format).toBuffer())).toBe(format);
  expect(mimeOf(format)).toBe(`image/${format}`);
});

test('endings are the usual ones', () => {
  expect(PHOTO_FORMATS.map(extensionOf)).toEqual(['.jpg', '.png', '.webp']);
});
