import { stat } from 'node:fs/promises';
import { listed } from '../../../core/draft.ts';
import { findsById } from '../../../core/import/check-reported.ts';
import type { RowOutcome } from '../../../core/import/outcomes.ts';
import type { Imported } from '../../../core/import/run-import.ts';
import { watchImport } from '../../../core/watch/watch-import.ts';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { jobsOf } from '../../request/option-values.ts';
import { typeOfFolders } from './type-of-folders.ts';

/** Stays until Ctrl-C, and tells of each folder when it is done or what it lacks. */
export async function watchPatients(
  folder: string,
  options: {
    jobs?: string;
    report?: string;
    folder?: string;
    type?: string;
    allowSame?: boolean;
    wait?: boolean;
    photoCheck?: boolean;
  },
  context: Context,
): Promise<Imported> {
  const { clock, signal, streams } = context;
  if (options.wait === true) throw new ReconError('usage', '--watch and --wait exclude each other');
  if (options.folder !== undefined) throw new ReconError('usage', '--watch and --folder exclude each other');
  if (context.globals().dryRun) throw new ReconError('usage', '--watch and --dry-run exclude each other');
  if ((await stat(folder).catch(() => undefined))?.isDirectory() !== true) {
    throw new ReconError('usage', `--watch takes a folder, and ${JSON.stringify(folder)} is none`);
  }
  // Who asks for no type means folders with a patient.json, and those may still come.
  const type =
    options.type === undefined ? undefined : await typeOfFolders(folder, options.type, context, { asks: false });
  const looks = options.photoCheck === true ? await import('../../look/look-at-rows.ts') : undefined;
  streams.say(`watching ${folder}; Ctrl-C ends it`);
  return await watchImport(
    folder,
    { jobs: await jobsOf(options.jobs, context), report: options.report, type, allowSame: options.allowSame === true },
    {
      changes: context.changes,
      patientsById: findsById(context.client),
      clock,
      signal,
      scratchFolder: await context.scratchFolder(),
      lookAt: looks?.lookAtRows(context).lookAt,
      // A name that was read from the folder's has to be seen.
      onFolder: (name, outcome, patient) => {
        const as = type === undefined || outcome.status !== 'created' ? '' : `, ${patient}`;
        streams.say(`${name}: ${sentence(outcome, context)}${as}`);
      },
    },
  );
}

function sentence(
  { status, id, error: why = '', waitsFor, namesakes }: RowOutcome,
  { lineText }: Pick<Context, 'lineText'>,
): string {
  const error = lineText(why);
  switch (status) {
    case 'created':
      return [`created patient ${id}`, ...sameName(namesakes), ...(error === '' ? [] : [error])].join('; ');
    case 'already_there':
      return [`is there already, as patient ${id}`, ...(error === '' ? [] : [error])].join(': ');
    case 'not_sent':
      // Of a patient who is there already, nothing is sent later either.
      return `${id === undefined ? 'not sent yet' : 'not sent'}: ${error}`;
    case 'unknown':
      return `nobody knows yet whether it was created: ${error}`;
    case 'failed':
      if (waitsFor === 'room') return `not made yet, and tried again every few minutes: ${error}`;
      if (waitsFor === 'answer') return `not made yet, and tried again soon: ${error}`;
      return `failed: ${error}`;
  }
}

const sameName = (ids: readonly string[] = []): string[] =>
  ids.length === 0
    ? []
    : [`patient${ids.length === 1 ? '' : 's'} ${listed(ids)} ${ids.length === 1 ? 'has' : 'have'} the same name`];
