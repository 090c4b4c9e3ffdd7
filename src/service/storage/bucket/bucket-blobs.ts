import { createWriteStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type BlobStore, requireFileId } from '../blob-store.ts';
import type { Incoming } from '../incoming.ts';
import type { Bucket } from './bucket.ts';
import { contentOfBytes, contentOfFile } from './content.ts';
import { openObject } from './read-on.ts';

/** Removals that are under way at once. */
const PARALLEL = 8;

/** Behind the prefix of the place. */
export const keyOf = (id: string) => `files/${requireFileId(id)}`;

/** The store in a bucket. A key is random and written once, so no server has to refuse a second write. */
export function openBucketBlobs(bucket: Bucket, incoming: Incoming): BlobStore {
  const open: BlobStore['open'] = (id, range) => openObject({ bucket, key: keyOf(id), range });
  return {
    open,
    read: (id) => buffer(open(id)),
    async write(id, bytes) {
      const content = await contentOfBytes(bytes);
      await bucket.put(keyOf(id), content);
      return { sha256: content.sha256, sizeBytes: content.sizeBytes };
    },
    async keep(id, tempPath) {
      await bucket.put(keyOf(id), await contentOfFile(tempPath));
      await incoming.drop([tempPath]);
    },
    async copy(id, from) {
      await bucket.copy(keyOf(from), keyOf(id));
    },
    async fetchFile(id) {
      const path = incoming.newPath();
      const release = () => incoming.drop([path]);
      try {
        await pipeline(open(id), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
      } catch (error) {
        await release();
        throw error;
      }
      return { path, release };
    },
    async findMissing(ids) {
      const missing: string[] = [];
      for (const id of ids) if (!(await bucket.has(keyOf(id)))) missing.push(id);
      return missing;
    },
    async remove(ids) {
      const keys = ids.map(keyOf).values();
      const failures: unknown[] = [];
      const removeSome = async () => {
        for (const key of keys) await bucket.remove(key).catch((error: unknown) => failures.push(error));
      };
      await Promise.all(Array.from({ length: PARALLEL }, removeSome));
      if (failures.length > 0) throw failures[0];
    },
  };
}
