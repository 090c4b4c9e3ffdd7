import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { needsYes } from '../../needs-yes.ts';
import { timesText } from './facts.ts';
import { showTrying } from './show-trying.ts';

export async function removeFromBackup(
  from: string,
  typed: readonly string[],
  { yes = false }: { yes?: boolean },
  context: Context,
): Promise<void> {
  const { streams } = context;
  const snapshots = [...new Set(typed)];
  const [{ openRemoval }, { backupAddress }] = await Promise.all([
    import('../../../service/backup/remove-snapshots.ts'),
    import('../../../service/backup/backup-address.ts'),
  ]);
  const removal = await openRemoval(backupAddress(from, context.environment), snapshots, await showTrying(context));
  try {
    const { staying } = removal;
    const what = timesText(snapshots.length, 'snapshot');
    const stays = staying.length === 0 ? 'None stays: nothing of it can be restored then.' : staysText(staying);
    if (context.globals().dryRun) return streams.say(`Would remove ${snapshots.join(', ')}. ${stays}`);
    if (!yes) await confirm({ what, snapshots, stays }, context);
    await removal.remove();
    streams.say(`Removed ${what}. ${stays}`);
    streams.say('Photos and models that no other snapshot names go with the next backup.');
  } finally {
    await removal.close();
  }
}

const staysText = (staying: readonly string[]) =>
  staying.length === 1
    ? `1 other stays: ${staying[0]}.`
    : `${staying.length} others stay, the newest ${staying.at(-1)}.`;

/** @throws ReconError `usage` where nobody can be asked, `interrupted` after a no */
async function confirm(
  { what, snapshots, stays }: { what: string; snapshots: readonly string[]; stays: string },
  context: Context,
): Promise<void> {
  if (!context.mayAsk()) throw needsYes(`remove ${what} of a backup`);
  for (const name of snapshots) context.streams.note(`to remove: ${name}`);
  context.streams.note(stays);
  if (await (await context.prompt()).confirm(snapshots.length === 1 ? 'Remove it?' : 'Remove them?')) return;
  throw new ReconError('declined', 'nothing was done');
}
