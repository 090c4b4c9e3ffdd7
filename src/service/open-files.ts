import type { Log } from './domain/store.ts';
import type { Places } from './places.ts';
import type { BlobStore } from './storage/blob-store.ts';
import { openBucket, REACH_FOR_MS } from './storage/bucket/bucket.ts';
import { openBucketBlobs } from './storage/bucket/bucket-blobs.ts';
import { openCommitMarkers } from './storage/bucket/commit-markers.ts';
import { endInBucket } from './storage/bucket/end-in-bucket.ts';
import { openDiskBlobs } from './storage/disk-blobs.ts';
import type { Incoming } from './storage/incoming.ts';
import { type EndKeeper, endInFolder } from './storage/kept-end.ts';
import { type LastCommit, makeLastCommit, readLastCommit } from './storage/last-commit.ts';

/** The files, with the note beside them of the last commit that they belong to. */
export interface Files {
  blobs: BlobStore;
  /** For messages. */
  name: string;
  readLastCommit(): Promise<LastCommit | undefined>;
  noteCommit(last: LastCommit): Promise<void>;
  sweepNotes(): Promise<void>;
  auditEnd: EndKeeper;
  close(): Promise<void>;
}

/** Opens the files of a service, in its data folder or in a bucket. */
export async function openFiles(
  { bucket: place, dataFolder }: Places,
  incoming: Incoming,
  onLog: Log = () => {},
): Promise<Files> {
  if (place === undefined) {
    return {
      blobs: await openDiskBlobs(dataFolder, incoming),
      name: `the data folder ${JSON.stringify(dataFolder)}`,
      readLastCommit: () => readLastCommit(dataFolder),
      noteCommit: (last) => makeLastCommit(dataFolder, last),
      sweepNotes: async () => {},
      auditEnd: endInFolder(dataFolder),
      close: async () => {},
    };
  }
  const bucket = openBucket(place, { onLog, reachForMs: REACH_FOR_MS });
  const { readLastCommit: read, noteCommit, sweepMarkers } = openCommitMarkers(bucket);
  return {
    blobs: openBucketBlobs(bucket, incoming),
    name: bucket.name,
    readLastCommit: read,
    noteCommit,
    sweepNotes: sweepMarkers,
    auditEnd: endInBucket(bucket),
    close: () => bucket.close(),
  };
}
