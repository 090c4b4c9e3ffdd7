import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OtherBytes } from '../storage/blob-store.ts';
import { type OnTrying, openBucket, REACH_FOR_MS } from '../storage/bucket/bucket.ts';
import { type BucketPlace, bucketText } from '../storage/bucket/bucket-place.ts';
import { contentOfFile } from '../storage/bucket/content.ts';
import { openObject } from '../storage/bucket/read-on.ts';
import type { BackupPlace } from './backup-place.ts';
import { damaged } from './damaged.ts';
import { eachInParallel } from './each-in-parallel.ts';
import { temporaryRoom, unlessNoRoom } from './no-room.ts';

/** Removals that are under way at once. */
const PARALLEL = 8;

/** Opens the objects of a bucket below a prefix to read a backup in them, or to make one. */
export function openBackupBucket(place: BucketPlace, onTrying: OnTrying | undefined): BackupPlace {
  const bucket = openBucket(place, { reachForMs: REACH_FOR_MS, onTrying });
  const root = bucketText(place);
  const whereIs = (name: string) => (name === '.' ? root : `${root}${name}`);
  return {
    whereIs,
    /** A server wants size and checksum before the first byte, so the content waits in a file. */
    async put(name, content) {
      const room = await temporaryRoom();
      const folder = await mkdtemp(join(tmpdir(), 'recon-backup-'));
      const path = join(folder, 'object');
      try {
        await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
        await bucket.put(name, await contentOfFile(path));
      } catch (error) {
        throw unlessNoRoom(error, room);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    async *get(name) {
      try {
        yield* openObject({ bucket, key: name, range: undefined });
      } catch (error) {
        if (error instanceof OtherBytes) throw damaged({ whereIs }, name, 'its content is not what was written');
        throw error;
      }
    },
    list: (folder) => bucket.list(folder === '.' ? '' : `${folder}/`),
    remove: (names) => eachInParallel(Readable.from(names), PARALLEL, (name) => bucket.remove(name)),
    close: () => bucket.close(),
  };
}
