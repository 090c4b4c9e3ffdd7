import { randomBytes } from 'node:crypto';
import { ReconError } from '../../../errors.ts';
import type { LastCommit } from '../last-commit.ts';
import type { Bucket } from './bucket.ts';
import { contentOfBytes } from './content.ts';

interface Marker extends LastCommit {
  key: string;
}

const FOLDER = 'commits/';

/**
 * The note beside the objects of a bucket. Several processes write it at the same time, and not every server can refuse
 * a write, so each note is an object of its own that is written once. The highest one counts.
 */
export function openCommitMarkers(bucket: Bucket) {
  /** The marker of this process. */
  let own: Marker | undefined;

  async function list(): Promise<Marker[]> {
    const markers = (await bucket.list(FOLDER)).flatMap((key) => markerOf(key) ?? []);
    const [first] = markers;
    if (markers.some(({ folderId }) => folderId !== first?.folderId)) {
      throw new ReconError('storage', `${bucket.name} holds files of two databases`, {
        hint: 'give each database a bucket or a prefix of its own',
      });
    }
    return markers.sort((one, other) => other.commits - one.commits);
  }

  return {
    /** Undefined if there is no note. */
    async readLastCommit(): Promise<LastCommit | undefined> {
      const [highest] = await list();
      return highest && { folderId: highest.folderId, commits: highest.commits };
    },
    /** When it returns, the note survives a power cut. One call at a time. */
    async noteCommit(last: LastCommit): Promise<void> {
      const earlier = own;
      if (earlier !== undefined && earlier.folderId === last.folderId && earlier.commits >= last.commits) return;
      const key = `${FOLDER}${last.folderId}/${String(last.commits).padStart(15, '0')}-${randomBytes(8).toString('hex')}`;
      await bucket.put(key, await contentOfBytes(Buffer.of()));
      own = { ...last, key };
      // Nobody waits for this; what stays goes with the sweep.
      if (earlier !== undefined) bucket.remove(earlier.key).catch(() => {});
    },
    /** Removes the lower notes: those of processes that have ended stay behind. */
    async sweepMarkers(): Promise<void> {
      const [, ...lower] = await list();
      for (const { key } of lower) await bucket.remove(key);
    },
  };
}

function markerOf(key: string): Marker | undefined {
  const [, folderId, commits] = /^commits\/([0-9a-f]{32})\/(\d{15})-[0-9a-f]{16}$/.exec(key) ?? [];
  return folderId === undefined ? undefined : { folderId, commits: Number(commits), key };
}
