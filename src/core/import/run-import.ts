import { dirname, join, resolve } from 'node:path';
import type { ReconstructionType } from '../../contract/reconstruction.ts';
import { type Advice, ReconError } from '../../errors.ts';
import { lineText } from '../../system/line-text.ts';
import type { Changes } from '../changes/changes.ts';
import { beforeRequests } from '../disk-failure.ts';
import { isHostWarning } from '../mail-domain.ts';
import { shown } from '../shown.ts';
import { checkRows } from './check-rows.ts';
import { chooseBatch } from './choose-batch.ts';
import { earlierOutcomes } from './earlier-outcomes.ts';
import { keepAside, placeOfReport, reportMarks } from './edited-report.ts';
import { faultsError } from './faults-error.ts';
import { foreseeRows } from './foresee.ts';
import type { ImportOptions, ImportWorld } from './import-options.ts';
import { type ImportPlace, inImportPlace, otherPlace } from './import-place.ts';
import { type Beside, besideOf, linesOf, noteInto } from './note-into.ts';
import { openInput } from './open-input.ts';
import { type Counts, createOutcomes, isDone, type Models, type RowOutcome } from './outcomes.ts';
import type { ListProblem } from './problem-lines.ts';
import { styleOfReport, withAbsolutePaths, writeReport } from './report.ts';
import { claimReport, realPlace } from './report-place.ts';
import { reportedRows, rowFacts } from './reported-rows.ts';
import type { Input, Source, Unit } from './row.ts';
import { type Sendable, sendAll } from './send-all.ts';
import { settledOutcome } from './send-row.ts';
import { createSpool, type Spool } from './spool.ts';

export interface Imported {
  total: number;
  unit: Unit;
  counts: Counts;
  /** Of a dry run only where `--report` asks for it. */
  report: string | undefined;
  /** How the list is encoded; undefined where its kind has one encoding. */
  encoding?: string | undefined;
  /** What to try where all rows fail by how the list is read. */
  wayOut?: string | undefined;
  /** Of a dry run alone. */
  dryRun?: {
    /** Whether the service has said who is there. */
    isAsked: boolean;
    /** What would become of each row. */
    rows: Awaited<ReturnType<typeof rowFacts>>;
    /** Why an import would send nothing. */
    fault?: ReconError;
  };
  /** Where the photos of the report are, if not beside it. */
  folder?: string | undefined;
  /** Patients created, now or by an earlier run, by the 3D model that is made for them. */
  models: Map<ReconstructionType, Models>;
  /** Problems of rows that were not sent because of them. */
  problems: ListProblem[];
  /** Why rows failed that were tried. */
  failures: ListProblem[];
  /** In what rows differ from their patients, who are there already, and the line that changes it. */
  differing: Advice[];
  /** Rows whose persons are new beside somebody of the same name. */
  namesakes: Beside[];
  /** Rows whose patients are there with an e-mail address that looks mistyped. */
  mistyped: { place: string; id: string }[];
  /** The reason why not all rows were tried. */
  stopped: ReconError | undefined;
  /** The service was not reached at the start: nothing was sent, and a report of before stays as it is. */
  isUnreached?: true;
}

/**
 * Brings a list of patients to the service: checks everything, sends the rows that are missing there, writes a report.
 * If it was stopped and runs again, it does the rest.
 * @throws ReconError if it cannot start; later problems are in the result and the report
 */
export async function runImport(path: string, options: ImportOptions, world: ImportWorld): Promise<Imported> {
  const input = await openInput(resolve(path), world.columns, options.folder, options.type);
  return await inImportPlace(path, world.scratchFolder, async (place) => {
    const spool = createSpool(join(place.scratch, 'rows.ndjson'));
    try {
      return await importFrom(input, place, spool, options, world);
    } finally {
      await spool.close();
    }
  });
}

