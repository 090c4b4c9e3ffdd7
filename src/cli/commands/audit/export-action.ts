import type { Context } from '../../context.ts';
import { printableJson } from '../../output/printable.ts';
import { sinceTime } from '../../request/since.ts';
import type { PlaceOptions } from '../service-places.ts';
import { refuseDamaged } from './verify-action.ts';
import { withAudit } from './with-audit.ts';

/** Lines that are written in one go. */
const AT_ONCE = 500;

/** @throws ReconError `damaged`, with all lines printed, if one is not as it was written, or not there */
export async function exportAudit(options: PlaceOptions & { since?: string }, context: Context): Promise<void> {
  const sinceMs = sinceTime(options.since, context.clock.now());
  await withAudit(options, context, async (audit) => {
    let lines: string[] = [];
    const write = async () => {
      await context.streams.write(lines.join(''));
      lines = [];
    };
    for await (const { number, hash, line } of audit.lines(sinceMs)) {
      lines.push(`${printableJson(JSON.stringify({ number, hash, ...line }))}\n`);
      if (lines.length === AT_ONCE) await write();
    }
    await write();
    if (!context.streams.stdoutClosed()) refuseDamaged(await audit.verify());
  });
}
