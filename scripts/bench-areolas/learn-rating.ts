/** The pairs of a photo that may be areolas, by what tells them apart, and which of them are right. */
export interface RatingTask {
  pairs: { features: Readonly<Record<string, number>>; isRight: boolean }[];
}

/** Price of large weights, for features whose spread is 1. */
const PRICE = 0.04;
/** Steps of the search for the weights, and their length (Adam's method). */
const ROUNDS = 1500;
const LENGTH = 0.02;
const [MEMORY, SQUARES_MEMORY, TINY] = [0.9, 0.999, 1e-8];

/**
 * Learns weights by which one of the right pairs of a photo is likelier than all others and than "none"; where no pair
 * is right, "none" (a conditional logit whose alternative without areolas scores 0). No weight is negative: each feature
 * is one that speaks for areolas where it is large, and what chance says otherwise does not hold for other photos.
 */
export function learnRating(tasks: readonly RatingTask[]): { bias: number; weights: Record<string, number> } {
  const all = tasks.flatMap(({ pairs }) => pairs);
  const names = Object.keys(all[0]!.features);
  const usual = names.map((name) => mean(all.map(({ features }) => features[name]!)));
  const spread = names.map(
    (name, k) => Math.sqrt(mean(all.map(({ features }) => (features[name]! - usual[k]!) ** 2))) || 1,
  );
  // The last one is always 1: its weight is the bias.
  const scaled = tasks.map(({ pairs }) =>
    pairs.map(({ features, isRight }) => ({
      values: [...names.map((name, k) => (features[name]! - usual[k]!) / spread[k]!), 1],
      isRight,
    })),
  );
  const weights = names.map(() => 0).concat(-1);
  const [slope, squares] = [weights.map(() => 0), weights.map(() => 0)];
  for (let round = 1; round <= ROUNDS; round++) {
    const gain = weights.map((weight, k) => (k < names.length ? (-PRICE * weight * tasks.length) / 10 : 0));
    for (const pairs of scaled) addGain(gain, pairs, weights);
    for (const k of weights.keys()) {
      slope[k] = MEMORY * slope[k]! + (1 - MEMORY) * gain[k]!;
      squares[k] = SQUARES_MEMORY * squares[k]! + (1 - SQUARES_MEMORY) * gain[k]! ** 2;
      const steepness = Math.sqrt(squares[k]! / (1 - SQUARES_MEMORY ** round)) + TINY;
      const weight = weights[k]! + (LENGTH * slope[k]!) / (1 - MEMORY ** round) / steepness;
      weights[k] = k < names.length ? Math.max(0, weight) : weight;
    }
  }
  const own = names.map((_, k) => weights[k]! / spread[k]!);
  const bias = weights.at(-1)! - own.reduce((sum, weight, k) => sum + weight * usual[k]!, 0);
  return { bias, weights: Object.fromEntries(names.map((name, k) => [name, own[k]!])) };
}

/** Adds how the likelihood of what is right grows with each weight. */
function addGain(gain: number[], pairs: readonly { values: number[]; isRight: boolean }[], weights: readonly number[]) {
  const scores = pairs.map(({ values }) => values.reduce((sum, value, k) => sum + value * weights[k]!, 0));
  const most = Math.max(0, ...scores);
  const shares = scores.map((score) => Math.exp(score - most));
  const sum = shares.reduce((total, share) => total + share, Math.exp(-most));
  const right = shares.reduce((total, share, i) => total + (pairs[i]!.isRight ? share : 0), 0);
  for (const [i, { values, isRight }] of pairs.entries()) {
    const off = (isRight ? shares[i]! / right : 0) - shares[i]! / sum;
    for (const [k, value] of values.entries()) gain[k]! += off * value;
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
