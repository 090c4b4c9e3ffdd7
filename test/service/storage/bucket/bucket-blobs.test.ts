import { afterAll, beforeAll } from 'vitest';
import { openBucket } from '../../../../src/service/storage/bucket/bucket.ts';
import { openBucketBlobs } from '../../../../src/service/storage/bucket/bucket-blobs.ts';
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
