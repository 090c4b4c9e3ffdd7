import { type Finding, right, wrong } from '../../contract/finding.ts';
import { isServed } from '../../system/filling.ts';
import { isShortOfRoom } from '../disk-state.ts';
import { type Looked, timeFor } from './looked.ts';

const HOUR_MS = 3_600_000;
/** A worker looks every few seconds. */
const LONGEST_UNTAKEN_MS = 2 * 60_000;

const ROOM_FOR_MODELS = 'make room on it; they are tried again each minute';

const waitText = (count: number) => `${count} ${count === 1 ? 'generation waits' : 'generations wait'}`;

/** Whether somebody makes the models that wait. */
export async function checkWorkers({
  store: { db, clock },
  places: { dataFolder, databaseUrl },
  asker,
}: Looked): Promise<Finding[]> {
  const now = clock.now();
  // One that lacks a file waits for that, and no worker helps; the records tell of it.
  const jobs = await db
    .selectFrom('jobs')
    .leftJoin('reconstructions', 'reconstructions.id', 'jobs.reconstruction_id')
    .leftJoin('afters', 'afters.id', 'jobs.after_id')
    .select(['jobs.state', 'jobs.created_at', 'jobs.lease_until'])
    .where('jobs.state', 'in', ['queued', 'running'])
    .where((all) => all.or([all('reconstructions.is_incomplete', '=', 0), all('afters.is_incomplete', '=', 0)]))
    .execute();
  const made = jobs.filter(({ state, lease_until }) => state === 'running' && lease_until > now).length;
  const putOff = jobs.filter(({ state, lease_until }) => state === 'queued' && lease_until > now).length;
  const oldest = Math.min(...jobs.map(({ created_at }) => created_at));
  const found =
    jobs.length === 0
      ? 'no generation waits or is being made'
      : `${made} of ${jobs.length} generations ${made === 1 ? 'is' : 'are'} being made`;
  if (putOff > 0 || (made < jobs.length && now - oldest >= LONGEST_UNTAKEN_MS)) {
    const isShort = await isShortOfRoom(dataFolder);
    const waits = `${jobs.length - made} of ${jobs.length} generations wait`;
    if (isShort) return [wrong('workers', `${waits} for space on the disk`, ROOM_FOR_MODELS)];
    if (putOff > 0) {
      const fix =
        'what the service writes to stderr tells why: no room on a disk, a photo that is not there, or a database or bucket that does not answer';
      return [wrong('workers', `${found}, and ${putOff} ${putOff === 1 ? 'was' : 'were'} put off until later`, fix)];
    }
  }
  const waitsMs = jobs.length === made ? 0 : now - oldest;
  if (waitsMs < (made === 0 ? LONGEST_UNTAKEN_MS : HOUR_MS)) {
    // A database of its own may have its workers on other machines.
    if (jobs.length > 0 && asker === undefined && databaseUrl === undefined && !(await isServed(dataFolder))) {
      const fix = { command: ['serve'], because: 'which makes the models' };
      return [wrong('workers', `${waitText(jobs.length)}, and no service runs on ${dataFolder}`, fix)];
    }
    return [right('workers', found), right('queue', waitText(jobs.length - made))];
  }
  const since = `the oldest since ${timeFor(asker, oldest)}`;
  if (made === 0) {
    const fix =
      asker === undefined
        ? { command: ['serve'], because: 'or a worker of it: no process makes models' }
        : 'no process makes models: whoever runs the service starts it again, or a worker of it';
    return [wrong('workers', `${found}, ${since}`, fix)];
  }
  const fix = 'start more workers, or look at what they say on stderr';
  return [right('workers', found), wrong('queue', `${waitText(jobs.length - made)}, ${since}`, fix)];
}
