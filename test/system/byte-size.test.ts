import { expect, test } from 'vitest';
import { byteSizeText, parseByteSize } from '../../src/system/byte-size.ts';

test.each([
  ['50GB', 50e9],
  ['1.5 tb', 1.5e12],
  ['500MB', 5e8],
  ['20kB', 20_000],
  ['0.001kB', 1],
])('%s is %i bytes', (text, bytes) => {
  expect(parseByteSize(text)).toBe(bytes);
});

test.each(['', '50', 'GB', '0GB', '-1GB', '5GiB', '1e3GB', '1,5GB', '5  GB', '5GB '])('%j is no size', (text) => {
  expect(parseByteSize(text)).toBe(undefined);
});

test.each([
  [0, '0 kB'],
  [1, '1 kB'],
  [850_000, '850 kB'],
  [3_240_000, '3.2 MB'],
  [50e9, '50.0 GB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(byteSizeText(bytes)).toBe(text);
});
