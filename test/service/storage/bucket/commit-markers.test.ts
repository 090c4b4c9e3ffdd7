import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { type Bucket, openBucket } from '../../../../src/service/storage/bucket/bucket.ts';
import { openCommitMarkers } from '../../../../src/service/storage/bucket/commit-markers.ts';
import { lastCommitSync } from '../../../../src/service/storage/last-commit.ts';
import { openS3, type S3Server } from '../../../support/s3-server.ts';

const OURS = 'a'.repeat(32);
const OTHER = 'b'.repeat(32);

let s3: S3Server;
let bucket: Bucket;
let turn = 0;
beforeAll(async () => {
  s3 = await openS3();
});
afterAll(() => s3.close());
beforeEach(() => {
  turn += 1;
  bucket = openBucket({ ...s3.options, prefix: `recon/${turn}/` });
  onTestFinished(() => bucket.close());
});

const keys = () => bucket.list('commits/');

test('a bucket without a note has none', async () => {
  expect(await openCommitMarkers(bucket).readLastCommit()).toBeUndefined();
});

test('the note tells the highest commit of all processes', async () => {
  const processes = [openCommitMarkers(bucket), openCommitMarkers(bucket), openCommitMarkers(bucket)];
  for (const [at, commits] of [9, 1000, 30].entries()) await processes[at]!.noteCommit({ folderId: OURS, commits });
  for (const one of processes) expect(await one.readLastCommit()).toEqual({ folderId: OURS, commits: 1000 });
});

test('a process replaces its own note and leaves those of others alone', async () => {
  const [one, other] = [openCommitMarkers(bucket), openCommitMarkers(bucket)];
  await other.noteCommit({ folderId: OURS, commits: 1 });
  for (let commits = 2; commits <= 6; commits++) await one.noteCommit({ folderId: OURS, commits });
  await expect
    .poll(async () => (await keys()).map((key) => key.replace(/-\w+$/, '')))
    .toEqual([`commits/${OURS}/000000000000001`, `commits/${OURS}/000000000000006`]);
});

test('a commit that is not newer needs no note', async () => {
  const markers = openCommitMarkers(bucket);
  await markers.noteCommit({ folderId: OURS, commits: 7 });
  const before = await keys();
  for (const commits of [7, 3]) await markers.noteCommit({ folderId: OURS, commits });
  expect(await keys()).toEqual(before);
});

test('the sweep removes what ended processes left, and a process whose note it removed goes on', async () => {
  const alive = openCommitMarkers(bucket);
  await alive.noteCommit({ folderId: OURS, commits: 5 });
  for (const commits of [2, 8, 4]) await openCommitMarkers(bucket).noteCommit({ folderId: OURS, commits });
  await alive.sweepMarkers();
  expect(await keys()).toEqual([expect.stringContaining('000000000000008-')]);
  await alive.noteCommit({ folderId: OURS, commits: 9 });
  expect(await alive.readLastCommit()).toEqual({ folderId: OURS, commits: 9 });
});

test('files of two databases in one bucket are told, not guessed at', async () => {
  await openCommitMarkers(bucket).noteCommit({ folderId: OURS, commits: 5 });
  await openCommitMarkers(bucket).noteCommit({ folderId: OTHER, commits: 3 });
  const markers = openCommitMarkers(bucket);
  const error = { code: 'storage', message: `the bucket "clinic" at ${s3.endpoint} holds files of two databases` };
  await expect(markers.readLastCommit()).rejects.toMatchObject(error);
  await expect(markers.sweepMarkers()).rejects.toMatchObject(error);
});

test('another prefix of the bucket is another place, and a foreign object is no note', async () => {
  await openCommitMarkers(bucket).noteCommit({ folderId: OURS, commits: 5 });
  const neighbour = openBucket({ ...s3.options, prefix: `recon/${turn}0/` });
  onTestFinished(() => neighbour.close());
  expect(await openCommitMarkers(neighbour).readLastCommit()).toBeUndefined();
  await bucket.copy((await keys())[0]!, 'commits/readme.txt');
  expect(await openCommitMarkers(bucket).readLastCommit()).toEqual({ folderId: OURS, commits: 5 });
});

test('commits that come while a note is written share the next one', async () => {
  const markers = openCommitMarkers(bucket);
  let commits = 0;
  let written = 0;
  const sync = lastCommitSync(async () => {
    written += 1;
    await markers.noteCommit({ folderId: OURS, commits });
  });
  for (commits = 1; commits < 50; commits++) sync.begin();
  await sync.ended();
  expect(written).toBe(1);
  sync.begin();
  await Promise.resolve();
  for (commits = 51; commits < 100; commits++) sync.begin();
  await sync.ended();
  expect(written).toBe(3);
  expect(await markers.readLastCommit()).toEqual({ folderId: OURS, commits });
});
