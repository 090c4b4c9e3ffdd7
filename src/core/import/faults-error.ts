import { ReconError } from '../../errors.ts';
import { shown } from '../shown.ts';
import type { Checked } from './check-rows.ts';
import type { Input } from './row.ts';

/** A person reads no more lines than this; a report has all of them. */
const NAMED = 200;

/** The error that lists all problems of a list of which nothing was sent. `report` has them row by row. */
export function faultsError(
  { problems, faulty, total }: Checked,
  input: Input,
  report: string | undefined,
): ReconError {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  const rows = faulty === 0 ? '' : ` in ${faulty} of ${total} ${total === 1 ? 'row' : 'rows'}`;
  const more = problems.length - NAMED;
  const details = [
    ...problems.slice(0, NAMED),
    ...(more > 0 && report === undefined ? [`and ${more} more; --report FILE lists all of them`] : []),
    ...(report === undefined ? [] : [`all of them are in ${shown(report)}`]),
  ];
  const canGoOn = input.problems.length === 0 && faulty < total;
  return new ReconError('usage', `${count}${rows} of ${shown(input.path)}, so nothing was sent`, {
    details,
    ...(canGoOn && { hint: 'the same command with --keep-going, which sends the other rows' }),
  });
}
