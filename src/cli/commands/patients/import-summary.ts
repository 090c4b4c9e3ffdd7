import { listed } from '../../../core/draft.ts';
import type { Counts, WaitsFor } from '../../../core/import/outcomes.ts';
import { type ListProblem, problemLines } from '../../../core/import/problem-lines.ts';
import { counted } from '../../../core/import/row.ts';
import type { Imported } from '../../../core/import/run-import.ts';
import { type Advice, type ErrorCode, type Line, ReconError } from '../../../errors.ts';

/** More kinds of failures than this are for the report. */
export const KINDS_TOLD = 20;

/**
 * `148 created`, `4 already there`, `2 failed`. A count of 0 is left out, except for `created` at the end. While the
 * import runs (`isEnd` is false), `created` and `not sent` are left out always.
 */
export function countsText(counts: Counts, isEnd = true): string[] {
  const part = (count: number, words: string) => (count === 0 ? [] : [`${count} ${words}`]);
  // Rows that differ are among those that are there.
  const differ =
    counts.differing === 1 ? ' (1 differs from its patient)' : ` (${counts.differing} differ from their patients)`;
  const told = isEnd && counts.differing > 0 ? differ : '';
  const isThere = counts.already_there > 0;
  return [
    ...(isEnd ? [`${counts.created} created`] : []),
    ...part(counts.already_there, `already there${photosText(counts)}${told}`),
    ...part(counts.done_before, `done before${isThere ? '' : told}`),
    ...(isEnd ? part(counts.size_not_recorded, 'without height or weight') : []),
    ...part(counts.held_back, 'likely there already'),
    ...part(counts.failed - counts.held_back, 'failed'),
    ...part(counts.unknown, 'perhaps created'),
    ...(isEnd ? part(counts.not_sent, 'not sent') : []),
  ];
}

function photosText({ already_there, photos_not_sent }: Counts): string {
  if (photos_not_sent === 0) return '';
  return already_there === 1 ? ', its photos not sent' : `, the photos of ${photos_not_sent} not sent`;
}

/** Of a dry run: `12 new, 3 already there, 1 to be put right`. Where nobody was asked who is there, `12 in order`. */
export function wouldBeText(counts: Counts, isAsked: boolean): string {
  const toPutRight = counts.failed - counts.held_back;
  const others = countsText({ ...counts, created: 0, failed: counts.held_back }).slice(1);
  const wrong = toPutRight === 0 ? [] : [`${toPutRight} to be put right`];
  return [`${counts.created} ${isAsked ? 'new' : 'in order'}`, ...others, ...wrong].join(', ');
}

/** The line an import ends with. */
export const summaryLine = (counts: Counts): string => countsText(counts).join(' · ');

/** The error of an import that did not do all of its list; undefined where it did. `watch` begins a watch again. */
export function importFailure(imported: Imported, list: string, watch?: Advice): ReconError | undefined {
  const goOn = watch ?? { command: ['resume'] };
  const { counts, stopped, failures, report = '', folder } = imported;
  if (stopped !== undefined && imported.isUnreached === true) return unreached(stopped, counts);
  const where = `what became of each is in ${report}`;
  if (stopped !== undefined && stopped.code !== 'partly_failed') {
    const hint = stopped.isStop ? goOn : (stopped.hint ?? goOn);
    const next = hint === goOn ? [] : [{ ...goOn, before: 'then, for the rest' }];
    // A watch has no other end, so nothing is wrong with it.
    const isEnded = watch !== undefined && stopped.isStop && counts.unknown === 0;
    return stopped.with({
      ...(isEnded && { message: 'the watch has ended' }),
      details: [...stopped.details, where, ...next],
      hint,
    });
  }
  const notDone = counts.failed + counts.unknown + counts.not_sent;
  if (notDone === 0) return counts.size_not_recorded === 0 ? undefined : unsized(imported, where, goOn);
  const code: ErrorCode = counts.unknown > 0 ? 'outcome_unknown' : 'partly_failed';
  const why = stopped === undefined ? [] : [stopped.message, ...stopped.details];
  const isLeft = counts.unknown > 0 || stopped !== undefined;
  const hint = isLeft
    ? goOn
    : ((counts.failed === imported.total ? imported.wayOut : undefined) ??
      againLine(imported, list, [report, ...(folder === undefined ? [] : ['--folder', folder])]));
  const isNamed = typeof hint !== 'string' && hint.command.includes(report);
  return new ReconError(code, notDoneText(imported), {
    details: [...why, ...problemLines(failures).slice(0, KINDS_TOLD), ...(isNamed ? [] : [where])],
    hint,
    needsPerson: !isLeft && isForPerson(imported),
  });
}

