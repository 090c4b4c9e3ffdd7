import { expect, test } from 'vitest';
import { jpegSegments } from '../../src/photo/jpeg-segments.ts';
import { segment } from '../support/photo-maker.ts';

const START = Buffer.from([0xff, 0xd8]);
const END = Buffer.from([0xff, 0xd9]);

const markersOf = (bytes: Uint8Array) => jpegSegments(bytes).segments.map(({ marker }) => marker);

test('escaped bytes and restart markers belong to the pixel data', () => {
  const scan = Buffer.concat([
    segment(0xda, '\x01\x01\0\0\x3f\0'),
    Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3, 0xff, 0xd7, 4]),
  ]);
  const bytes = Buffer.concat([START, scan, END]);
  const { segments, pictureEnd } = jpegSegments(bytes);
  expect(segments.map(({ start, end }) => [start, end])).toEqual([
    [2, 2 + scan.length],
    [2 + scan.length, bytes.length],
  ]);
  expect(pictureEnd).toBe(bytes.length);
});

test('the walk ends with the first picture', () => {
  const bytes = Buffer.concat([START, segment(0xe1, 'x'), END, START, segment(0xfe, 'y'), END]);
  expect(markersOf(bytes)).toEqual([0xe1, 0xd9]);
  expect(jpegSegments(bytes).pictureEnd).toBe(9);
});

test('fill bytes before a marker belong to it, other bytes to nobody', () => {
  const bytes = Buffer.concat([
    START,
    Buffer.from([7, 7, 0xff, 0]),
    Buffer.from([0xff, 0xff]),
    segment(0xe1, 'x'),
    END,
  ]);
  const { segments, strayBytes } = jpegSegments(bytes);
  expect(segments[0]).toMatchObject({ marker: 0xe1, start: 6 });
  expect(strayBytes).toBe(4);
});

test.each([
  ['before any marker', START],
  ['inside a marker', Buffer.concat([START, Buffer.from([0xff])])],
  ['inside a length', Buffer.concat([START, Buffer.from([0xff, 0xe1, 0])])],
  ['inside a segment', Buffer.concat([START, Buffer.from([0xff, 0xe1, 0, 9, 1])])],
  ['with a length below two', Buffer.concat([START, Buffer.from([0xff, 0xe1, 0, 1]), END])],
  ['inside pixel data', Buffer.concat([START, segment(0xda, ''), Buffer.from([1, 2, 0xff, 0])])],
])('a file that ends %s has no picture end', (_where, bytes) => {
  expect(jpegSegments(bytes).pictureEnd).toBeUndefined();
});
