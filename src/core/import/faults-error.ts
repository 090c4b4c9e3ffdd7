import { type Line, ReconError } from '../../errors.ts';
import { shown } from '../shown.ts';
import type { Checked } from './check-rows.ts';
import { isOfSame } from './duplicates.ts';
import { type ListProblem, problemLines } from './problem-lines.ts';
import { counted, type Input } from './row.ts';
import { warningLines } from './warning-lines.ts';

/** A person reads no more kinds of problems than this; a report has all of them. */
const NAMED = 200;
/** Nor more kinds of warnings below them. */
const WARNINGS_NAMED = 20;
/** The end of the problem of a photo, or of a folder of photos. */
const NOT_THERE = '" does not exist';

export interface FaultsTold {
  /** Has the problems row by row. */
  report?: string | undefined;
  /** Where the photos of the report are, if not beside it. */
  folder?: string | undefined;
  dryRun: boolean;
  /** A person has seen the problems of each row already. */
  areShown: boolean;
}

/** The error that lists all problems of a list of which nothing was sent, and its warnings. */
export function faultsError(
  { problems, warnings, faulty, total }: Checked,
  input: Input,
  { report, folder, dryRun, areShown }: FaultsTold,
): ReconError {
  const lines = areShown ? [] : problemLines(problems);
  const more = lines.length - NAMED;
  const details: Line[] = [
    ...lines.slice(0, NAMED),
    ...(more > 0 && report === undefined ? [`and ${more} other kinds; --report FILE lists all of them`] : []),
    ...warningsText(warnings),
    ...(input.otherWay?.() ?? []),
    ...(report === undefined ? [] : [`all of them are in ${shown(report)}`]),
    ...(report === undefined || folder === undefined
      ? []
      : [
          {
            before: 'put right there, it is imported with',
            command: ['patients', 'import', report, '--folder', folder],
          },
        ]),
  ];
  const style = input.style();
  const isAboutType = problems.some(({ text }) => /^type is\b/.test(text));
  if (style.kind === 'csv' && isAboutType) details.push(typeColumn(style.typeTitle));
  const canGoOn = input.problems.length === 0 && faulty < total;
  const what = countText({ problems, faulty, total }, input);
  // The list with `--allow-same` would also make again who is there already.
  if (problems.some(({ text }) => isOfSame(text)))
    details.push({
      before: `where two ${input.unit}s that are the same are two people, create one of them by itself`,
      command: ['patients', 'create'],
      because: 'which first shows who is there',
    });
  const areAway = input.unit === 'row' && problems.some(({ text }) => text.endsWith(NOT_THERE));
  const ways = [
    ...(areAway ? ['with --folder DIR, if the photos are elsewhere'] : []),
    ...(canGoOn
      ? [`with --keep-going${dryRun ? ' in place of --dry-run' : ''}, which sends the other ${input.unit}s`]
      : []),
  ];
  return new ReconError('usage', dryRun ? `dry run: ${what}` : `${what}, so nothing was sent`, {
    details,
    hint: input.wayOut?.() ?? (ways.length > 0 ? `the same command ${ways.join('; or ')}` : undefined),
  });
}

/** `3 of 40 rows of "list.csv" have a problem`; `5 problems in 3 of 40 rows of "list.csv"` */
function countText(
  { problems, faulty, total }: Pick<Checked, 'problems' | 'faulty' | 'total'>,
  { path, unit }: Pick<Input, 'path' | 'unit'>,
): string {
  const list = shown(path);
  const rows = `${faulty} of ${counted(total, unit)} ${unit === 'row' ? 'of' : 'in'} ${list}`;
  if (problems.length === faulty) return `${rows} ${faulty === 1 ? 'has' : 'have'} a problem`;
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  return `${count} in ${faulty === 0 ? list : rows}`;
}

/** In the list's own titles, where it has one for the types. */
function typeColumn(title: string | undefined): string {
  const alone = title === undefined ? '' : ` or leaves ${shown(title)} alone (${title} = none)`;
  return `a column "type" holds mammo, face or body; --map FILE takes another column for it (Kind = type)${alone}`;
}

/** What else is odd about the rows: who mends the list mends it at once. */
function warningsText(warnings: readonly ListProblem[]): string[] {
  const lines = warningLines(warnings, { wouldBe: true }).lines.map((line) => `warning: ${line}`);
  const more = lines.length - WARNINGS_NAMED;
  return [...lines.slice(0, WARNINGS_NAMED), ...(more > 0 ? [`and ${more} other kinds of warnings`] : [])];
}
