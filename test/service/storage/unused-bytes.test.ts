import { expect, test } from 'vitest';
import { unusedIn } from '../../../src/service/storage/unused-bytes.ts';

/** A page of 64 bytes behind a header: `cells` pointers, cells from `content` on, and a byte of something at `at`. */
function pageOf({ kind = 13, cells = 2, content = 40, at = 20, header = 0 }) {
  const page = Buffer.alloc(64 + header);
  page[header] = kind;
  page.writeUInt16BE(cells, header + 3);
  page.writeUInt16BE(content + header, header + 5);
  page[at + header] = 1;
  return page;
}

test.each([
  ['a leaf', pageOf({}), 2, { start: 12, end: 40 }],
  ['an inner page', pageOf({ kind: 5 }), 2, { start: 16, end: 40 }],
  ['the first page, behind the header of the file', pageOf({ header: 100 }), 1, { start: 112, end: 140 }],
  ['a leaf with something among its cells only', pageOf({ at: 40 }), 2, undefined],
  ['a leaf with something among its pointers only', pageOf({ at: 11 }), 2, undefined],
  ['a page of another kind', pageOf({ kind: 0 }), 2, undefined],
  ['a page whose cells begin behind its end', pageOf({ content: 65 }), 2, undefined],
])('of %s only what lies between pointers and cells is unused', (_what, page, number, unused) => {
  expect(unusedIn(page, number, 3)).toEqual(unused);
});

test('in a file in which a page of another kind could look like rows, nothing is called unused', () => {
  expect(() => unusedIn(pageOf({}), 2, 2 ** 25)).toThrow('too large');
});
