import { tmpdir } from 'node:os';
import { type Imported, runImport } from '../../../core/batch/run-import.ts';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { printableJson } from '../../output/printable.ts';
import { jobsOf } from '../batch-jobs.ts';
import type { PatientsImportOptions } from './import.ts';
import { showImportProgress } from './import-progress.ts';
import { importFailure, summaryLine } from './import-summary.ts';

/** Also what `recon resume` does with an import that was stopped: with the same path and options. */
export async function importPatients(list: string, options: PatientsImportOptions, context: Context): Promise<void> {
  const { clock, signal, streams } = context;
  const { dryRun } = context.globals();
  if (options.report === '') throw new ReconError('usage', '--report is empty', { hint: '--report FILE' });
  const jobs = await jobsOf(options.jobs, context);
  const progress = await showImportProgress(context);
  const imported = await runImport(
    list,
    {
      jobs,
      report: options.report,
      keepGoing: options.keepGoing === true,
      allowSame: options.allowSame === true,
      dryRun,
    },
    {
      changes: context.changes,
      clock,
      signal,
      scratchFolder: dryRun ? tmpdir() : await context.scratchFolder(),
      ...progress.hooks,
    },
  ).finally(progress.stop);
  if (dryRun) return sayWhatWouldBeSent(imported, context);
  streams.say(summaryLine(imported.counts));
  await answer(imported, context);
  const failure = importFailure(imported, list);
  if (failure !== undefined) throw failure;
}

function sayWhatWouldBeSent({ total, problems }: Imported, { streams }: Context): void {
  if (problems.length > 0) {
    throw new ReconError('partly_failed', `dry run: ${problems.length} problems; the other rows would be sent`);
  }
  streams.say(`dry run: ${total} ${total === 1 ? 'row is' : 'rows are'} in order; nothing was sent`);
}

/** The report's path alone; as JSON with the counts. */
async function answer({ report, counts, total }: Imported, context: Context): Promise<void> {
  const format = await context.outputFormat();
  if (format !== 'json' && format !== 'ndjson') return await context.streams.answer(report ?? '');
  await context.streams.write(`${printableJson(JSON.stringify({ report, total, ...counts }))}\n`);
}
