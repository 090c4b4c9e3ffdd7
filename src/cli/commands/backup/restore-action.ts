import type { Context } from '../../context.ts';
import { type PlaceOptions, placesOf } from '../service-places.ts';
import { tellSnapshot } from './facts.ts';
import { warnOfOpenKey } from './open-key.ts';
import { showTrying } from './show-trying.ts';
import type { SnapshotOptions } from './verify-action.ts';

export async function restoreService(
  from: string,
  { keyFile, snapshot, ...given }: PlaceOptions & SnapshotOptions,
  context: Context,
): Promise<void> {
  const { streams, signal } = context;
  const places = await placesOf(given, context);
  const { backupAddress } = await import('../../../service/backup/backup-address.ts');
  const address = backupAddress(from, context.environment);
  if (context.globals().dryRun) return streams.say(`Would restore ${from}`);
  await warnOfOpenKey(keyFile, context);
  const { restore } = await import('../../../service/backup/restore.ts');
  const report = await restore(
    places,
    { from: address, keyFile, snapshot, onTrying: await showTrying(context) },
    signal,
  );
  await tellSnapshot(report, context);
  streams.say('Tokens and invitations of the backup work again, also those that were revoked since.');
  if (places.databaseUrl === undefined) {
    streams.say('The token in the data folder of a service on one machine does not: the start makes a new one.');
  }
  const { backupBeside } = await import('../../../service/backup/own-place.ts');
  streams.say({
    before: 'For its backups it is a new service, and needs a new place, also in a timer',
    command: backupBeside(from, places, keyFile),
  });
  // A database's address may hold a password, so it is not written out.
  const isShared = places.databaseUrl !== undefined;
  const place = isShared ? [] : ['--data', places.dataFolder];
  const because = `${isShared ? 'with the same places, ' : ''}which starts the service on it`;
  await context.sayNext({ command: ['serve', ...place], because });
}
