import type { Client } from '../../../core/client.ts';
import type { ForeseenRow, Foresight } from '../../../core/import/foresee.ts';
import { problemFacts, problemLines } from '../../../core/import/problem-lines.ts';
import { counted } from '../../../core/import/row.ts';
import type { Imported } from '../../../core/import/run-import.ts';
import { requireChange } from '../../../core/may-change.ts';
import { ReconError } from '../../../errors.ts';
import type { Context } from '../../context.ts';
import { printableJson } from '../../output/printable.ts';
import { noRoomText, roomBeside } from '../../room.ts';
import {
  differingLines,
  isForPerson,
  KINDS_TOLD,
  namesakeFacts,
  namesakesLine,
  notDoneText,
  wouldBeText,
} from './import-summary.ts';

/** The shortest list of the service, asked for once. */
export type Ask = () => ReturnType<Client['listPatients']>;
type Asked = Awaited<ReturnType<Ask>>;

/** Who is there, for a dry run. It is a look at the list first, so a service that cannot be asked is no failure. */
export async function foresightOf(
  scratch: string,
  { ask, tell }: { ask: Ask; tell(known: { asked: Asked }): void },
  context: Context,
): Promise<Foresight | undefined> {
  let asked: Asked;
  try {
    asked = await ask();
  } catch (error) {
    if (!(error instanceof ReconError) || error.isStop) throw error;
    context.streams.note(`who is there already cannot be told: ${error.message}`);
    return undefined;
  }
  requireChange(asked);
  tell({ asked });
  return await context.changesToSee(scratch);
}

export async function tellForeseen(
  imported: Imported,
  dryRun: NonNullable<Imported['dryRun']>,
  context: Context,
): Promise<void> {
  const { total, unit, counts, failures, report } = imported;
  const { isAsked, fault } = dryRun;
  const { streams } = context;
  for (const line of differingLines(imported)) streams.warn(line);
  const beside = namesakesLine(imported);
  if (beside !== undefined) streams.warn(beside);
  await answerForeseen(imported, dryRun, context);
  const would = wouldBeText(counts, isAsked);
  if (fault !== undefined) {
    if (counts.not_sent === 0) streams.say(`dry run: ${would}`);
    throw fault;
  }
  if (report !== undefined) streams.say(`the report is in ${report}`);
  if (counts.failed > 0) {
    const good = wouldBeText({ ...counts, failed: 0, held_back: 0 }, isAsked);
    throw new ReconError('partly_failed', `dry run: ${notDoneText(imported)}; the others are in order (${good})`, {
      details: problemLines(failures).slice(0, KINDS_TOLD),
      needsPerson: isForPerson(imported),
    });
  }
  const are = `${counted(total, unit)} ${total === 1 ? 'is' : 'are'} in order`;
  streams.say(`dry run: ${are}${isAsked ? ` (${would})` : ''}; nothing was sent`);
}

/** Of a dry run, which knows who is new. */
export async function tellWithoutRoom(rows: readonly ForeseenRow[], ask: Ask, context: Context): Promise<void> {
  const fresh = rows.filter(({ outcome }) => outcome.status === 'created' && outcome.earlier !== true).length;
  const told = noRoomText(await roomBeside(await ask(), await context.client(), context), fresh);
  if (told !== undefined) context.streams.warn(told);
}

/** As JSON, what an import's own answer has, the problems, and each row as a report has it; else nothing. */
async function answerForeseen(
  imported: Imported,
  { isAsked, rows }: NonNullable<Imported['dryRun']>,
  context: Context,
): Promise<void> {
  const format = await context.outputFormat();
  if (format !== 'json' && format !== 'ndjson') return;
  const { report, total, encoding, counts, problems, failures } = imported;
  const facts = {
    dry_run: true,
    report: report ?? null,
    total,
    encoding: encoding ?? null,
    service_asked: isAsked,
    // Without the service nobody knows who is there already.
    new: isAsked ? counts.created : null,
    ...counts,
    created: 0,
    to_put_right: counts.failed - counts.held_back,
    namesakes: namesakeFacts(imported),
    problems: problemFacts([...problems, ...failures]),
    rows,
  };
  await context.writeJson(`${printableJson(JSON.stringify(facts))}\n`);
}
