import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Finding, right, skipped, wrong } from '../../contract/finding.ts';
import { systemErrorCode } from '../../errors.ts';
import { type KnownPlace, knownBackups, knownPlaces } from '../backup/last-backup.ts';
import { manifestFile, snapshotName } from '../backup/manifest.ts';
import type { Looked } from './looked.ts';

const ABOUT = 'backup place';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A place in which nobody has tried for longer was given up. */
const LONGEST_FAILED_MS = 7 * DAY_MS;

/**
 * Whether the snapshots are still where they were put: a disk that was taken out makes no backup fail until the next one.
 * A service sees neither the disks of its machine nor another machine's, so it is looked at beside the data alone.
 */
export async function checkBackupPlace({ store: { db, clock }, places, asker }: Looked): Promise<Finding[]> {
  if (asker !== undefined) return [];
  const [{ made, place: newest, last }, known] = [await knownBackups(db), await knownPlaces(db)];
  const ofOthers = known.filter(({ place }) => place !== newest);
  const about = { now: clock.now(), isShared: places.databaseUrl !== undefined };
  const ofNewest = made === undefined || newest === undefined ? [] : [await lookAt({ place: newest, made }, about)];
  const failing = (one: KnownPlace) => {
    // The last try of all is told of as such.
    const isTold = one.failed?.begun === last?.begun;
    return one.failed !== undefined && !isTold && about.now - Date.parse(one.failed.begun) < LONGEST_FAILED_MS;
  };
  const others = ofOthers.map((one) => (failing(one) ? failedIn(one, about.now) : lookAtOther(one, about)));
  return [...ofNewest, ...(await Promise.all(others))];
}

interface About {
  now: number;
  isShared: boolean;
}

/** Whether a bucket's backup is encrypted is not known here. */
const verifyLine = (place: string) => ({
  command: ['backup', 'verify', place],
  because: 'and --key-file FILE where it has a key',
});

async function lookAt({ place, made }: KnownPlace, { now, isShared }: About): Promise<Finding> {
  const age = ageText(made, now);
  if (place.startsWith('s3://')) {
    return skipped(ABOUT, `the newest, ${age}, is in the bucket ${place}`, verifyLine(place));
  }
  const why = await whyNotThere(place, made);
  if (why === undefined) return right(ABOUT, `the newest, ${age}, is in ${place}`);
  if (why.isUnread) return skipped(ABOUT, `${place} cannot be read (${why.code}), by this user or at all`);
  if (isShared) return skipped(ABOUT, `the newest was put into ${place}, which may be of another machine`);
  return wrong(ABOUT, `the newest is not in ${place} any more`, againInto(place, 'connect its disk, or make another'));
}

/** Disks are changed and places given up, so one that is not there is no fault; a snapshot that is gone from one is. */
async function lookAtOther({ place, made }: KnownPlace, { now }: About): Promise<Finding> {
  const age = ageText(made, now);
  if (place.startsWith('s3://')) {
    return skipped(ABOUT, `the last one in the bucket ${place} is ${age}`, verifyLine(place));
  }
  const why = await whyNotThere(place, made);
  if (why === undefined) return right(ABOUT, `the last one in ${place} is ${age}`);
  if (why.isUnread) return skipped(ABOUT, `${place} cannot be read (${why.code}), by this user or at all`);
  const hasOthers = await stat(join(place, 'snapshots')).then(
    () => true,
    () => false,
  );
  if (!hasOthers) return skipped(ABOUT, `${place} is not there now; the last one that was put there is ${age}`);
  return wrong(ABOUT, `the last one in ${place}, ${age}, is not there any more`, againInto(place, 'make another'));
}

const failedIn = ({ place, made, failed }: KnownPlace, now: number): Finding =>
  wrong(
    ABOUT,
    `the last one in ${place} is ${ageText(made, now)}; the one of ${failed?.begun} failed: ${failed?.why}`,
    againInto(place, 'see what it says'),
  );

const againInto = (place: string, before: string) => ({
  before,
  command: ['backup', place, '--key-file', 'FILE'],
  because: 'without the key only if none was used: patients are readable then',
});

/** Undefined if the snapshot of this moment is in this folder. */
async function whyNotThere(place: string, made: string): Promise<{ code: string; isUnread: boolean } | undefined> {
  try {
    await stat(join(place, manifestFile(snapshotName(made))));
    return undefined;
  } catch (error) {
    const code = systemErrorCode(error) ?? '';
    return { code, isUnread: code !== 'ENOENT' && code !== 'ENOTDIR' };
  }
}

function ageText(made: string, now: number): string {
  const hours = Math.floor((now - Date.parse(made)) / HOUR_MS);
  if (hours < 1) return 'less than an hour old';
  if (hours < 48) return hours === 1 ? 'one hour old' : `${hours} hours old`;
  return `${Math.floor(hours / 24)} days old`;
}
