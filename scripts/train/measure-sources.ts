import type { HalfMode } from '../../src/engine/morphable/half-model.ts';
import { REGION } from '../../src/engine/morphable/morphable-model.ts';
import { learnModes } from './learn.ts';
import { type Mix, mixModes } from './mix.ts';
import { symmetricEigen } from './principal.ts';
import type { RealOnTemplate } from './real-samples.ts';
import type { Template } from './template.ts';

const EVERY = 8;
const REAL_HEADS = 40;
const COUNTS = [0, 32, 60, 80, 120];

/**
 * Prints how well spaces learned from the population, from the real heads, and from both rebuild heads of both kinds
 * (people left out of the learning; real heads with coefficients from N(0, 1) of all their modes): mean distance of
 * vertices after a fit by least squares with the usual prior of 1 and a noise of 0.5 mm.
 */
export function printSources(
  samples: readonly Float64Array[],
  all: RealOnTemplate,
  learnt: RealOnTemplate,
  weights: Float64Array,
  template: Template,
  mix: Mix,
): void {
  const known = samples.filter((_, i) => i % EVERY !== 0);
  const strangers = samples.filter((_, i) => i % EVERY === 0);
  const spaces = {
    'population only': learnModes(known, weights, mix.symmetric, mix.opposed),
    'real only': mixModes(known, learnt, weights, { ...mix, realShare: 1 }),
    both: mixModes(known, learnt, weights, mix),
  };
  const heads = { 'people left out': strangers, 'real heads': realHeads(all) };
  for (const [space, { mean, modes }] of Object.entries(spaces)) {
    for (const count of COUNTS) {
      const words = Object.entries(heads).map(([kind, people]) => {
        const rests = people.map((person) => restOf(person, mean, modes.slice(0, count), template));
        const region = (bit: number) => {
          const found = rests.flatMap((rest) =>
            Array.from(template.regions).flatMap((bits, i) =>
              (bits & bit) === 0 ? [] : [Math.hypot(rest[i * 3]!, rest[i * 3 + 1]!, rest[i * 3 + 2]!) * 1000],
            ),
          );
          return (found.reduce((a, b) => a + b, 0) / found.length).toFixed(2);
        };
        return `${kind} face ${region(REGION.face)} head ${region(REGION.head)}`;
      });
      console.log(`  ${space}, ${count} modes: ${words.join(', ')} mm`);
    }
  }
}

/** How our surface lies on the real mean: share bound, and how much triangles were stretched. */
export function printRegistration({ half, regions }: Template, { registered }: RealOnTemplate): void {
  const heads = Array.from(regions).flatMap((bits, i) => ((bits & REGION.head) === 0 ? [] : [i]));
  const bound = heads.filter((i) => registered.isBound[i] === 1).length / heads.length;
  const length = (p: Float64Array, a: number, b: number) =>
    Math.hypot(p[a * 3]! - p[b * 3]!, p[a * 3 + 1]! - p[b * 3 + 1]!, p[a * 3 + 2]! - p[b * 3 + 2]!);
  const isHead = new Set(heads);
  const stretch: number[] = [];
  for (let i = 0; i < half.triangles.length; i++) {
    const [a, b] = [half.triangles[i]!, half.triangles[i - (i % 3) + ((i + 1) % 3)]!];
    if (isHead.has(a) && isHead.has(b)) stretch.push(length(registered.positions, a, b) / length(half.positions, a, b));
  }
  stretch.sort((a, b) => a - b);
  const at = (share: number) => stretch[Math.floor(share * (stretch.length - 1))]!.toFixed(2);
  console.log(
    `  real heads: ${(100 * bound).toFixed(1)} % of the head bound, edges stretched ${at(0)} ${at(0.01)} ${at(0.5)} ${at(0.99)} ${at(1)} times (least, 1 %, median, 99 %, most)`,
  );
}

/** Left halves of heads with coefficients that repeat in every run. */
function realHeads({ mean, modes }: RealOnTemplate): Float64Array[] {
  let state = 12345;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 2 ** 32;
  };
  return Array.from({ length: REAL_HEADS }, () => {
    const head = mean.slice();
    for (const { vectors } of modes) {
      const share = Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
      for (let i = 0; i < head.length; i++) head[i]! += share * vectors[i]!;
    }
    return head;
  });
}

const NOISE = 0.0005;

/** What is left of a person after the best fit of these modes to face and skull. */
function restOf(
  person: Float64Array,
  mean: Float64Array,
  modes: readonly HalfMode[],
  { regions }: Template,
): Float64Array {
  const counts = Float64Array.from(person, (_, i) => ((regions[Math.floor(i / 3)]! & REGION.head) === 0 ? 0 : 1));
  const rest = person.map((value, i) => value - mean[i]!);
  const n = modes.length;
  if (n === 0) return rest;
  const dot = (a: ArrayLike<number>, b: ArrayLike<number>) => {
    let sum = 0;
    for (let i = 0; i < rest.length; i++) sum += counts[i]! * a[i]! * b[i]!;
    return sum;
  };
  const gram = gramOf(modes, dot);
  const { values, vectors } = gram;
  const right = modes.map(({ vectors: mode }) => dot(mode, rest));
  // One number of noise for every twentieth of the coordinates: errors of neighbours are alike.
  const ridge = NOISE ** 2 * 20;
  for (let e = 0; e < n; e++) {
    let along = 0;
    for (let k = 0; k < n; k++) along += vectors[k]![e]! * right[k]!;
    const share = along / (values[e]! + ridge);
    for (let k = 0; k < n; k++) {
      const step = share * vectors[k]![e]!;
      const mode = modes[k]!.vectors;
      for (let i = 0; i < rest.length; i++) rest[i]! -= step * mode[i]!;
    }
  }
  return rest;
}

const grams = new Map<string, ReturnType<typeof symmetricEigen>>();
const keys = new WeakMap<HalfMode, number>();
let nextKey = 0;

/** The same modes come once for each person. */
function gramOf(modes: readonly HalfMode[], dot: (a: ArrayLike<number>, b: ArrayLike<number>) => number) {
  const first = modes[0]!;
  if (!keys.has(first)) keys.set(first, nextKey++);
  const name = `${keys.get(first)} ${modes.length}`;
  const known = grams.get(name);
  if (known) return known;
  const gram = symmetricEigen(modes.map((a) => modes.map((b) => dot(a.vectors, b.vectors))));
  grams.set(name, gram);
  return gram;
}
