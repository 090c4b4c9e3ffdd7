import type { Mesh } from '../../../src/engine/surface/mesh.ts';
import { eyeballsOf, type RealHeads } from '../../real-heads/read-real-heads.ts';
import { smoothStep } from '../../samples/vector.ts';
import { nearestFinder } from '../../train/nearest.ts';
import { type Population, pupilsOf } from '../../train/population.ts';

/** The neck's end bends to the trunk within this distance of it, metres. */
const BEND = 0.075;
/** Points of the trunk further off draw no neck. */
const FARTHEST = 0.08;
const OVERLAP = 0.004;
/** Depth below the neck's end to which the trunk is kept, metres: photos of heads show no more. */
const DEPTH = 0.3;

/** A head on a trunk of the population, metres; the head's vertices come first. */
export function onTrunk(
  heads: RealHeads,
  head: Mesh,
  { people, triangles, regions, bits, firstEyeball }: Population,
  person: number,
): Mesh {
  const trunk = people[person]!;
  const goal = pupilsOf(trunk, firstEyeball);
  const eyes = eyeballsOf(heads, head.positions).map(({ middle: [x, y, z], radius }) => [x!, y!, z! + radius]);
  const shift = [0, 1, 2].map((c) => (goal[0][c]! + goal[1][c]! - eyes[0]![c]! - eyes[1]![c]!) / 2);
  const positions = head.positions.map((value, i) => value + shift[i % 3]!);
  const isTrunk = (vertex: number) => (regions[vertex]! & bits.head) === 0 && vertex < firstEyeball;
  const whole = { positions: trunk, triangles };
  const nearest = nearestFinder(whole, FARTHEST, (t) =>
    triangles.subarray(t * 3, t * 3 + 3).every((vertex) => isTrunk(vertex)),
  );
  const ring = neckRing(heads);
  const { positions: rest } = heads.mean;
  for (let i = 0; i < heads.parts.head_and_neck[1]; i++) {
    const away = Math.min(...ring.map((j) => distance(rest, i, rest, j)));
    if (away > BEND) continue;
    const at = positions.subarray(i * 3, i * 3 + 3);
    const found = nearest(at[0]!, at[1]!, at[2]!);
    const share = 1 - smoothStep(0, BEND, away);
    for (let c = 0; c < 3; c++) at[c] = at[c]! + share * ((found?.point[c] ?? at[c]!) - at[c]!);
  }
  const lowest = Math.min(...ring.map((j) => positions[j * 3 + 1]!));
  const isKept = Uint8Array.from({ length: trunk.length / 3 }, (_, i) => {
    if (!isTrunk(i) || trunk[i * 3 + 1]! < lowest - DEPTH) return 0;
    if ((regions[i]! & bits.neck) === 0) return 1;
    const end = ring.reduce((a, b) => (distance(trunk, i, positions, b) < distance(trunk, i, positions, a) ? b : a));
    return trunk[i * 3 + 1]! < positions[end * 3 + 1]! + OVERLAP ? 1 : 0;
  });
  const number = new Int32Array(isKept.length).fill(-1);
  const all = [...positions];
  const added: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = triangles.subarray(t, t + 3);
    if (!corners.every((vertex) => isKept[vertex] === 1)) continue;
    for (const vertex of corners) {
      if (number[vertex] === -1) {
        number[vertex] = all.length / 3;
        all.push(...trunk.subarray(vertex * 3, vertex * 3 + 3));
      }
      added.push(number[vertex]!);
    }
  }
  return { positions: Float64Array.from(all), triangles: Uint32Array.from([...head.triangles, ...added]) };
}

function distance(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return Math.hypot(a[i * 3]! - b[j * 3]!, a[i * 3 + 1]! - b[j * 3 + 1]!, a[i * 3 + 2]! - b[j * 3 + 2]!);
}

/** The vertices of the neck's open end. */
function neckRing({ mean: { positions, triangles } }: RealHeads): number[] {
  const sides = new Map<number, number>();
  for (let i = 0; i < triangles.length; i++) {
    const [a, b] = [triangles[i]!, triangles[i - (i % 3) + ((i + 1) % 3)]!];
    const key = Math.min(a, b) * 65536 + Math.max(a, b);
    sides.set(key, (sides.get(key) ?? 0) + 1);
  }
  const open = [...sides].filter(([, count]) => count === 1).flatMap(([key]) => [key >> 16, key & 65535]);
  return [...new Set(open)].filter((vertex) => positions[vertex * 3 + 1]! < -0.1);
}
