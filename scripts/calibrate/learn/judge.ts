import { limitOf, MOST_ODD } from '../../../src/engine/certainty/doubts.ts';
import { type PartName, partsOf } from '../../../src/engine/certainty/parts.ts';
import type { Generated } from '../records.ts';
import type { Told } from './learn-all.ts';
import { HELD } from './learn-part.ts';
import { middle } from './ridge.ts';

/** mm */
const [WITHIN, WRONG] = [3, 8];

/** The figures that are promised, of sets as they should be and of disturbed ones, and a table of the former by parts. */
export interface Judgement {
  summary: string[];
  table: string[];
}

export function judgement(records: readonly Generated[], told: readonly Told[]): Judgement {
  const plain = (one: Generated) => one.change === '';
  const some: [string, (one: Generated) => boolean][] = [
    ['sets as they should be', plain],
    ['photos disturbed', (one) => !plain(one) && !one.change.startsWith('measure')],
    ['measure off by 3 %', (one) => /^measure .3 %/.test(one.change)],
    ['measure off by 8 %', (one) => /^measure .8 %/.test(one.change)],
    ['measure off by 15 or 30 %', (one) => /^measure .(15|30) %/.test(one.change)],
  ];
  const lines = some.flatMap(([words, isOne]) =>
    linesOf(
      words,
      records.filter(isOne),
      told.filter(({ record }) => isOne(record)),
    ),
  );
  return { summary: lines, table: partLines(told.filter((one) => plain(one.record) && !isRefused(one))) };
}

function linesOf(words: string, records: readonly Generated[], told: readonly Told[]): string[] {
  const accepted = told.filter((one) => !isRefused(one));
  const pairs = accepted.flatMap(pairsOf);
  const within = pairs.filter(({ told: mm }) => mm <= WITHIN);
  const right = within.filter(({ truth }) => truth <= WITHIN);
  const held = pairs.filter(({ truth, told: mm }) => truth <= mm);
  const wrong = accepted.filter((one) => pairsOf(one).some(({ truth }) => truth > WRONG));
  const untold = wrong.filter(
    (one) => pairsOf(one).every(({ truth, told: mm }) => truth <= WRONG || mm <= WRONG) && !isWarned(one),
  );
  const refused = told.filter(isRefused);
  const before = records.filter(({ refusal }) => refusal !== undefined);
  return [
    `${words}: ${accepted.length} models accepted, ${pairs.length} parts, ${new Set(told.map(({ record }) => record.person)).size} people`,
    `  at most as wrong as told: ${share(held.length, pairs.length)} (${100 * HELD} % meant)`,
    `  told within ${WITHIN} mm: ${within.length}; of these are: ${share(right.length, within.length)}`,
    `  wrong by more than ${WRONG} mm: ${wrong.length}; and not told: ${share(untold.length, accepted.length)}${untold.map(({ record }) => `, ${record.key}`).join('')}`,
    `  refused by the checks: ${before.length} of ${records.length}; by the expected error: ${share(refused.length, told.length)}`,
    `  warned of: ${share(accepted.filter(isWarned).length, accepted.length)}`,
  ];
}

const isWarned = ({ record, expected }: Told) =>
  partsOf(record.type).some((part) => (expected[part]?.mm ?? 0) > limitOf(record.type, part)[0]);
const isRefused = ({ record, expected }: Told) => {
  if (record.signs!.odd > MOST_ODD) return true;
  const main = partsOf(record.type)[0]!;
  return (expected[main]?.likely ?? 0) > limitOf(record.type, main)[1];
};
function pairsOf({ record, expected }: Told): { part: PartName; truth: number; told: number }[] {
  return partsOf(record.type).flatMap((part) => {
    const [truth, told] = [record.judged?.parts[part], expected[part]?.mm];
    return truth === undefined || told === undefined ? [] : [{ part, truth, told }];
  });
}

/** The table of docs/engine.md. */
function partLines(told: readonly Told[]): string[] {
  const lines = [
    '| model, part | models | true: median (worst) | told: median (from to) | at most as told | told within 3 mm, and is |',
    '|---|---|---|---|---|---|',
  ];
  for (const type of ['face', 'mammo', 'body'] as const) {
    for (const part of partsOf(type)) {
      const own = told
        .filter(({ record }) => record.type === type)
        .flatMap(pairsOf)
        .filter((one) => one.part === part);
      if (own.length === 0) continue;
      const [truths, tolds] = [own.map(({ truth }) => truth), own.map((one) => one.told)];
      const within = own.filter((one) => one.told <= WITHIN);
      lines.push(
        `| ${type}, ${part} | ${own.length} | ${mm(middle(truths))} (${mm(Math.max(...truths))}) | ${mm(middle(tolds))} (${mm(Math.min(...tolds))} to ${mm(Math.max(...tolds))}) | ${share(own.filter((one) => one.truth <= one.told).length, own.length)} | ${within.length}, ${share(within.filter(({ truth }) => truth <= WITHIN).length, within.length)} |`,
      );
    }
  }
  return lines;
}

const mm = (value: number) => value.toFixed(1);
const share = (some: number, all: number) =>
  `${some} of ${all}${all === 0 ? '' : ` (${((100 * some) / all).toFixed(1)} %)`}`;
