import type { BadResult } from './bad/run.ts';
import type { Measured } from './measured.ts';
import type { Method, Options } from './options.ts';
import type { VariantName } from './plan.ts';
import type { RegionName } from './score/read-ply.ts';
import { FAMILY, isReal } from './subjects.ts';
import { median, type Row } from './table.ts';

type Figure = (one: Measured) => number | undefined;

/** The rows of the promise that models are made for, with the people of the other family beside those of the data. */
export function rowsOf(all: readonly Measured[], options: Options): Row[] {
  const heads = all.filter(({ subject }) => isReal(subject));
  if (heads.length > 0) return realHeadRows(heads);
  const tier = (name: string) => all.filter(({ subject }) => subject.tier === name);
  const others = rowsOfSome(tier(FAMILY), options);
  return rowsOfSome(tier('dev'), options).map((row, i) => ({ ...row, others: others[i]!.figures }));
}

/** Each with one figure per subject. Smaller is always better. */
function rowsOfSome(all: readonly Measured[], { jobs }: Options): Row[] {
  const of = (variant: VariantName, figure: Figure, method: Method = 'engine') =>
    all
      .filter((one) => one.variant === variant && one.method === method)
      .map((one) => ({ name: one.subject.name, value: figure(one) }));
  const ratio = (a: ReturnType<typeof of>, b: ReturnType<typeof of>) =>
    a.map(({ name, value }) => ({ name, value: share(value, b.find((other) => other.name === name)?.value) }));
  const row = (what: string, unit: string, must: number, aim: number, figures: ReturnType<typeof of>): Row => ({
    ...{ what, unit, must, aim },
    figures: figures.filter((one): one is { name: string; value: number } => one.value !== undefined),
  });
  const times: [VariantName, must: number, aim: number][] = [
    ['head 4', 10, 3],
    ['torso 4', 10, 3],
    ['body 4', 15, 4],
    ['torso 6', 20, 6],
    ['head 6', 20, 6],
    ['body 7', 40, 12],
    ['head 5', 45, 15],
  ];
  const front = mean('torso_front');
  const body = mean('all');
  const against = (a: VariantName, b: VariantName, figure: Figure) => ratio(of(a, figure), of(b, figure));
  const control = (method: Method, variant: VariantName, figure: Figure) =>
    ratio(of(variant, figure), of(variant, figure, method));
  return [
    row('torso front mean', 'mm', 3.8, 2.0, of('torso 4', front)),
    row(
      'torso front p95',
      'mm',
      10,
      5,
      of('torso 4', (one) => one.score?.regions.torso_front?.p95Mm),
    ),
    row(
      'torso front max',
      'mm',
      24,
      14,
      of('torso 4', (one) => one.score?.regions.torso_front?.maxMm),
    ),
    row('both breasts’ volume error (women)', '%', 20, 10, of('torso 4', breastError)),
    row('face mean, 3 photos', 'mm', 1.9, 1.2, of('head 4', mean('face'))),
    row('face mean, 6 photos (provider 6)', 'mm', 1.6, 0.9, of('head 6', mean('face'))),
    row('face mean, 6 photos (provider 5)', 'mm', 1.6, 0.9, of('head 5', mean('face'))),
    row('head mean, 6 photos (provider 6)', 'mm', 4.3, 2.5, of('head 6', mean('head'))),
    row('head mean, 6 photos (provider 5)', 'mm', 4.3, 2.5, of('head 5', mean('head'))),
    row('body mean', 'mm', 5.5, 3.5, of('body 4', body)),
    row(
      'body volume',
      '%',
      6,
      3,
      of('body 4', (one) => percent(one.volumeError)),
    ),
    row('torso front against the hull', '×', 0.6, 0.4, control('hull', 'torso 4', front)),
    row('body against the hull', '×', 0.7, 0.4, control('hull', 'body 4', body)),
    row('torso front against the scaled mean', '×', 0.7, 0.45, control('mean', 'torso 4', front)),
    row('face, 3 photos, against the scaled mean', '×', 0.85, 0.5, control('mean', 'head 4', mean('face'))),
    row('head, 3 photos, against the scaled mean', '×', 0.85, 0.5, control('mean', 'head 4', mean('head'))),
    row('provider 6 against 4, torso front', '×', 0.95, 0.8, against('torso 6', 'torso 4', front)),
    row('provider 6 against 4, face', '×', 0.95, 0.8, against('head 6', 'head 4', mean('face'))),
    row('provider 5 against 4, face', '×', 0.9, 0.8, against('head 5', 'head 4', mean('face'))),
    row('provider 5 against 4, head', '×', 0.9, 0.8, against('head 5', 'head 4', mean('head'))),
    row('provider 7 against 4, body', '×', 0.9, 0.8, against('body 7', 'body 4', body)),
    ...times.map(([variant, must, aim]) =>
      row(`time: ${variant}`, 's', must, aim, jobs > 1 ? [] : of(variant, (one) => one.answer?.seconds)),
    ),
    row(
      'peak memory',
      'MB',
      900,
      500,
      everyModel(all, ({ answer }) => answer?.peakMb),
    ),
    row(
      'GLB: validator errors',
      '',
      0,
      0,
      everyModel(all, ({ glb }) => glb?.errors),
    ),
    row(
      'GLB: open edges after welding',
      '',
      0,
      0,
      everyModel(all, ({ glb }) => glb?.openEdges),
    ),
    row(
      'GLB: size',
      'MB',
      6,
      2.5,
      everyModel(all, ({ glb }) => glb?.megabytes),
    ),
  ];
}

