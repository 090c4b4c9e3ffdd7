import { lineText } from '../../system/line-text.ts';
import { isHostWarning } from '../mail-domain.ts';
import type { Checked } from './check-rows.ts';
import type { CheckedRow } from './checked-row.ts';
import { isDone, type Outcomes } from './outcomes.ts';
import { withoutValues } from './problem-lines.ts';
import type { ReportedRow } from './report.ts';
import { reportValues } from './report-columns.ts';
import type { Source } from './row.ts';
import { settledOutcome } from './send-row.ts';
import type { Spool } from './spool.ts';
import { wasSent, wouldBeSent } from './warning-lines.ts';

/**
 * The rows of the report, each with how it ended. `placed` gives a row's source as it is written there. Of a dry run,
 * `foreseen` tells whether the service said who is there: nobody was made, and who would be is new.
 */
export async function* reportedRows(
  spool: Spool,
  outcomes: Outcomes,
  { batch }: Checked,
  placed: (source: Source) => Source,
  foreseen?: { isAsked: boolean },
): AsyncGenerator<ReportedRow & { place: string }> {
  for await (const row of spool.rows()) {
    // The patient that a report names was created, even if this run did not reach the row.
    const made = row.reportedId === undefined ? undefined : settledOutcome(row);
    const noted = outcomes.of(row.number);
    const outcome = noted.status === 'not_sent' ? (made ?? noted) : noted;
    const isMade = foreseen === undefined || outcome.status !== 'created' || outcome.earlier === true;
    // A mistyped address is found here by whoever looks for why a patient never answers.
    const isThere = isMade && isDone(outcome);
    const slips = row.warnings
      .filter(isHostWarning)
      .map((warning) => (isThere ? wasSent(warning) : wouldBeSent(warning)));
    const error = [lineText(outcome.error ?? row.problems.join('; ')), ...slips].filter(Boolean).join('; ');
    const status = isMade ? outcome.status : foreseen.isAsked ? 'new' : 'not_sent';
    const { place, source } = row;
    yield { place, source: placed(source), outcome: { ...outcome, status, error }, name: reportName(row, batch) };
  }
}

/** For a program: what a report says of each row, without what the rows hold. */
export async function rowFacts(rows: ReturnType<typeof reportedRows>) {
  const facts = [];
  for await (const { place, outcome, name } of rows) {
    const values = reportValues(outcome, name);
    facts.push({ row: place, ...values, recon_error: withoutValues(values.recon_error) });
  }
  return facts;
}

/** A row that was not sent keeps the name of the given report, if any: a name made now would change with its content. */
function reportName({ name, reportName: given, done, problems }: CheckedRow, batch: string): string | undefined {
  if (done === undefined && problems.length === 0 && batch !== '') return `${batch}:${name}`;
  return given === undefined ? undefined : `${given.batch}:${given.name}`;
}
