import type { CaseResult } from './measure.ts';

const PUPILS = ['pupil_right', 'pupil_left'] as const;

/** Error of the worse pupil, % of the distance between them; undefined if they were not found. */
function worsePupil({ errors }: CaseResult): number | undefined {
  const both = PUPILS.map((mark) => errors.get(mark)?.percent);
  return both.includes(undefined) ? undefined : Math.max(...(both as number[]));
}

/** One photo: both pupils, whether it is refused, and the worst of its other marks. */
export function lineOf(result: CaseResult): string {
  const { group, name, refused, errors, ms } = result;
  const pupils = PUPILS.map((mark) => percent(errors.get(mark)?.percent).padStart(7)).join('');
  const others = [...errors].filter(([mark]) => !PUPILS.some((pupil) => pupil === mark));
  const worst = others.toSorted(([, a], [, b]) => b.percent - a.percent)[0];
  const other = worst === undefined ? '' : `  worst other ${worst[0]} ${percent(worst[1].percent)}`;
  const said = refused === undefined ? '' : `  REFUSED ${refused}`;
  return `${`${group} ${name}`.padEnd(20)}${pupils}  ${ms.toFixed(0).padStart(4)} ms${other}${said}`;
}

/** How many photos have both pupils right, or are refused. */
export function pupilsLine(results: readonly CaseResult[]): string {
  const taken = results.filter(({ refused }) => refused === undefined).map((one) => worsePupil(one) ?? Infinity);
  const within = (from: number, to: number) => taken.filter((error) => error > from && error <= to).length;
  const ms = results.reduce((sum, one) => sum + one.ms, 0) / results.length;
  return [
    `both pupils within 5 % of their distance ${within(-1, 5)} of ${results.length}`,
    `within 10 % ${within(5, 10)}`,
    `worse and usable ${within(10, Infinity)}`,
    `refused ${results.length - taken.length}`,
    `worst usable ${percent(Math.max(...taken))}`,
    `${ms.toFixed(0)} ms each`,
  ].join(', ');
}

/** The other marks, one a line. */
export function marksTable(results: readonly CaseResult[]): string {
  const marks = new Set(results.flatMap(({ errors }) => [...errors.keys()]));
  for (const pupil of PUPILS) marks.delete(pupil);
  return [...marks]
    .map((mark) => {
      const found = results.flatMap(({ errors }) => errors.get(mark) ?? []);
      const errors = found.map((one) => one.percent).toSorted((a, b) => a - b);
      const rms = Math.sqrt(found.reduce((sum, { sigmas }) => sum + sigmas ** 2, 0) / found.length);
      const good = errors.filter((error) => error <= 6).length;
      return [
        `  ${mark.padEnd(16)} found ${errors.length} of ${results.length}`,
        `within 6 % of the eye distance ${good} (${((100 * good) / results.length).toFixed(0)} %)`,
        `median ${percent(errors[errors.length >> 1])}`,
        `worst ${percent(errors.at(-1))}`,
        `error over sigma ${rms.toFixed(2)}`,
      ].join(', ');
    })
    .join('\n');
}

const percent = (value: number | undefined) => (value === undefined ? '–' : `${value.toFixed(1)} %`);
