import { type Line, ReconError } from '../../errors.ts';
import { shown } from '../shown.ts';
import type { Checked } from './check-rows.ts';
import { type ListProblem, problemLines } from './problem-lines.ts';
import type { Input } from './row.ts';

/** A person reads no more kinds of problems than this; a report has all of them. */
const NAMED = 200;
/** Nor more kinds of warnings below them. */
const WARNINGS_NAMED = 20;

/**
 * The error that lists all problems of a list of which nothing was sent, and its warnings. `report` has the problems row
 * by row.
 */
export function faultsError(
  { problems, warnings, faulty, total }: Checked,
  input: Input,
  { report, folder, dryRun }: { report?: string | undefined; folder?: string | undefined; dryRun: boolean },
): ReconError {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  const rows = faulty === 0 ? '' : ` in ${faulty} of ${total} ${total === 1 ? 'row' : 'rows'}`;
  const lines = problemLines(problems);
  const more = lines.length - NAMED;
  const details: Line[] = [
    ...lines.slice(0, NAMED),
    ...(more > 0 && report === undefined ? [`and ${more} other kinds; --report FILE lists all of them`] : []),
    ...warningLines(warnings),
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
  return new ReconError('usage', `${count}${rows} of ${shown(input.path)}, so nothing was sent`, {
    details,
    ...(canGoOn && {
      hint: `the same command ${dryRun ? 'without --dry-run, ' : ''}with --keep-going, which sends the other rows`,
    }),
  });
}

/** In the list's own titles, where it has one for the types. */
function typeColumn(title: string | undefined): string {
  const alone = title === undefined ? '' : ` or leaves ${shown(title)} alone (${title} = none)`;
  return `a column "type" holds mammo, face or body; --map FILE takes another column for it (Kind = type)${alone}`;
}

/** What else is odd about the rows: who mends the list mends it at once. */
function warningLines(warnings: readonly ListProblem[]): string[] {
  const lines = problemLines(warnings).map((line) => `warning: ${line}`);
  const more = lines.length - WARNINGS_NAMED;
  return [...lines.slice(0, WARNINGS_NAMED), ...(more > 0 ? [`and ${more} other kinds of warnings`] : [])];
}
