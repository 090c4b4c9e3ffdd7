import { MOST_ODD } from '../../../src/engine/certainty/doubts.ts';
import type { LearnedPart } from '../../../src/engine/certainty/learned-form.ts';
import type { PartName } from '../../../src/engine/certainty/parts.ts';
import { SIGNS, type SignName } from '../../../src/engine/certainty/signs.ts';
import { chance } from '../cases.ts';
import type { Generated } from '../records.ts';
import { foretold, learnLinear, middle, quantile, type Sample } from './ridge.ts';

/** The share of models that are at most as wrong as they are told. */
export const HELD = 0.95;
/** People are parted into this many groups, each judged by what the others taught. */
const FOLDS = 8;
/** Half a tenth of a millimetre, so that the logarithm of a model that is exact means something. */
const LEAST_MM = 0.05;

/**
 * How often what goes wrong in the collection happens in a clinic, compared with a set as it should be: a guess. A wrong measure that nothing contradicts cannot be
 * told, so with more of them every model would be told as wrong.
 */
export function frequencyOf({ change }: Generated): number {
  if (change === '') return 1;
  const percent = /^measure ([+-]\d+) %$/.exec(change)?.[1];
  if (percent === undefined) return 0.2;
  const off = Math.abs(Number(percent));
  return off <= 3 ? 0.3 : off <= 8 ? 0.03 : 0.01;
}

/** A model of an impossible size is refused, whatever is expected of it. */
export const usable = (records: readonly Generated[], part: PartName) =>
  records.filter(({ judged, signs }) => judged?.parts[part] !== undefined && signs!.odd <= MOST_ODD);

/** Where the people of a record are judged: the same person is in one group under all names. */
export const foldOf = ({ person }: Pick<Generated, 'person'>, salt = '') =>
  Math.floor(chance(`fold ${salt} ${person}`) * FOLDS);

export const FOLD_NUMBERS: readonly number[] = Array.from({ length: FOLDS }, (_, i) => i);

/**
 * Tried on 202 generations: both breasts taught together; told more alike, but 16 of 18 right ones were at most as wrong as
 * told instead of all, because two breasts of one trunk are no two people.
 */
export function learnPart(records: readonly Generated[], part: PartName): LearnedPart {
  const all = usable(records, part);
  const samples = all.map((one) => sampleOf(one, part));
  // What a model misses in people who taught it is less than what it misses in others.
  const missed = FOLD_NUMBERS.flatMap((fold) => {
    const [taught, asked] = [
      (i: number) => foldOf(all[i]!, 'inner') !== fold,
      (i: number) => foldOf(all[i]!, 'inner') === fold,
    ];
    const teachers = samples.filter((_, i) => taught(i));
    if (teachers.length === 0) return [];
    const linear = learnLinear(teachers);
    return all.flatMap((one, i) =>
      asked(i) ? [{ value: samples[i]!.y - foretold(linear, samples[i]!.x), weight: frequencyOf(one) }] : [],
    );
  });
  const linear = learnLinear(samples);
  const typical = quantile(missed, 0.5);
  const named = SIGNS.map((name, k) => [name, linear.weights[k]!] as const).filter(([, weight]) => weight > 1e-4);
  const usual = (name: SignName) => middle(all.map(({ signs }) => signs![name]));
  return {
    base: linear.base + typical,
    weights: Object.fromEntries(named),
    usual: Object.fromEntries(named.map(([name]) => [name, usual(name)])),
    most: Object.fromEntries(named.map(([name]) => [name, Math.max(...all.map(({ signs }) => signs![name]))])),
    bound: Math.exp(atMost(missed) - typical),
  };
}

/**
 * A bound that 95 % of further models keep. The next one may be worse than all that were seen: it counts as one more, and
 * where they are too few to tell, the worst gets a quarter on top.
 */
function atMost(missed: readonly { value: number; weight: number }[]): number {
  const total = missed.reduce((sum, { weight }) => sum + weight, 0);
  const share = (HELD * (total + 1)) / total;
  const common = missed.filter(({ weight }) => weight >= COMMON);
  return share < 1 ? quantile(missed, share) : quantile(common, 1) + FEW;
}

const FEW = Math.log(1.25);
/** A measure that is far off does not make the worst of a few. */
const COMMON = 0.2;

const sampleOf = (one: Generated, part: PartName): Sample => ({
  x: SIGNS.map((name) => one.signs![name]),
  y: Math.log(Math.max(LEAST_MM, one.judged!.parts[part]!)),
  // What is rare still has to teach, but less.
  weight: Math.sqrt(frequencyOf(one)),
});
