import type { Context } from '../../context.ts';
import { type PlaceOptions, placesOf } from '../service-places.ts';
import { tellSnapshot } from './facts.ts';
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
  const { restore } = await import('../../../service/backup/restore.ts');
  const report = await restore(places, { from: address, keyFile, snapshot }, signal);
  await tellSnapshot(report, context);
  streams.say('Tokens and invitations of the backup work again, also those that were revoked since.');
}
