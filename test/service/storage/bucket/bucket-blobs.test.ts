import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFileId } from '../../../../src/service/storage/blob-store.ts';
import { openBucket } from '../../../../src/service/storage/bucket/bucket.ts';
import { openBucketBlobs } from '../../../../src/service/storage/bucket/bucket-blobs.ts';
import { contentOfBytes } from '../../../../src/service/storage/bucket/content.ts';
import { openIncoming } from '../../../../src/service/storage/incoming.ts';
import { openS3, type S3Server } from '../../../support/s3-server.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { describeBlobStore } from '../blob-store.contract.ts';

let s3: S3Server;
beforeAll(async () => {
  s3 = await openS3();
});
afterAll(() => s3.close());

describeBlobStore('in a bucket', async () => {
  const incoming = await openIncoming(tempFolder());
  return { blobs: openBucketBlobs(openBucket(s3.options), incoming), incoming };
});

test('an object that changed in the bucket is not given for a whole one, nor is a copy of it', async () => {
  const bucket = openBucket(s3.options);
  const blobs = openBucketBlobs(bucket, await openIncoming(tempFolder()));
  const [id, copy] = [newFileId(), newFileId()];
  const bytes = randomBytes(300_000);
  await bucket.put(`files/${id}`, { ...(await contentOfBytes(bytes)), sha256: 'f'.repeat(64) });
  await blobs.copy(copy, id);
  for (const one of [id, copy]) {
    let sizeBytes = 0;
    const read = (async () => {
      for await (const piece of blobs.open(one)) sizeBytes += (piece as Buffer).length;
    })();
    await expect(read).rejects.toThrow(`the bucket "clinic" at ${s3.endpoint} gives other bytes than were stored`);
    expect(sizeBytes).toBeLessThan(bytes.length);
    await expect(blobs.read(one)).rejects.toThrow('gives other bytes');
    await expect(blobs.fetchFile(one)).rejects.toThrow('gives other bytes');
  }
});

test('objects lie below the prefix, and nothing else does', async () => {
  const whole = openBucket(s3.options);
  const bucket = openBucket({ ...s3.options, prefix: 'some/place/' });
  const id = newFileId();
  await openBucketBlobs(bucket, await openIncoming(tempFolder())).write(id, Buffer.from('photo'));
  expect(await whole.list('some/')).toEqual([`some/place/files/${id}`]);
  expect(await bucket.list('')).toEqual([`files/${id}`]);
});
