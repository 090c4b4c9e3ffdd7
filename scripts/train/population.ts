import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Mesh } from '../../src/engine/surface/mesh.ts';

/** People with the same triangles, metres, floor at y = 0. */
export interface Population {
  people: Float64Array[];
  triangles: Uint32Array;
  /** Bits of the data's own, see `bits`. */
  regions: Uint32Array;
  bits: Record<'torso' | 'breast' | 'neck' | 'head' | 'arm' | 'leg', number>;
  landmarks: Record<'nipple_left' | 'nipple_right', number>;
  /** Vertices from here on are eyeballs, the left one's before the right one's. */
  firstEyeball: number;
}

export function readPopulation(folder: string): Population {
  const about = JSON.parse(readFileSync(join(folder, 'population.json'), 'utf8'));
  const bytes = gunzipSync(readFileSync(join(folder, 'population.bin.gz')));
  const { count, vertices, triangles } = about;
  const raw = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const positions = new Int16Array(raw, 0, count * vertices * 3);
  const people = Array.from({ length: count }, (_, person) =>
    Float64Array.from(positions.subarray(person * vertices * 3, (person + 1) * vertices * 3), (value) => value * 1e-4),
  );
  const at = positions.byteLength;
  return {
    people,
    triangles: new Uint32Array(raw, at, triangles * 3),
    regions: new Uint32Array(raw, at + triangles * 12, vertices),
    bits: about.region_bits,
    landmarks: about.landmarks,
    firstEyeball: Number(/eyeballs are vertices (\d+)/.exec(about.eyes)![1]),
  };
}

/** Mean of all, made symmetric: the people are so but for rounding. */
export function meanPerson({ people, triangles }: Population): Mesh {
  const positions = new Float64Array(people[0]!.length);
  for (const person of people) for (let i = 0; i < positions.length; i++) positions[i]! += person[i]! / people.length;
  return { positions, triangles };
}

/** Left and right pupil: the eyeball's centre, moved by its radius along +Z. */
export function pupilsOf(person: Float64Array, firstEyeball: number): [number[], number[]] {
  const half = (person.length / 3 - firstEyeball) / 2;
  const pupil = (first: number) => {
    const centre = [0, 0, 0];
    for (let i = first; i < first + half; i++) for (let c = 0; c < 3; c++) centre[c]! += person[i * 3 + c]! / half;
    let radius = 0;
    for (let i = first; i < first + half; i++) {
      radius += Math.hypot(...centre.map((value, c) => person[i * 3 + c]! - value)) / half;
    }
    return [centre[0]!, centre[1]!, centre[2]! + radius];
  };
  return [pupil(firstEyeball), pupil(firstEyeball + half)];
}
