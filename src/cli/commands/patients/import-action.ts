import { tmpdir } from 'node:os';
import { nothingSent } from '../../../core/changes/unfinished-errors.ts';
import { findsById } from '../../../core/import/check-reported.ts';
import type { Checked } from '../../../core/import/check-rows.ts';
import type { ForeseenRow } from '../../../core/import/foresee.ts';
import { placesText } from '../../../core/import/problem-lines.ts';
import { checkReportName } from '../../../core/import/report-place.ts';
import { type Imported, runImport } from '../../../core/import/run-import.ts';
import { takesSize } from '../../../core/own-routes.ts';
import { type Advice, ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { once } from '../../once.ts';
import { printableJson } from '../../output/printable.ts';
import { askForList } from '../../request/ask-path.ts';
import { argumentOf } from '../../request/missing-argument.ts';
import { jobsOf } from '../../request/option-values.ts';
import { noRoomText, roomBeside } from '../../room.ts';
import { type Ask, foresightOf, tellForeseen, tellWithoutRoom } from './import-foreseen.ts';
import { showImportProgress } from './import-progress.ts';
import {
  differingLines,
  importFailure,
  namesakeFacts,
  namesakesLine,
  reportWords,
  summaryLine,
  watchLine,
} from './import-summary.ts';
import { type ColumnFlags, columnSettler } from './settle-columns.ts';
import { typeOfFolders } from './type-of-folders.ts';

export interface ImportFlags extends ColumnFlags {
  jobs?: string;
  report?: string;
  folder?: string;
  wait?: boolean;
  keepGoing?: boolean;
  allowSame?: boolean;
  watch?: boolean;
  type?: string;
  photoCheck?: boolean;
}

/** Also what `recon resume` does with an import that was stopped: with the same path and options. */
export async function importPatients(typed: string | undefined, options: ImportFlags, context: Context): Promise<void> {
  if (options.report !== undefined && !isResumed(options)) checkReportName(options.report);
  if (options.folder === '') throw new ReconError('usage', '--folder is empty', { hint: '--folder DIR' });
  const list = await argumentOf(typed, 'list', askForList, context);
  const bring = options.watch === true ? (await import('./watch-action.ts')).watchPatients : importList;
  const imported = await bring(list, options, context);
  if (imported.dryRun !== undefined) return await tellForeseen(imported, imported.dryRun, context);
  context.streams.say(summaryLine(imported.counts));
  for (const line of differingLines(imported)) context.streams.warn(line);
  const beside = namesakesLine(imported);
  if (beside !== undefined) context.streams.warn(beside);
  if (imported.isUnreached !== true) sayWhatIsMistyped(imported, context);
  if (imported.isUnreached !== true) await answer(imported, context);
  const failure = importFailure(imported, list, options.watch === true ? watchLine(list, options) : undefined);
  if (options.wait === true && imported.stopped === undefined) await waitBeside(failure, imported, context);
  if (failure !== undefined) throw failure;
  // What comes next is told once, by `recon resume` for all that it finished.
  if ((await sayWhatIsOpen(context)) || isResumed(options)) return;
  await context.sayNext(nextAfter(imported, options.wait === true));
}

/** Models that are still being made come first; those of an earlier run are mostly ready. */
function nextAfter({ models, counts }: Imported, hasWaited: boolean): Pick<Advice, 'command' | 'because'> {
  if (hasWaited || models.size === 0 || counts.created === 0)
    return { command: ['patients', 'list'], because: 'to see who is there now' };
  return { command: ['status'], because: 'to see which 3D models are still being made' };
}

function sayWhatIsMistyped({ mistyped }: Imported, { streams }: Context): void {
  const [first] = mistyped;
  if (first === undefined) return;
  const places = placesText(mistyped.map(({ place }) => place));
  const isOne = mistyped.length === 1;
  streams.warn({
    before: isOne
      ? `the e-mail address of ${places} looks mistyped; to put it right`
      : `${mistyped.length} e-mail addresses look mistyped (${places}); to put the first one right`,
    command: ['patients', 'update', first.id, '--email', 'ADDRESS'],
  });
}

const isResumed = ({ list }: ImportFlags) => list !== undefined;

/** Rows of an earlier run that are no longer in the list, or a change of another command. True if there is any. */
async function sayWhatIsOpen(context: Context): Promise<boolean> {
  const length = await (await context.changes()).unfinished.count();
  if (length === 0) return false;
  const are = length === 1 ? '1 earlier change is' : `${length} earlier changes are`;
  const because = 'which finishes what resume --list shows';
  context.streams.note({ before: `${are} still open`, command: ['resume'], because });
  return true;
}

async function importList(list: string, options: ImportFlags, context: Context): Promise<Imported> {
  const { clock, signal } = context;
  const { dryRun } = context.globals();
  const { report, folder, keepGoing = false, allowSame = false, yes = false } = options;
  const jobs = await jobsOf(options.jobs, context);
  // Who goes on with an import has seen the names.
  const isSeen = isResumed(options);
  const type = await typeOfFolders(list, options.type, context, { asks: context.mayAsk() && !isSeen, yes });
  const scratchFolder = dryRun ? tmpdir() : await context.scratchFolder();
  const progress = await showImportProgress(context);
  const looks =
    options.photoCheck === true ? (await import('../../look/look-at-rows.ts')).lookAtRows(context) : undefined;
  const sizes = unsizedTeller(context);
  const ask = once(async () => await (await context.client()).listNobody());
  const mayAsk = context.mayAsk() && !isSeen && !yes;
  const columns = await columnSettler(options, context);
  let isAnyGood = false;
  const onChecked = async (checked: Checked) => {
    isAnyGood = checked.faulty < checked.total;
    sizes.tell({ sized: checked.sized });
    progress.hooks.onChecked(checked);
    await looks?.askWhetherToGoOn();
  };
  return await runImport(
    list,
    { jobs, report, folder, type, keepGoing, allowSame, dryRun, list: options.list },
    {
      changes: context.changes,
      foresight: (scratch) => foresightOf(scratch, { ask, tell: sizes.tell }, context),
      patientsById: findsById(context.client),
      reach: async () => sizes.tell({ asked: await ask() }),
      onReached: async (toSend) => {
        await askWithoutRoom(toSend, { ask, mayAsk }, context);
        // A wrong answer that let every row fail would be kept for ever. Kept before the first row is sent, it holds for
        // an import that is stopped and resumed.
        if (isAnyGood) await columns.keep();
      },
      clock,
      signal,
      scratchFolder,
      reportsFolder: await context.reportsFolder(),
      columns,
      ...progress.hooks,
      onKeptAside: (report, aside) =>
        context.streams.note(`what was in ${report} is now in ${aside}: it was changed since, or is of another list`),
      onChecked,
      // Who then puts those rows right is not asked for the columns again.
      onRefused: async ({ faulty, total }) => (faulty < total ? columns.keepFitting() : undefined),
      onForeseen: async (rows: readonly ForeseenRow[], isAsked: boolean) => {
        progress.stop();
        const { showVerdicts } = await import('./import-verdicts.ts');
        const areShown = await showVerdicts(rows, isAsked, context);
        if (isAsked) await tellWithoutRoom(rows, ask, context);
        return areShown;
      },
      lookAt: looks?.lookAt,
    },
  )
    .catch((error: unknown) => {
      // Once rows are sent, a stop is no error but a part of what is told.
      if (!(error instanceof ReconError) || error !== signal.reason) throw error;
      const again = isSeen ? { command: ['resume'] } : 'the same command again; it makes nobody twice';
      throw nothingSent(error).with(dryRun ? {} : { hint: again });
    })
    .finally(progress.stop);
}

/** Says once that the service has no way to record the sizes of the list, when both are known. */
function unsizedTeller({ streams }: Context) {
  const known: { sized?: number; asked?: Parameters<typeof takesSize>[0] } = {};
  return {
    tell: (more: typeof known): void => {
      const { sized, asked } = Object.assign(known, more);
      if (!sized || asked === undefined || takesSize(asked)) return;
      streams.note('this service has no way to set height and weight; those of the list are not recorded');
    },
  };
}

/** Rows that failed are what the import ends with; a model that failed is then said. */
async function waitBeside(failure: ReconError | undefined, { models }: Imported, context: Context): Promise<void> {
  const { waitForModels } = await import('./wait-for-models.ts');
  await waitForModels(models, context).catch((error) => {
    if (failure === undefined || context.signal.aborted || !(error instanceof ReconError)) throw error;
    context.streams.warn([error.message, ...error.details.map(context.lineText)].join('; '));
  });
}

/**
 * Before anything is sent it is not known who is there already, so a person decides about a list that may not fit.
 * @throws ReconError `declined`
 */
async function askWithoutRoom(
  toSend: number,
  { ask, mayAsk }: { ask: Ask; mayAsk: boolean },
  context: Context,
): Promise<void> {
  const asked = await ask().catch(() => undefined);
  if (asked === undefined) return;
  const told = noRoomText(await roomBeside(asked, await context.client(), context), toSend, 'up to ');
  if (told === undefined) return;
  context.streams.warn(told);
  if (!mayAsk || (await (await context.prompt()).confirm('Send as many as there is room for?'))) return;
  throw new ReconError('declined', 'nothing was sent');
}

/** The report's path alone; as JSON with the counts. */
async function answer(imported: Imported, context: Context): Promise<void> {
  const { report, counts, total, unit, encoding } = imported;
  const format = await context.outputFormat();
  if (format !== 'json' && format !== 'ndjson') {
    if (context.streams.stdoutIsTty()) context.streams.say(reportWords(report, unit));
    return await context.streams.answer(report ?? '');
  }
  const facts = { report, total, encoding: encoding ?? null, ...counts, namesakes: namesakeFacts(imported) };
  await context.writeJson(`${printableJson(JSON.stringify(facts))}\n`);
}
