import type { Context } from '../../context.ts';
import { printFacts } from '../print-list.ts';
import { type PlaceOptions, placesOf } from '../service-places.ts';
import { snapshotFacts, timesText } from './facts.ts';
import type { SnapshotOptions } from './verify-action.ts';

export async function restoreService(
  from: string,
  { keyFile, snapshot, ...given }: PlaceOptions & SnapshotOptions,
  context: Context,
): Promise<void> {
  const { streams, signal } = context;
  const places = await placesOf(given, context);
  if (context.globals().dryRun) return streams.say(`Would restore ${from}`);
  const { restore } = await import('../../../service/backup/restore.ts');
  const report = await restore(places, { from, keyFile, snapshot }, signal);
  await printFacts(snapshotFacts(report), context);
  if (report.missing > 0) {
    streams.warn(
      `the backup lacks ${timesText(report.missing, 'file')}; the records that name them are shown as failed`,
    );
  }
  streams.say('Tokens and invitations of the backup work again, also those that were revoked since.');
}
