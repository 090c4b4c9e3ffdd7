import { join } from 'node:path';
import { type ErrorFacts, hasCode, ReconError } from '../../../errors.ts';
import type { RestoreReport } from '../../../service/backup/restore.ts';
import type { Places } from '../../../service/places.ts';
import { databaseFlags, databaseNeeds } from '../../../system/database-name.ts';
import { flagsForAnother } from '../../../system/last-start.ts';
import { shellLine } from '../../../system/line-text.ts';
import type { Context } from '../../context.ts';
import { serveFlagsOf } from '../../typed-flags.ts';
import { patientsText } from '../accounts/who-has-patients.ts';
import { type PlaceOptions, placesOf } from '../service-places.ts';
import { tellSnapshot, timesText } from './facts.ts';
import { warnOfOpenKey } from './open-key.ts';
import { showTrying } from './show-trying.ts';
import type { SnapshotOptions } from './verify-action.ts';
import { withKey } from './with-key.ts';

export async function restoreService(
  from: string,
  { keyFile, snapshot, skipDamaged = false, ...given }: PlaceOptions & SnapshotOptions & { skipDamaged?: boolean },
  context: Context,
): Promise<void> {
  const { streams, signal } = context;
  const places = await placesOf(given, context);
  const { backupAddress } = await import('../../../service/backup/backup-address.ts');
  const address = backupAddress(from, context.environment);
  if (context.globals().dryRun) return streams.say(`Would restore ${from}`);
  await warnOfOpenKey(keyFile, context);
  await requireOwnFolder(from, given, places);
  const { otherUserOf } = await import('../../../service/folder-error.ts');
  const user = otherUserOf(places.dataFolder);
  if (user !== undefined) {
    streams.warn(
      `${places.dataFolder} is in a folder of the user ${user}, and this is root: a service of ${user} cannot use what is restored now. To restore as that user: sudo -H -u ${user} ${context.running()} …`,
    );
  }
  const { restore } = await import('../../../service/backup/restore.ts');
  const choice = { from: address, keyFile, snapshot, skipDamaged, onTrying: await showTrying(context) };
  const { skipped, ...report } = await restore(places, choice, signal).catch(async (error: unknown) => {
    if (hasCode(error, 'not_found')) throw error.with({ details: [...error.details, OF_ONE_PATIENT] });
    if (!hasCode(error, 'damaged')) throw error;
    const { DamagedFile } = await import('../../../service/backup/damaged.ts');
    if (error instanceof DamagedFile) throw withKey(error.with(wayWithoutFiles({ from, snapshot }, given)), keyFile);
    const { snapshotsOf } = await import('../../../service/backup/open-snapshot.ts');
    // Where the names cannot be read, what is damaged already says all that is known.
    const names = await snapshotsOf(choice).catch(() => undefined);
    if (names === undefined) throw error;
    throw withKey(error.with(wayToAnother({ from, snapshot: snapshot ?? names.at(-1) }, names, given)), keyFile);
  });
  await tellSnapshot({ ...report, ...(skipDamaged && { skipped: skipped.files.length }) }, context);
  if (skipped.files.length > 0) tellSkipped(skipped, places, context);
  // A database's address may hold a password, so it is not written out.
  const isShared = places.databaseUrl !== undefined;
  // Without them a line would work on another service.
  const place = isShared ? databaseFlags(given.database) : ['--data', places.dataFolder];
  const needs = isShared ? databaseNeeds(given.database) : undefined;
  if (isShared && places.bucket === undefined) streams.say(`Photos and models are in ${places.dataFolder}`);
  await tellWhoHasPatients(places, streams);
  streams.say({
    before:
      'Every token and photo link of the backup works again, also one that was revoked after it; tokens are listed by',
    command: ['accounts', 'tokens', 'list', ...place],
    ...(needs !== undefined && { because: needs }),
  });
  if (!isShared) {
    const file = join(places.dataFolder, 'token');
    streams.say(
      `Only the token that was in the data folder ends. A service that had one writes a new one to ${file} at its start.`,
    );
  }
  const { backupInto } = await import('../../../service/backup/own-place.ts');
  streams.say({
    before: 'Its backups go on in the same place, and the snapshots of before stay; the line for a timer',
    command: [...backupInto(from, places, keyFile, given.database), ...(given.blobs ? ['--blobs', given.blobs] : [])],
    because: `${needs === undefined ? '' : `${needs}; `}another place for a rehearsal, or the backups of the service of before end`,
  });
  if (isShared)
    return context.sayNext({
      command: ['serve', ...placeFlags(given)],
      because: needs === undefined ? STARTS : `${needs}; ${STARTS}`,
    });
  await context.sayNext({ command: ['serve', ...(await startFlags(places, context))], because: STARTS });
}

