import type { HalfModel } from '../../src/engine/morphable/half-model.ts';
import { wholeModel } from '../../src/engine/morphable/half-model.ts';
import { REGION } from '../../src/engine/morphable/morphable-model.ts';
import type { Mesh } from '../../src/engine/surface/mesh.ts';
import { learnModes } from './learn.ts';
import { nearestFinder } from './nearest.ts';
import type { Template } from './template.ts';

const EVERY = 8;
const mm = (metres: number) => (metres * 1000).toFixed(2);

/** Every eighth person is left out of the learning and then put together from the modes: mean distance of vertices. */
export function printHeldOut(samples: readonly Float64Array[], weights: Float64Array, template: Template): void {
  const known = samples.filter((_, i) => i % EVERY !== 0);
  const strangers = samples.filter((_, i) => i % EVERY === 0);
  const { mean, modes } = learnModes(known, weights, 100, 0);
  const places = Object.entries(REGION).filter(([name]) => name !== 'breastRight');
  for (const count of [0, 20, 40, 60, 80, 100]) {
    const errors = strangers.map((person) => {
      const rest = person.map((value, i) => value - mean[i]!);
      for (const { vectors } of modes.slice(0, count)) {
        const mode = vectors as Float64Array;
        const share = weightedDot(rest, mode, weights) / weightedDot(mode, mode, weights);
        rest.forEach((value, i) => {
          rest[i] = value - share * mode[i]!;
        });
      }
      return Array.from({ length: rest.length / 3 }, (_, i) => Math.hypot(...rest.subarray(i * 3, i * 3 + 3)));
    });
    const line = places.flatMap(([name, bit]) => {
      const chosen = errors.flatMap((of) => of.filter((_, i) => (template.regions[i]! & bit) !== 0));
      return chosen.length === 0 ? [] : [`${name} ${mm(chosen.reduce((a, b) => a + b, 0) / chosen.length)}`];
    });
    const all = errors.flat();
    console.log(`  ${count} modes: all ${mm(all.reduce((a, b) => a + b, 0) / all.length)}, ${line.join(', ')} mm`);
  }
}

function weightedDot(a: Float64Array, b: Float64Array, weights: Float64Array): number {
  return a.reduce((sum, value, i) => sum + value * b[i]! * weights[i]! ** 2, 0);
}

/** How well our surface of the mean person follows the data's, and how good its triangles are. */
export function printSurface(template: Template, data: Mesh, half: HalfModel): void {
  const { whole, binding } = template;
  const nearest = nearestFinder(data, 0.03);
  const bound = Array.from(binding.isBound).filter(Boolean).length / binding.isBound.length;
  const p = whole.positions;
  const gaps: number[] = [];
  for (let t = 0; t < whole.triangles.length; t += 3) {
    const corners = [...whole.triangles.subarray(t, t + 3)];
    if (!corners.every((corner) => binding.isBound[corner] ?? 0)) continue;
    const middle = [0, 1, 2].map((c) => corners.reduce((sum, corner) => sum + p[corner * 3 + c]! / 3, 0));
    gaps.push(nearest(middle[0]!, middle[1]!, middle[2]!)?.distance ?? 0.03);
  }
  gaps.sort((a, b) => a - b);
  const mean = gaps.reduce((a, b) => a + b, 0) / gaps.length;
  const quality = qualities(whole);
  const { mirror, mean: surface } = wholeModel(half);
  const uneven = [...mirror].filter((other, i) => surface.positions[i * 3] !== -surface.positions[other * 3]!).length;
  console.log(
    `  bound ${(100 * bound).toFixed(1)} %, triangles' middles to the data's surface: mean ${mm(mean)}, 95 % ${mm(gaps[Math.floor(gaps.length * 0.95)]!)}, most ${mm(gaps.at(-1)!)} mm`,
  );
  console.log(
    `  open edges ${openEdges(whole)}, not mirrored ${uneven}, triangle quality: worst ${quality[0]!.toFixed(3)}, 1 % below ${quality[Math.floor(quality.length / 100)]!.toFixed(3)}`,
  );
}

/** Edges without exactly one triangle on either side. */
function openEdges({ triangles }: Mesh): number {
  const edges = new Map<number, number>();
  for (let i = 0; i < triangles.length; i++) {
    const [a, b] = [triangles[i]!, triangles[i - (i % 3) + ((i + 1) % 3)]!];
    edges.set(a * 65536 + b, (edges.get(a * 65536 + b) ?? 0) + 1);
  }
  let open = 0;
  for (const [key, count] of edges) {
    const back = edges.get((key % 65536) * 65536 + Math.floor(key / 65536));
    if (count !== 1 || back !== 1) open++;
  }
  return open;
}

/** Twice the inscribed over the circumscribed radius, 1 for an even triangle; smallest first. */
function qualities({ positions: p, triangles }: Mesh): number[] {
  const out: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const side = (i: number, j: number) => {
      const [u, v] = [triangles[t + i]! * 3, triangles[t + j]! * 3];
      return Math.hypot(p[u]! - p[v]!, p[u + 1]! - p[v + 1]!, p[u + 2]! - p[v + 2]!);
    };
    const [a, b, c] = [side(0, 1), side(1, 2), side(2, 0)];
    out.push(((b + c - a) * (c + a - b) * (a + b - c)) / (a * b * c));
  }
  return out.sort((a, b) => a - b);
}