async function importFrom(
  input: Input,
  { path, scratch }: ImportPlace,
  spool: Spool,
  options: ImportOptions,
  world: ImportWorld,
): Promise<Imported> {
  const marks = world.reportsFolder === undefined ? undefined : reportMarks(world.reportsFolder);
  const place = async () => await placeOfReport(path, input.style().kind, options.dryRun ? undefined : marks);
  const report = resolve(options.report ?? (await place()));
  const isReported = !options.dryRun || options.report !== undefined;
  if (isReported) await claimReport(report, path);
  const foresight = options.dryRun ? await world.foresight?.(scratch) : undefined;
  const batches = options.dryRun ? foresight?.batches : (await world.changes()).batches;
  const check = async () =>
    await checkRows(input, spool, {
      allowSame: options.allowSame,
      signal: world.signal,
      patientsById: options.dryRun && foresight === undefined ? undefined : world.patientsById,
      done: (await batches?.doneRows()) ?? new Map(),
      batchOf: async (list) => (batches === undefined ? '' : await chooseBatch(batches, path, list)),
      lookAt: world.lookAt,
      onRow: world.onChecking,
    });
  const checked = await beforeRequests(check, otherPlace(world.scratchFolder));
  const outcomes = createOutcomes();
  if (checked.total === 0 && input.problems.length === 0) {
    throw new ReconError('usage', `${shown(input.path)} holds no patients`);
  }
  // A report in another folder has to mean the same photos there.
  const isElsewhere = dirname(await realPlace(report)) !== input.folder;
  let folder: string | undefined;
  const placed = (source: Source): Source => {
    if (!isElsewhere) return source;
    const moved = withAbsolutePaths(source, input.style(), input.folder);
    if (JSON.stringify(moved) !== JSON.stringify(source)) folder = input.folder;
    return moved;
  };
  const failures: ListProblem[] = [];
  const differing = new Map<number, Advice>();
  const namesakes = new Map<number, Beside>();
  const note = noteInto({ outcomes, failures, differing, namesakes });
  const beside = () => besideOf(namesakes, outcomes.hasMade);
  let areShown = false;
  if (options.dryRun && input.problems.length === 0) {
    const { batch, total } = checked;
    const onRow = (count: number) => world.onForeseeing?.(count, total);
    const parts = { foresight, batch, allowSame: options.allowSame, jobs: options.jobs, signal: world.signal, onRow };
    const rows = await foreseeRows(spool.rows(), parts);
    for (const { outcome, ...row } of rows) {
      // Problems are told by themselves.
      if (row.problems.length > 0) outcomes.note(row.number, outcome);
      else note(row, outcome);
    }
    areShown = (await world.onForeseen?.(rows, foresight !== undefined)) ?? false;
  }
  const rows = () =>
    reportedRows(spool, outcomes, checked, placed, options.dryRun ? { isAsked: foresight !== undefined } : undefined);
  const write = async () => {
    const aside = options.report === undefined ? undefined : await keepAside(report, path, marks);
    if (aside !== undefined) world.onKeptAside(report, aside);
    await writeReport(report, await styleOfReport(report, input, rows()), rows());
    // The rows are told all the same. A mark of before makes the next report another file, which loses nothing.
    await marks?.noteWritten(report, path).catch(() => {});
  };
  const { total, problems } = checked;
  const mistyped = () =>
    checked.warnings.flatMap(({ place, number, text }) => {
      const outcome = outcomes.of(number);
      const { id } = outcome;
      return place && id !== undefined && isHostWarning(text) && isDone(outcome) ? [{ place, id }] : [];
    });
  const encoding = input.encoding?.();
  const read = { total, unit: input.unit, encoding, wayOut: input.wayOut?.() };
  const result = { ...read, problems, failures, namesakes: [], mistyped: [], stopped: undefined };
  const foreseen = async (fault?: ReconError): Promise<Imported> => ({
    ...{
      ...result,
      namesakes: beside(),
      differing: linesOf(differing),
      counts: outcomes.counts(total),
      models: new Map(),
    },
    report: isReported && input.problems.length === 0 ? report : undefined,
    dryRun: {
      isAsked: foresight !== undefined,
      rows: input.problems.length > 0 ? [] : await rowFacts(rows()),
      ...(fault && { fault }),
    },
  });
  if (checked.problems.length > 0 && (!options.keepGoing || input.problems.length > 0)) {
    const isWritten = options.report !== undefined && input.problems.length === 0;
    if (isWritten) await write();
    const told = { ...(isWritten && { report, folder }), dryRun: options.dryRun, areShown };
    const fault = faultsError(checked, input, told);
    if (options.dryRun) return foreseen(fault);
    if (input.problems.length === 0) await world.onRefused?.(checked);
    throw fault;
  }
  if (options.list !== undefined && options.list !== checked.list) throw notTheSame(path);
  await world.onChecked(checked);
  if (options.dryRun) {
    if (isReported) await write();
    return foreseen();
  }
  const leftOpen = await noteKnown({ spool, outcomes, checked, note }, await world.changes());
  const unreached = await whyUnreached(world);
  if (unreached !== undefined) {
    const counts = outcomes.counts(total);
    return { ...result, differing: [], stopped: unreached, isUnreached: true, report, counts, models: new Map() };
  }
  await world.onReached?.(outcomes.counts(total).not_sent);
  const stopped = await sendAll(
    { path, scratch },
    { spool, outcomes, checked, note, report, folder: options.folder },
    options,
    world,
  ).catch(async (bug) => {
    await write().catch(() => {});
    throw bug;
  });
  await write();
  for (const { number, place, outcome } of leftOpen) {
    if (outcomes.of(number) === outcome) failures.push({ place, text: lineText(outcome.error ?? '') });
  }
  const counts = outcomes.counts(total);
  // Rows that are open or were not tried, and sizes, are left for another run.
  const left = counts.unknown + counts.not_sent + counts.size_not_recorded;
  if (stopped === undefined && left === 0) await batches?.finish(checked.batch);
  const ended = { report, folder, counts, models: outcomes.models() };
  return { ...result, ...ended, namesakes: beside(), mistyped: mistyped(), differing: linesOf(differing), stopped };
}