/** A start gives the token of `main` alone, which may have none of the patients. */
async function tellWhoHasPatients(places: Places, streams: Context['streams']): Promise<void> {
  const { openAccounts } = await import('../../../service/start.ts');
  // What an earlier recon has backed up is read only after a start.
  const accounts = await openAccounts(places, { isReading: true }).catch(() => undefined);
  try {
    const found = (await accounts?.withPatients()) ?? [];
    if (found.length > 0) streams.say(`Patients of each account: ${patientsText(found)}`);
  } finally {
    await accounts?.close();
  }
}

const STARTS = 'which starts the service on it';

/** Who types a name in the place of a backup wants one patient back. */
const OF_ONE_PATIENT = {
  before: 'how to get one patient back, and not a whole service, is told by',
  command: ['restore', '--help'],
};

/**
 * As the service of before was started, at its port: the profiles and links of the clinic name its address. Not where that
 * one is still running.
 */
async function startFlags({ dataFolder }: Places, context: Context): Promise<string[]> {
  const { localAddress, localDataFolder } = await context.configuration();
  const { isServed } = await import('../../../system/filling.ts');
  const before = await localDataFolder();
  const isRunning = before !== undefined && (await isServed(before).catch(() => false));
  if (isRunning) {
    const flags = shellLine(...flagsForAnother(before));
    if (flags !== '')
      context.streams.say(
        `The service on ${before}, which still runs, was started with ${flags}; one that takes its place needs them, too.`,
      );
    return serveFlagsOf({ baseUrl: undefined, folder: dataFolder });
  }
  return serveFlagsOf({ baseUrl: await localAddress(), folder: dataFolder, startedIn: before });
}

/** Beside a database a restore works in a folder; where none is typed, that may be the one of another service. */
async function requireOwnFolder(from: string, { data }: PlaceOptions, { databaseUrl, dataFolder }: Places) {
  if (data !== undefined || databaseUrl === undefined) return;
  const { isServed } = await import('../../../system/filling.ts');
  if (!(await isServed(dataFolder))) return;
  throw new ReconError(
    'usage',
    `--data is missing: a restore works in a folder beside the database, and another recon service is running on ${JSON.stringify(dataFolder)}`,
    {
      details: ['to restore into a folder alone, unset RECON_SERVE_DATABASE and RECON_SERVE_BLOBS, too'],
      hint: { command: ['restore', from, '--data', 'NEWFOLDER'], because: 'with the same places' },
    },
  );
}

/** Ids only: what a script keeps of it names no patient. */
function tellSkipped(
  { files, patients }: RestoreReport['skipped'],
  { databaseUrl, dataFolder }: Places,
  { streams }: Context,
): void {
  const whose = `of ${patients.length === 1 ? 'patient' : 'patients'} ${patients.join(', ')}`;
  streams.warn(
    `left out ${timesText(files.length, 'damaged file')} ${whose}; the models they belong to show as failed`,
  );
  // A database's address may hold a password, so it is not written out.
  if (databaseUrl !== undefined) return;
  streams.say({ before: 'Which they are tells', command: ['doctor', '--files', '--data', dataFolder] });
}

/** The records and the other files come back without the damaged ones. */
function wayWithoutFiles(
  { from, snapshot }: { from: string; snapshot: string | undefined },
  places: PlaceOptions,
): ErrorFacts {
  const same = snapshot === undefined ? [] : ['--snapshot', snapshot];
  const because = 'which leaves out the damaged files and brings back all else';
  return {
    details: [
      { before: 'which snapshots are whole tells', command: ['backup', 'verify', from, '--all'] },
      'Another copy of the backup, where there is one, may have this file whole.',
    ],
    hint: {
      command: ['restore', from, ...same, '--skip-damaged', ...placeFlags(places)],
      because: places.database === undefined ? because : needed(places.database, because),
    },
  };
}

const needed = (database: string, because: string) => [databaseNeeds(database), because].filter(Boolean).join('; ');

const placeFlags = ({ data, database, blobs }: PlaceOptions) => [
  ...(data === undefined ? [] : ['--data', data]),
  ...databaseFlags(database),
  ...(blobs === undefined ? [] : ['--blobs', blobs]),
];

/** Whoever restores may have this backup alone: another snapshot of it is tried, and nothing is removed. */
function wayToAnother(
  { from, snapshot = '' }: { from: string; snapshot: string | undefined },
  names: readonly string[],
  places: PlaceOptions,
): ErrorFacts {
  const others = names.filter((name) => name !== snapshot);
  // After an older one that is damaged too, the way goes on to those before it.
  const other = others.findLast((name) => name < snapshot) ?? others.at(-1);
  const copy = 'Another copy of the backup, where there is one, may have this snapshot whole.';
  if (other === undefined) return { details: ['The backup has no other snapshot.'], hint: copy };
  const because = 'the newest other snapshot; whether it is whole, the restore tells';
  return {
    details: [{ before: 'which snapshots are whole tells', command: ['backup', 'verify', from, '--all'] }, copy],
    hint: {
      command: ['restore', from, '--snapshot', other, ...placeFlags(places)],
      because: places.database === undefined ? because : needed(places.database, because),
    },
  };
}
