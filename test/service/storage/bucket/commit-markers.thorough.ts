import { expect, onTestFinished, test } from 'vitest';
import { openBucket } from '../../../../src/service/storage/bucket/bucket.ts';
import { openCommitMarkers } from '../../../../src/service/storage/bucket/commit-markers.ts';
import { openS3 } from '../../../support/s3-server.ts';

/** One page of a list has 1000. */
const MARKERS = 1005;
const AT_ONCE = 50;

test('notes beyond the first page of a list are looked at, and swept', async () => {
  const s3 = await openS3();
  onTestFinished(() => s3.close());
  const bucket = openBucket(s3.options);
  onTestFinished(() => bucket.close());
  const folderId = 'a'.repeat(32);
  const markers = openCommitMarkers(bucket);
  await markers.noteCommit({ folderId, commits: 1 });
  const [first] = await bucket.list('commits/');
  const keyOf = (commits: number) => `commits/${folderId}/${String(commits).padStart(15, '0')}-${'0'.repeat(16)}`;
  for (let done = 1; done < MARKERS; done += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => bucket.copy(first!, keyOf(done + at + 1))));
  }
  const highest = { folderId, commits: 1 + Math.ceil((MARKERS - 1) / AT_ONCE) * AT_ONCE };
  expect(await markers.readLastCommit()).toEqual(highest);
  await markers.sweepMarkers();
  expect(await bucket.list('')).toEqual([keyOf(highest.commits)]);
}, 120_000);