/**
 * What is left of a list, each kind by itself: `of 20 rows, 2 are to be put right and 4 are likely there already`. Rows
 * that are created or there already are not counted.
 */
export function notDoneText({
  total,
  unit,
  counts,
  failures,
}: Pick<Imported, 'total' | 'unit' | 'counts' | 'failures'>) {
  const [unanswered, unroomed] = [waitingFor('answer', failures), waitingFor('room', failures)];
  const part = (count: number, one: string, many = one) =>
    count === 0 ? [] : [`${count} ${count === 1 ? `is ${one}` : `are ${many}`}`];
  const parts = [
    ...part(counts.failed - counts.held_back - unanswered - unroomed, 'to be put right'),
    ...part(counts.held_back, 'likely there already'),
    ...part(unanswered, 'not answered by the service'),
    ...part(unroomed, 'not made, since the account is full'),
    ...part(counts.not_sent, 'not sent yet'),
    ...part(counts.unknown, 'of unknown outcome'),
  ];
  return `of ${counted(total, unit)}, ${listed(parts)}`;
}

/** Nothing of the list is done by the same command again: its rows are to be put right, or looked at. */
export const isForPerson = ({ counts, failures }: Pick<Imported, 'counts' | 'failures'>): boolean =>
  counts.failed > 0 && failures.every(({ waitsFor }) => waitsFor === undefined);

const waitingFor = (what: WaitsFor, failures: readonly ListProblem[]): number =>
  failures.filter(({ waitsFor }) => waitsFor === what).length;

/** All patients are there; what is not recorded is kept, and the next run does it. */
function unsized({ counts, failures }: Imported, where: string, goOn: Advice): ReconError {
  const of = counts.size_not_recorded === 1 ? '1 patient' : `${counts.size_not_recorded} patients`;
  return new ReconError('partly_failed', `the height or weight of ${of} was not recorded; all patients are there`, {
    details: [...problemLines(failures).slice(0, KINDS_TOLD), where],
    hint: goOn,
  });
}

/** Nothing new is known. */
function unreached(stopped: ReconError, { unknown }: Counts): ReconError {
  const message = `${stopped.message}, so nothing was sent`;
  const details = [...stopped.details, 'a report of an earlier run stays as it is'];
  if (unknown === 0) return stopped.with({ message, details, hint: stopped.hint ?? 'the same command again' });
  const of = unknown === 1 ? '1 patient' : `${unknown} patients`;
  return new ReconError('outcome_unknown', `${message}, and of ${of} nobody knows yet whether they were created`, {
    details,
    hint: { command: ['resume'], because: 'when the service is there again' },
    cause: stopped,
  });
}

/** A row that is done is not sent again by a report, so the flag is only for those that are left. */
const HELD_BACK_SENT = 'for other people; first delete from it the rows of those who are there';

const ROOM_FIRST =
  'the same command again, once whoever runs the service has raised the limit, or patients are deleted; it does the rest';
const FOLDERS_FIRST =
  'the same command again, when those folders are put right, such as by the photo that is missing; it makes nobody twice';
const PUT_RIGHT = 'when those rows are put right in it, or deleted';
const PUT_RIGHT_BESIDE_ROOM =
  'when the account has room, and the wrong rows are put right in it, or deleted; those without room stay as they are';

const importLine = (...words: string[]): Advice => ({ command: ['patients', 'import', ...words] });

