import { expect, test } from 'vitest';
import { requireLastBucket } from '../../../../src/cli/commands/serve/require-last-bucket.ts';
import { flagsForAnother, lastBlobs, noteStart } from '../../../../src/system/last-start.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const again = (changed: object) => ({ command: ['serve', ...Object.values(changed).map(String)] });

test('a service whose photos lie in a bucket is not started without it: they would be taken for lost', async () => {
  const folder = tempFolder();
  const start = (bucket?: string) => () => requireLastBucket(folder, bucket, again);
  expect(start()).not.toThrow();
  await noteStart(folder, ['--public-url', 'https://clinic.example', '--blobs', 's3://clinic/photos/']);
  expect(start('s3://clinic/photos/')).not.toThrow();
  expect(start()).toThrow(/lie in s3:\/\/clinic\/photos\/, and no --blobs is given/);
  expect(start('s3://other/')).toThrow(/and --blobs is s3:\/\/other\//);
});

test('the bucket is not taken over by a service with the data of another folder', async () => {
  const folder = tempFolder();
  await noteStart(folder, ['--blobs', 's3://clinic/', '--public-url', 'https://clinic.example']);
  expect(lastBlobs(folder)).toBe('s3://clinic/');
  expect(flagsForAnother(folder)).toEqual(['--public-url', 'https://clinic.example']);
});