/**
 * Notes what is known of the rows before anything is sent, by the check or by the journal. Returns those of which nobody
 * knows yet whether they were made.
 */
async function noteKnown(
  { spool, outcomes, checked: { batch }, note }: Pick<Sendable, 'spool' | 'outcomes' | 'checked' | 'note'>,
  { batches }: Pick<Changes, 'batches'>,
): Promise<{ number: number; place: string; outcome: RowOutcome }[]> {
  const earlierOf = await earlierOutcomes(batch, batches);
  const open: { number: number; place: string; outcome: RowOutcome }[] = [];
  for await (const row of spool.rows()) {
    const settled = settledOutcome(row);
    const outcome = settled ?? earlierOf(row);
    if (outcome === undefined) continue;
    // Problems were told already, and an open change may end well.
    if (row.problems.length > 0 || settled === undefined) outcomes.note(row.number, outcome);
    else note(row, outcome);
    if (outcome.status === 'unknown') open.push({ number: row.number, place: row.place, outcome });
  }
  return open;
}

/** undefined where the service answers, whatever it says: that is for the rows to meet. */
async function whyUnreached({ reach }: Pick<ImportWorld, 'reach'>): Promise<ReconError | undefined> {
  try {
    await reach();
    return undefined;
  } catch (error) {
    if (!(error instanceof ReconError)) throw error;
    return error.code === 'network' || error.code === 'timeout' ? error : undefined;
  }
}

const notTheSame = (path: string) =>
  new ReconError('usage', `${shown(path)} was changed since its import was interrupted, so nothing was sent`, {
    hint: { command: ['patients', 'import', path] },
  });
