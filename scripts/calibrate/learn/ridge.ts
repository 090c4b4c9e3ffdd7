/** Rows of equal length with what is to be foretold, and how much each counts. */
export interface Sample {
  x: readonly number[];
  y: number;
  weight: number;
}

export interface Linear {
  base: number;
  weights: number[];
}

/** Share of each column's own weight that draws it towards zero. */
const RIDGE = 0.2;
const ROUNDS = 200;
/** Residuals beyond this many of the usual one count less and less. */
const ROBUST = 2;
const REWEIGHTINGS = 4;

/** Least squares with weights that are not negative, drawn to zero, and few wild samples held back. */
export function learnLinear(samples: readonly Sample[]): Linear {
  const columns = samples[0]!.x.length;
  const total = samples.reduce((sum, { weight }) => sum + weight, 0);
  const mean = (of: (one: Sample) => number) => samples.reduce((sum, one) => sum + one.weight * of(one), 0) / total;
  const means = Array.from({ length: columns }, (_, k) => mean(({ x }) => x[k]!));
  const spreads = means.map((m, k) => Math.sqrt(mean(({ x }) => (x[k]! - m) ** 2)));
  const scaled = samples.map(({ x }) => x.map((value, k) => (spreads[k]! > 0 ? (value - means[k]!) / spreads[k]! : 0)));
  let trust = samples.map(({ weight }) => weight);
  let found = { base: 0, weights: new Array<number>(columns).fill(0) };
  for (let k = 0; k < REWEIGHTINGS; k++) {
    found = descend(scaled, samples, trust, found.weights);
    const off = samples.map(({ y }, i) => y - foretold(found, scaled[i]!));
    const usual = 1.48 * middle(off.map(Math.abs)) || 1e-6;
    trust = samples.map(({ weight }, i) => weight * Math.min(1, (ROBUST * usual) / (Math.abs(off[i]!) || 1e-9)));
  }
  const weights = found.weights.map((weight, k) => (spreads[k]! > 0 ? weight / spreads[k]! : 0));
  return { base: found.base - weights.reduce((sum, weight, k) => sum + weight * means[k]!, 0), weights };
}

export const foretold = ({ base, weights }: Linear, x: readonly number[]): number =>
  weights.reduce((sum, weight, k) => sum + weight * x[k]!, base);

/** One column after the other, until all agree. */
function descend(
  x: readonly number[][],
  samples: readonly Sample[],
  trust: readonly number[],
  start: number[],
): Linear {
  const weights = start.slice();
  const total = trust.reduce((sum, one) => sum + one, 0);
  let base = 0;
  const off = samples.map(({ y }, i) => y - foretold({ base, weights }, x[i]!));
  for (let round = 0; round < ROUNDS; round++) {
    const shift = off.reduce((sum, one, i) => sum + trust[i]! * one, 0) / total;
    base += shift;
    for (let i = 0; i < off.length; i++) off[i] = off[i]! - shift;
    for (let k = 0; k < weights.length; k++) {
      let [along, own] = [0, RIDGE * total];
      for (let i = 0; i < off.length; i++) {
        along += trust[i]! * x[i]![k]! * (off[i]! + weights[k]! * x[i]![k]!);
        own += trust[i]! * x[i]![k]! ** 2;
      }
      const next = Math.max(0, along / own);
      const change = next - weights[k]!;
      if (change === 0) continue;
      for (let i = 0; i < off.length; i++) off[i] = off[i]! - change * x[i]![k]!;
      weights[k] = next;
    }
  }
  return { base, weights };
}

export const middle = (values: readonly number[]): number =>
  quantile(
    values.map((value) => ({ value, weight: 1 })),
    0.5,
  );

/** The least value that this share of all weight does not exceed; with too few samples, the largest. */
export function quantile(all: readonly { value: number; weight: number }[], share: number): number {
  const sorted = all.toSorted((a, b) => a.value - b.value);
  const total = all.reduce((sum, { weight }) => sum + weight, 0);
  let reached = 0;
  for (const { value, weight } of sorted) {
    reached += weight;
    if (reached >= share * total) return value;
  }
  return sorted.at(-1)?.value ?? 0;
}