/** Goes on with the watch of a folder: what it makes of the folders depends on these options. */
export const watchLine = (
  folder: string,
  {
    type,
    report,
    allowSame,
    photoCheck,
  }: { type?: string; report?: string; allowSame?: boolean; photoCheck?: boolean },
): Advice =>
  importLine(
    folder,
    '--watch',
    ...(type === undefined ? [] : ['--type', type]),
    ...(report === undefined ? [] : ['--report', report]),
    ...(allowSame === true ? ['--allow-same'] : []),
    ...(photoCheck === true ? ['--photo-check'] : []),
  );

/**
 * Rows that failed are put right in the report, which knows what is done; of those held back nothing is wrong, nor of
 * those that the service did not answer, or that an account had no room for.
 */
function againLine(
  { counts, failures, unit }: Pick<Imported, 'counts' | 'failures' | 'unit'>,
  list: string,
  report: string[],
): Line {
  if (counts.failed === 0) return importLine(list);
  // A row with a problem was not tried, and is no failure.
  const waitsAllFor = (what: WaitsFor) => waitingFor(what, failures) === counts.failed;
  if (waitsAllFor('answer')) return 'the same command again, once the service answers; it does the rest';
  if (waitsAllFor('room')) return ROOM_FIRST;
  // What is wrong with a folder is put right in it, and who does that opens no report.
  if (unit === 'folder' && counts.held_back === 0 && waitingFor('room', failures) === 0) return FOLDERS_FIRST;
  // The flag would send those beside them, too.
  return counts.held_back === counts.failed
    ? { ...importLine(...report, '--allow-same'), because: HELD_BACK_SENT }
    : { ...importLine(...report), because: waitingFor('room', failures) > 0 ? PUT_RIGHT_BESIDE_ROOM : PUT_RIGHT };
}

/** How to read a report, above its path. */
export function reportWords(report = '', unit: Imported['unit']): string {
  if (!report.endsWith('.ndjson')) {
    const what = unit === 'folder' ? 'a row for each folder' : 'the list';
    const one = unit === 'folder' ? 'one' : 'row';
    return `the report: ${what}, with what became of each ${one} in its last columns; leave recon_row as it is, by which a next import knows the ${one}`;
  }
  const table = unit === 'folder' ? '; --report FILE.csv makes a table of it' : '';
  return `the report: a line for each patient, at its end what became of it (recon_status) and why (recon_error)${table}`;
}

/** So many rows are named with ids, and so many people in the line to type. */
const NAMESAKES_TOLD = 5;

/** Of rows that are new people with the name of somebody who was there: whom to compare. */
export function namesakesLine({ namesakes, unit, dryRun }: Imported): Advice | undefined {
  if (namesakes.length === 0) return undefined;
  const told = namesakes.slice(0, NAMESAKES_TOLD);
  const more = namesakes.length - told.length;
  const each = told.map(({ place, id, there }) => {
    const those = `patient${there.length === 1 ? '' : 's'} ${there.join(', ')}`;
    return `${place} (${id === undefined ? those : `now patient ${id}, beside ${those}`})`;
  });
  const have = namesakes.length === 1 ? 'has' : 'have';
  const now = dryRun === undefined ? 'was there' : 'is there';
  const what = `${counted(namesakes.length, unit)} ${have} the name of somebody who ${now}, but not the e-mail or phone`;
  const ids = [...new Set(told.flatMap(({ id, there }) => [...(id === undefined ? [] : [id]), ...there]))];
  return {
    before: `${what}: ${[...each, ...(more > 0 ? [`${more} more`] : [])].join('; ')}; to compare`,
    command: ['patients', 'get', ...ids],
  };
}

/** The same for a program, of all of them; `id` is null where nobody was made. */
export const namesakeFacts = ({ namesakes }: Imported) =>
  namesakes.map(({ place, id, there }) => ({ row: place, id: id ?? null, there }));

/** More of them are for the report. */
const DIFFERING_TOLD = 5;

/** What is in the list and not, or otherwise, in the record of somebody who is there already. */
export function differingLines({ differing, report, unit }: Imported): Line[] {
  const more = differing.length - DIFFERING_TOLD;
  const where = report === undefined ? '' : `, which are in ${report}`;
  const rest = more > 0 ? [`and ${more} more such ${more === 1 ? unit : `${unit}s`}${where}`] : [];
  return [...differing.slice(0, DIFFERING_TOLD), ...rest];
}
