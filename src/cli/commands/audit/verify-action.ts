import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { printFacts } from '../print-list.ts';
import type { PlaceOptions } from '../service-places.ts';
import { type AuditReader, withAudit } from './with-audit.ts';

type ReadExport = Awaited<ReturnType<AuditReader['readExport']>>;
type Verified = Awaited<ReturnType<AuditReader['verify']>>;

/** @throws ReconError `damaged` if a line, here or in the export, is not as it was written, or not there */
export async function verifyAudit(path: string | undefined, options: PlaceOptions, context: Context): Promise<void> {
  await withAudit(options, context, async (audit) => {
    const kept = path === undefined ? undefined : await audit.readExport(path);
    const found = await audit.verify(kept);
    const ofExport = [...(found.ofExport ?? []), ...(kept?.problems ?? [])];
    if (found.isOther === true) refuseOther([...ofExport, ...found.problems]);
    refuseDamaged({ problems: found.problems, ofExport });
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
    for (const line of comparedText(kept, found)) context.streams.say(line);
  });
}

/** Which lines were compared, and what an export that is a part of the audit leaves out. */
function comparedText({ first: exported, end, waiting }: ReadExport, { lines, first, last }: Verified): string[] {
  if (lines === 0 || end.number < first) {
    return [
      `The lines of the export, ${exported.number} to ${end.number}, are not kept any more: nothing was compared.`,
    ];
  }
  const times = `from ${exported.time} to ${end.time}`;
  const before = exported.number - first;
  const after = last - end.number;
  const more = [before > 0 && `${countOfLines(before)} before them`, after > 0 && `${countOfLines(after)} after them`];
  const others = more.filter((text) => text !== false).join(' and ');
  return [
    `The audit has lines ${exported.number} to ${end.number}, all of the export, ${times}.`,
    ...(before < 0 ? [`Lines ${exported.number} to ${first - 1} are not kept any more: they were not compared.`] : []),
    others === '' ? 'It has no other lines.' : `It has ${others} that the export has not.`,
    ...(waiting > 0 ? [`${countOfLines(waiting)} at the end of the export had no number yet: not compared.`] : []),
  ];
}

const countOfLines = (count: number) => (count === 1 ? '1 line' : `${count} lines`);

/** @throws ReconError `damaged` */
function refuseOther(problems: string[]): never {
  throw new ReconError(
    'damaged',
    'no line of the export is one of this audit; it may be the export of another service',
    {
      details: problems,
      hint: 'name the service that the export is of with --data; if it is this one, keep a copy of the database and of the files before anything else is done with them',
    },
  );
}

/** @throws ReconError `damaged` that names what is not as it was written */
export function refuseDamaged({ problems, ofExport = [] }: { problems: string[]; ofExport?: string[] }): void {
  if (problems.length === 0 && ofExport.length === 0) return;
  if (problems.length === 0) {
    throw new ReconError('damaged', 'the export is not as it was written; the audit itself is sound', {
      details: ofExport,
      hint: { command: ['audit', 'export'], because: 'writes a whole one to stdout' },
    });
  }
  throw new ReconError('damaged', 'the audit is not as it was written', {
    details: [...ofExport, ...problems],
    hint: 'keep a copy of the database and of the files before anything else is done with them',
  });
}
