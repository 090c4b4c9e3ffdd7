import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Mesh } from '../../src/engine/surface/mesh.ts';
import type { Vec3 } from '../../src/engine/vector.ts';

type Range = readonly [from: number, to: number];

/** Heads of real people: a mean and the ways in which they differ; metres, Y up, looking along +Z, +X the person's left. */
export interface RealHeads {
  /** Open at the neck, at the mouth and at the lids; eyeballs are pieces of their own. */
  mean: Mesh;
  /** Metres per standard deviation; coefficients are about N(0, 1). */
  modes: Float32Array[];
  /** Vertices from the first up to, but not with, the second. */
  parts: Record<'face' | 'head_and_neck' | 'eyeballs' | 'iris_left' | 'iris_right', Range>;
  /** Vertices of the 68 usual landmarks. */
  landmarks: readonly number[];
}

interface About {
  parts: RealHeads['parts'];
  landmarks_multi_pie_68: number[];
  layout: { name: string; shape: number[] }[];
}

const MM = 1e-3;

/** Reads `real-heads.json` and `real-heads.bin.gz` of a data folder. */
export function readRealHeads(folder: string): RealHeads {
  const about: About = JSON.parse(readFileSync(join(folder, 'real-heads.json'), 'utf8'));
  const bytes = gunzipSync(readFileSync(join(folder, 'real-heads.bin.gz')));
  const raw = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const countOf = (name: string) => about.layout.find((one) => one.name === name)!.shape.reduce((a, b) => a * b, 1);
  let at = 0;
  const take = (length: number) => {
    at += length;
    return at - length;
  };
  const numbers = countOf('mean');
  const mean = new Float32Array(raw, take(numbers * 4), numbers);
  const corners = countOf('triangles');
  const triangles = new Uint16Array(raw, take(corners * 2), corners);
  const count = countOf('mode_scale');
  const steps = new Float32Array(raw.slice(at, at + count * 4));
  take(count * 4);
  const modes = Array.from(steps, (step) => {
    const whole = new Int16Array(raw, take(numbers * 2), numbers);
    return Float32Array.from(whole, (value) => value * step * MM);
  });
  return {
    mean: { positions: Float64Array.from(mean, (value) => value * MM), triangles: Uint32Array.from(triangles) },
    modes,
    parts: about.parts,
    landmarks: about.landmarks_multi_pie_68,
  };
}

/** The surface of the head with these coefficients; missing ones are 0. */
export function realHead({ mean, modes }: RealHeads, coefficients: readonly number[]): Float64Array {
  const out = mean.positions.slice();
  coefficients.forEach((share, k) => {
    const mode = modes[k]!;
    for (let i = 0; i < out.length; i++) out[i]! += share * mode[i]!;
  });
  return out;
}

/** Middle and radius of the left and the right eyeball. */
export function eyeballsOf({ parts }: RealHeads, positions: ArrayLike<number>): { middle: number[]; radius: number }[] {
  const [from, to] = parts.eyeballs;
  const half = (from + to) / 2;
  return [
    [from, half],
    [half, to],
  ].map(([first, last]) => {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let i = first!; i < last!; i++) {
      for (let c = 0; c < 3; c++) {
        low[c] = Math.min(low[c]!, positions[i * 3 + c]!);
        high[c] = Math.max(high[c]!, positions[i * 3 + c]!);
      }
    }
    const middle = low.map((value, c) => (value + high[c]!) / 2);
    return { middle, radius: (high[2]! - low[2]!) / 2 };
  });
}

/**
 * The left and the right pupil: where the foremost points of the mean head's eyes have moved to, which is where pupils
 * are painted. The foremost points of the eyes as they are now are others, because the modes change the eyes' form too:
 * up to 7 % nearer to each other than the pupils in the photos.
 */
export function pupilsOf(heads: RealHeads, positions: ArrayLike<number>): [left: Vec3, right: Vec3] {
  const { positions: rest } = heads.mean;
  const [from, to] = heads.parts.eyeballs;
  const pupils = eyeballsOf(heads, rest).map(({ middle: [x, y, z], radius }): Vec3 => {
    const away = (i: number) => Math.hypot(rest[i * 3]! - x!, rest[i * 3 + 1]! - y!, rest[i * 3 + 2]! - z! - radius);
    let nearest = from;
    for (let i = from; i < to; i++) if (away(i) < away(nearest)) nearest = i;
    return [positions[nearest * 3]!, positions[nearest * 3 + 1]!, positions[nearest * 3 + 2]!];
  });
  return pupils as [Vec3, Vec3];
}
