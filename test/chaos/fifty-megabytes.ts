import { createCipheriv, createHash } from 'node:crypto';
import { makeZip } from '../support/zip-maker.ts';

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** An archive of 50 MB that look like nothing, the same for the same seed. */
export function fiftyMegabytes(seed: number): Buffer {
  const stream = createCipheriv('aes-128-ctr', Buffer.alloc(16, seed), Buffer.alloc(16));
  const files = [1, 2, 3, 4, 5].map((number) => ({
    name: `model-${number}.glb`,
    content: stream.update(Buffer.alloc(10_000_000)),
    method: 0,
  }));
  const sums = files.map(({ name, content }) => `${sha256(content)}  ${name}\n`).join('');
  return makeZip([...files, { name: 'SHA256SUMS', content: sums }]);
}
