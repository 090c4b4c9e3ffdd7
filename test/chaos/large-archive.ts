import { createCipheriv, createHash } from 'node:crypto';
import { makeZip } from '../support/zip-maker.ts';
import { scaled } from './scale.ts';

export const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Of each of its five files. */
export const FILE_BYTES = scaled(10_000_000, 2_000_000);

/** An archive of 50 MB (a fifth of it in the quick form) that look like nothing, the same for the same seed. */
export function largeArchive(seed: number): Buffer {
  const stream = createCipheriv('aes-128-ctr', Buffer.alloc(16, seed), Buffer.alloc(16));
  const files = [1, 2, 3, 4, 5].map((number) => ({
    name: `model-${number}.glb`,
    content: stream.update(Buffer.alloc(FILE_BYTES)),
    method: 0,
  }));
  const sums = files.map(({ name, content }) => `${sha256(content)}  ${name}\n`).join('');
  return makeZip([...files, { name: 'SHA256SUMS', content: sums }]);
}
