import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { printFacts } from '../print-list.ts';
import type { PlaceOptions } from '../service-places.ts';
import { withAudit } from './with-audit.ts';

/** @throws ReconError `damaged` if a line, here or in the export, is not as it was written, or not there */
export async function verifyAudit(path: string | undefined, options: PlaceOptions, context: Context): Promise<void> {
  await withAudit(options, context, async (audit) => {
    const kept = path === undefined ? undefined : await audit.readExport(path);
    const found = await audit.verify(kept?.end);
    refuseDamaged({ problems: [...(kept?.problems ?? []), ...found.problems] });
    const { lines, first, last, waiting, missing } = found;
    const counts = { lines, first, last, waiting, missing };
    const words = { waiting: 'not sealed yet', missing: 'could not be written' };
    const facts = Object.entries(counts).map(([key, exact]) => ({
      name: words[key as keyof typeof words] ?? key,
      key,
      value: String(exact),
      exact,
    }));
    await printFacts([{ name: 'audit', value: 'sound' }, ...facts], context);
    if (kept === undefined) return;
    const { number } = kept.end;
    const isDropped = lines === 0 || number < first;
    context.streams.say(
      isDropped
        ? `The lines of the export, up to ${number}, are not kept any more: nothing was compared.`
        : `The audit has the lines of the export, up to ${number}.`,
    );
  });
}

/** @throws ReconError `damaged` that names what is not as it was written */
export function refuseDamaged({ problems }: { problems: string[] }): void {
  if (problems.length === 0) return;
  throw new ReconError('damaged', 'the audit is not as it was written', {
    details: problems,
    hint: 'keep a copy of the database and of the files before anything else is done with them',
  });
}
