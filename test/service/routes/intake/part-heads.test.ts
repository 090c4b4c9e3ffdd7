import { expect, test } from 'vitest';
import { createPartHeads } from '../../../../src/service/routes/intake/part-heads.ts';

const BOUNDARY = 'x-boundary';

const part = (type: string, content: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: ${type}\r\n\r\n${content}\r\n`;

const BODY = Buffer.from(
  [
    part('text/plain; charset=utf-8', 'short'),
    // The beginning of a delimiter, again and again, and one without its line break.
    part('image/jpeg', `${'\r\n--x-bound\r\n-'.repeat(20)}--${BOUNDARY}`),
    part('text/plain; charset=iso-8859-1', ''),
    part('image/png', '\r\n'.repeat(300)),
    `--${BOUNDARY}--\r\n${part('text/plain; charset=late', 'behind the end')}`,
  ].join(''),
);

test('the heads are the same, however the body is cut into pieces', () => {
  const expected = ['utf-8', undefined, 'iso-8859-1', undefined];
  for (let size = 1; size <= BODY.length; size++) {
    for (const first of [size, Math.ceil(size / 2)]) {
      const { heads, push } = createPartHeads(BOUNDARY);
      push(BODY.subarray(0, first));
      for (let at = first; at < BODY.length; at += size) push(BODY.subarray(at, at + size));
      expect([size, first, heads.map(({ charset }) => charset)]).toEqual([size, first, expected]);
    }
  }
});
