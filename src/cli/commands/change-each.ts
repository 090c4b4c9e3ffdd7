import type { ResultAnswer } from '../../contract/answers.ts';
import { type Reply, stringifyExact } from '../../core/answer.ts';
import { type ErrorCode, ReconError } from '../../errors.ts';
import { lineText } from '../../system/line-text.ts';
import type { Context } from '../context.ts';
import { printableJson } from '../output/printable.ts';

export interface PatientChange {
  /** As in "2 of 3 patients were not deleted". */
  done: string;
  /** undefined: there was nothing to do for this one. */
  act(id: string): Promise<Reply<ResultAnswer> | undefined>;
}

/**
 * One after another. Each is told on stdout when it is done; `act` says it to a person in a sentence. A patient that fails
 * does not hold up the others; being logged out or interrupted does.
 * @throws ReconError that names every id that was not done
 */
export async function changeEach(ids: readonly string[], change: PatientChange, context: Context): Promise<void> {
  const { streams } = context;
  const format = await context.outputFormat();
  const single = ids.length === 1;
  const isSaid = await context.isAnswerSaid();
  const results: string[] = [];
  const failures = new Map<string, ReconError>();
  for (const id of ids) {
    try {
      const reply = await change.act(id);
      if (reply === undefined) continue;
      const result = printableJson(resultText(id, reply, single));
      results.push(result);
      if (format !== 'json' && !isSaid) await streams.write(`${format === 'ndjson' ? result : id}\n`);
    } catch (error) {
      if (!(error instanceof ReconError)) throw error;
      failures.set(id, error);
      if (stopsHere(error)) break;
    }
  }
  if (format === 'json' && results.length > 0)
    await context.writeJson(single ? `${results[0]}\n` : `[${results.join(',')}]\n`);
  if (failures.size > 0) throw failureOf(ids, failures, change);
}

/** One call prints the service's answer; of several, each result says whose it is. */
function resultText(id: string, { text, body }: Reply<ResultAnswer>, single: boolean): string {
  if (!single) return stringifyExact({ id: Number(id), ...body });
  return text.trim() === '' ? stringifyExact(body) : text.trimEnd();
}

/** The others are not tried one after another where the service cannot be reached. */
const stopsHere = ({ stopsAll, isTemporary }: ReconError) => stopsAll || isTemporary;

function failureOf(
  ids: readonly string[],
  failures: ReadonlyMap<string, ReconError>,
  { done }: PatientChange,
): ReconError {
  const errors = [...failures.values()];
  const [first] = errors;
  if (ids.length === 1) return first!;
  const last = [...failures.keys()].at(-1)!;
  const untouched = stopsHere(failures.get(last)!) ? ids.slice(ids.indexOf(last) + 1) : [];
  const notDone = failures.size + untouched.length;
  const hints = new Map(errors.map(({ hint = '' }) => [lineText(hint), hint]));
  hints.delete('');
  return new ReconError(
    commonCode(errors, notDone === ids.length),
    `${notDone} of ${ids.length} patients not ${done}`,
    {
      details: [
        ...[...failures].map(([id, { message }]) => `${id}: ${message}`),
        ...(untouched.length > 0 ? [`not tried: ${untouched.join(', ')}`] : []),
      ],
      ...(hints.size === 1 && { hint: [...hints.values()][0]! }),
      needsPerson: errors.every(({ needsPerson }) => needsPerson),
    },
  );
}

/** A lost answer or a stop counts most; one cause for all keeps its own code. */
function commonCode(errors: readonly ReconError[], allFailed: boolean): ErrorCode {
  const codes = new Set(errors.map(({ code }) => code));
  for (const code of ['interrupted', 'terminated', 'outcome_unknown'] as const) if (codes.has(code)) return code;
  return allFailed && codes.size === 1 ? [...codes][0]! : 'partly_failed';
}
