import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ReconError } from '../../../errors.ts';
import type { Places } from '../../../service/places.ts';
import { localTime } from '../../../system/local-time.ts';
import { wholeNumber } from '../../../system/whole-number.ts';
import type { Context } from '../../context.ts';
import { isPartOfName } from '../../meant-words.ts';
import { printUnlessQuiet } from '../print-list.ts';
import {
  type PlaceOptions,
  placesOf,
  refuseOtherService,
  requireThere,
  tellWhichService,
  warnOfMoved,
} from '../service-places.ts';
import { contentFacts, countFact, filesFact, timesText } from './facts.ts';
import { warnOfOpenKey } from './open-key.ts';
import { showTrying } from './show-trying.ts';
import { throwWithKey, withKey } from './with-key.ts';

interface BackupOptions extends PlaceOptions {
  keyFile?: string;
  keep: string;
}

/** Commands of other programs. Who types one here does not mean a new folder of that name. */
const WORDS = ['list', 'ls', 'status', 'show', 'create', 'make', 'run', 'now', 'help', 'info', 'check', 'restore'];

/** @throws ReconError `usage` */
function refuseWord(to: string): void {
  if (!WORDS.includes(to) || existsSync(to)) return;
  throw new ReconError('usage', `${JSON.stringify(to)} is no command here`, {
    details: [{ before: 'to see if a backup is whole', command: ['backup', 'verify', 'DIR', '--all'] }],
    hint: { command: ['backup', `./${to}`], because: 'for a backup into a new folder of that name' },
  });
}

/**
 * A person who types the name of a patient wants that one, and not a copy of everybody in a folder of that name.
 * @throws ReconError `usage`
 */
async function refusePatient(to: string, { databaseUrl, dataFolder }: Places): Promise<void> {
  if (!isPartOfName(to) || existsSync(to) || databaseUrl !== undefined) return;
  const { isOfPatient } = await import('../../../service/stored-names.ts');
  // What cannot be read, the backup itself tells.
  if (!(await isOfPatient(to, dataFolder).catch(() => false))) return;
  throw new ReconError('usage', `${JSON.stringify(to)} is the name of a patient, and a backup is of all patients`, {
    details: [{ before: 'for all of them, into a new folder of that name', command: ['backup', `./${to}`] }],
    hint: { command: ['patients', 'export', '--id', to, '--to', 'FOLDER'], because: 'for this patient alone' },
  });
}

/** A disk that is not mounted leaves its empty folder, and the backup would go onto the disk of the service. */
function goneText(place: string, made: string): string {
  const ask = place.startsWith('s3://') ? '' : ': is its disk mounted?';
  return `a new backup begins in ${place}; the earlier one of ${made} is not there${ask}`;
}

/** Ends with 7 where the service has lost files: then the snapshot is there, without them. */
export async function backUpService(
  to: string,
  { keyFile, keep: keepText, ...given }: BackupOptions,
  context: Context,
): Promise<void> {
  const { streams, signal } = context;
  const { version } = context.packageInfo();
  const keep = wholeNumber(keepText, 1, 10_000);
  if (keep === undefined)
    throw new ReconError('usage', `--keep ${JSON.stringify(keepText)} is no number from 1 to 10000`);
  refuseWord(to);
  const places = await placesOf(given, context);
  await refuseOtherService(given, places, context);
  requireThere(given, places, context);
  if (context.mayAsk()) await refusePatient(to, places);
  tellWhichService(given, places, context);
  await warnOfMoved(places, 'this backup has the old ones', context);
  const [{ backupAddress }, { refuseKeyWithin, refuseWithin }] = await Promise.all([
    import('../../../service/backup/backup-address.ts'),
    import('../../../service/backup/refuse-within.ts'),
  ]);
  const address = backupAddress(to, context.environment);
  await refuseWithin(address, places);
  const warning = await refuseKeyWithin(keyFile, address);
  if (warning !== undefined) streams.warn(warning);
  if (context.globals().dryRun) return streams.say(`Would back up into ${to}`);
  await warnOfOpenKey(keyFile, context);
  const { backUp } = await import('../../../service/backup/back-up.ts');
  const { snapshot, copied, erased, lost, removed, earlier, damaged, isNoted, ...content } = await backUp(places, {
    to: address,
    keyFile,
    version,
    keep,
    signal,
    onTrying: await showTrying(context),
    onGone: (place, made) => streams.warn(goneText(place, streams.stderrIsTty() ? localTime(made) : made)),
  }).catch((error) => throwWithKey(error, keyFile));
  await printUnlessQuiet(
    [
      { name: 'snapshot', value: snapshot },
      { name: 'encrypted', value: keyFile === undefined ? 'no' : 'yes', exact: keyFile !== undefined },
      ...contentFacts(content),
      { ...filesFact('copied', copied), title: 'files copied now' },
      { ...countFact('erased meanwhile', erased.length), title: 'files erased meanwhile' },
      { ...countFact('lost', lost.length), title: 'files lost by the service' },
      { name: 'removed snapshots', value: String(removed.length), exact: removed },
      ...(earlier.length > 0 ? [{ name: 'earlier snapshots', value: String(earlier.length), exact: earlier }] : []),
    ],
    context,
  );
  if (keyFile === undefined) {
    streams.warn(
      'this backup is not encrypted: whoever can read it has every name, address, photo and model; for an encrypted one, give --key-file and another place',
    );
  } else {
    streams.say(
      `Without the key in ${resolve(keyFile)} this backup is lost: keep a copy of the key away from this machine and from the backup.`,
    );
  }
  if (earlier.length > 0) {
    streams.say({
      before: 'The snapshots of before the restore stay, with who was deleted since; to remove them',
      command: ['backup', 'remove', to, ...earlier],
    });
  }
  if (!isNoted)
    streams.warn('the service could not be told of this backup: its own checks and /metrics do not know it');
  if (erased.length > 0) {
    streams.warn(
      `${timesText(erased.length, 'file')} of deleted patients or replaced models went while the backup ran; this snapshot has their records and not the ${erased.length === 1 ? 'file' : 'files'}`,
    );
  }
  if (damaged !== undefined) {
    const message = 'the new snapshot is whole, but an earlier one is damaged; until that is removed, nothing old goes';
    const told = withKey(damaged.with({ message, details: [damaged.message, ...damaged.details] }), keyFile);
    if (lost.length === 0) throw told;
    streams.warn(`${told.message}: ${damaged.message}`);
  }
  if (lost.length === 0) return;
  throw new ReconError(
    'partly_failed',
    `the service has lost ${timesText(lost.length, 'file')}: the snapshot lacks ${lost.length === 1 ? 'it' : 'them'}`,
    {
      details: lost.slice(0, 5),
      hint: 'put the files back from an earlier copy, then back up once more',
    },
  );
}
