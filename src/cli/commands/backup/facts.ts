import type { Context } from '../../context.ts';
import { type Fact, printUnlessQuiet } from '../print-list.ts';

export const timesText = (count: number, thing: string) => `${count} ${count === 1 ? thing : `${thing}s`}`;

export const filesFact = (name: string, { count, bytes }: { count: number; bytes: number }): Fact => ({
  name,
  value: `${count} (${megabytes(bytes)} MB)`,
  exact: { count, bytes },
});

export const countFact = (name: string, count: number): Fact => ({ name, value: String(count), exact: count });

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0);

type Report = Awaited<ReturnType<typeof import('../../../service/backup/verify.ts').verifyBackup>>;

/** Prints what a snapshot was found to hold, and warns of what it lacks. */
export async function tellSnapshot(
  { missing, unfinished, skipped, ...report }: Report & { skipped?: number },
  context: Context,
): Promise<void> {
  const { streams } = context;
  const facts: Fact[] = [
    { name: 'snapshot', value: report.snapshot },
    { name: 'made', value: report.begun },
    countFact('records', report.records),
    filesFact('files', report.files),
    countFact('missing files', missing),
    ...(skipped === undefined ? [] : [countFact('skipped files', skipped)]),
  ];
  await printUnlessQuiet(facts, context);
  if (missing > 0) {
    streams.warn(
      `the backup lacks ${timesText(missing, 'file')}; a restore shows the records that name them as failed`,
    );
  }
  if (unfinished.length > 0) {
    streams.warn(`there are later snapshots that were not finished: ${unfinished.join(', ')}`);
  }
}
