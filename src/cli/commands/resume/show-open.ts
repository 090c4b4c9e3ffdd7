import type { OpenChange } from '../../../core/changes/open-changes.ts';
import type { Changes, Context } from '../../context.ts';
import { localTime } from '../../output/local-time.ts';
import { printable, printableJson } from '../../output/printable.ts';
import { tellElsewhere } from './tell-elsewhere.ts';
import { whatItIs } from './tell-finished.ts';

const STATE: Partial<Record<OpenChange['state'], string>> = {
  planned: 'not sent yet',
  sent: 'sent, no answer seen',
  lost: 'sent, no answer came',
  unknown: 'a person has to decide',
};

export async function showOpen(changes: Changes, context: Context): Promise<void> {
  const { streams } = context;
  const open = await changes.open.list();
  const batches = await changes.batches.unfinished();
  await tellElsewhere(changes, context);
  const format = await context.outputFormat();
  if (format === 'json' || format === 'ndjson') {
    const changesJson = open.map(({ isOurs: _, at, ...one }) => ({ ...one, at: new Date(at).toISOString() }));
    if (format === 'json')
      return await streams.write(`${printableJson(JSON.stringify({ open: changesJson, imports: batches }))}\n`);
    for (const one of [...changesJson, ...batches]) await streams.write(`${printableJson(JSON.stringify(one))}\n`);
    return;
  }
  const gap = streams.stdoutIsTty() ? '  ' : '\t';
  for (const one of open) {
    const cells = [one.entry, localTime(new Date(one.at).toISOString()), whatItIs(one), STATE[one.state] ?? one.state];
    await streams.write(`${cells.map(printable).join(gap)}\n`);
  }
  for (const { batch, path } of batches) {
    await streams.write(
      `${[batch, path === undefined ? 'an import' : `the import of ${printable(path)}`, 'not finished'].join(gap)}\n`,
    );
  }
  if (open.length === 0 && batches.length === 0) return streams.say('nothing is open here');
  if (open.some(({ isOurs }) => !isOurs)) {
    streams.say('some of it was begun with another token; it is looked for, but only sent by --recreate');
  }
}