/** Heads drawn from the modes of real ones: millimetres, and against the mean of those heads scaled by the eye distance. */
function realHeadRows(all: readonly Measured[]): Row[] {
  const of = (variant: VariantName, region: RegionName, method: Method = 'engine') =>
    all.flatMap((one) => {
      const value = one.variant === variant && one.method === method ? mean(region)(one) : undefined;
      return value === undefined ? [] : [{ name: one.subject.name, value }];
    });
  const row = (variant: VariantName, region: RegionName, must: number): Row[] => {
    const [figures, control] = [of(variant, region), of('head 4', region, 'mean')];
    const words = `${region}, ${variant === 'head 4' ? 3 : 6} photos (provider ${variant.slice(5)})`;
    const against = figures.flatMap(({ name, value }) => {
      const found = control.find((one) => one.name === name);
      return found === undefined ? [] : [{ name, value: value / found.value }];
    });
    const ofMedians = {
      name: 'of the medians',
      value: median(figures.map(({ value }) => value)) / median(control.map(({ value }) => value)),
    };
    return [
      { what: words, unit: 'mm', must, aim: must, figures },
      { what: `${words} / mean head, each`, unit: '×', must: 0.7, aim: 0.5, figures: against },
      {
        ...{ what: `${words} / mean head`, unit: '×', must: 0.7, aim: 0.5 },
        figures: control.length > 0 && figures.length > 0 ? [ofMedians] : [],
      },
    ];
  };
  const lone = (region: RegionName): Row => ({
    ...{ what: `${region}, mean of real heads scaled by the eyes`, unit: 'mm', must: Infinity, aim: 0 },
    figures: of('head 4', region, 'mean'),
  });
  return [
    ...row('head 4', 'face', 1.4),
    ...row('head 4', 'head', 2.4),
    ...row('head 6', 'face', 1),
    ...row('head 6', 'head', 1.8),
    ...row('head 5', 'face', 1),
    ...row('head 5', 'head', 1.8),
    lone('face'),
    lone('head'),
  ];
}

/** The bad set as shares per kind, and the good sets that were refused, per person. */
export function refusalRows(all: readonly Measured[], bad: readonly BadResult[]): Row[] {
  const wrong = bad.filter(({ kind }) => kind.reasons.length > 0);
  const right = wrong.filter(({ isRight }) => isRight).length;
  const good = [
    ...all.filter(({ method }) => method === 'engine').map(({ subject, answer }) => ({ name: subject.name, answer })),
    ...bad
      .filter(({ kind }) => kind.reasons.length === 0)
      .map(({ subject, answer }) => ({ name: subject.name, answer })),
  ];
  const lost = good.filter(({ answer }) => answer?.refusal !== undefined || answer?.fault !== undefined);
  const share = { name: `${right} of ${wrong.length}`, value: (right / wrong.length) * 100 };
  return [
    {
      what: 'bad sets refused rightly',
      unit: '%',
      must: 85,
      aim: 98,
      isFloor: true,
      figures: wrong.length > 0 ? [share] : [],
    },
    {
      ...{ what: `good sets refused by mistake (of ${good.length})`, unit: '', must: 0, aim: 0 },
      figures: good.length > 0 ? [{ name: lost.map(({ name }) => name).join(', ') || 'none', value: lost.length }] : [],
    },
  ];
}

const share = (a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? undefined : a / b;
const percent = (value: number | undefined) => (value === undefined ? undefined : value * 100);
const mean =
  (region: RegionName): Figure =>
  ({ score }) =>
    score?.regions[region]?.meanMm;

/** A man's breasts are nearly flat there, and a share of nearly nothing means nothing. */
function breastError({ subject, score }: Measured): number | undefined {
  if (!subject.isWoman || score?.breasts === undefined) return undefined;
  const { modelCc, truthCc } = score.breasts;
  return (Math.abs(modelCc - truthCc) / truthCc) * 100;
}

/** Each person's worst over all providers. */
function everyModel(all: readonly Measured[], figure: Figure) {
  const worst = new Map<string, number>();
  for (const one of all) {
    const value = one.method === 'engine' ? figure(one) : undefined;
    if (value !== undefined) worst.set(one.subject.name, Math.max(value, worst.get(one.subject.name) ?? 0));
  }
  return [...worst].map(([name, value]) => ({ name, value }));
}
