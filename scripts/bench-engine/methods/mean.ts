import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { findHip } from '../../../src/engine/measure/hip.ts';
import { boundsOf, type Mesh, scaledMesh } from '../../../src/engine/surface/mesh.ts';
import type { SetName, Subject } from '../subjects.ts';

/** What `population.json` says of `population.bin.gz`. */
interface Population {
  count: number;
  vertices: number;
  triangles: number;
  landmarks: Record<'nipple_left' | 'nipple_right', number>;
}

/** First and last vertex of the eyeballs, as the data's own description has them. */
const EYEBALLS = [
  [13380, 13451],
  [13452, 13523],
] as const;
const METRES = 1e-4;

interface MeanPerson {
  mesh: Mesh;
  /** cm, as a person would be measured. */
  cm: Record<SetName, number>;
}

let known: MeanPerson | undefined;

/** The mean of the population and its measures; the data is read once. */
function meanPerson(folder: string): MeanPerson {
  if (known !== undefined) return known;
  const { count, vertices, triangles, landmarks }: Population = JSON.parse(
    readFileSync(join(folder, 'population.json'), 'utf8'),
  );
  const bytes = gunzipSync(readFileSync(join(folder, 'population.bin.gz')));
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const all = new Int16Array(buffer, 0, count * vertices * 3);
  const positions = new Float64Array(vertices * 3);
  for (let i = 0; i < all.length; i++) positions[i % positions.length]! += (all[i]! * METRES) / count;
  const mesh = { positions, triangles: new Uint32Array(buffer, all.byteLength, triangles * 3) };
  const between = (a: readonly number[], b: readonly number[]) =>
    100 * Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!);
  const vertex = (i: number) => [...positions.subarray(i * 3, i * 3 + 3)];
  const [left, right] = EYEBALLS.map(([from, to]) => pupilOf(positions.subarray(from * 3, to * 3 + 3)));
  const cm = {
    torso: between(vertex(landmarks.nipple_left), vertex(landmarks.nipple_right)),
    head: between(left!, right!),
    body: findHip(mesh)!.circumference * 100,
  };
  known = { mesh, cm };
  return known;
}

/** The foremost point of an eyeball: its middle, and its radius further along +Z. */
function pupilOf(ball: Float64Array): number[] {
  const { low, high } = boundsOf(ball);
  const middle = low.map((value, c) => (value + high[c]!) / 2);
  return [middle[0]!, middle[1]!, high[2]!];
}

/** Control: the mean person made as large as the one measure says, without a look at any photo; metres. */
export function scaledMean(folder: string, { measures }: Subject, set: SetName): Mesh {
  const { mesh, cm } = meanPerson(folder);
  const given = { torso: measures.nipple_to_nipple, head: measures.eye_distance, body: measures.hipline }[set];
  return scaledMesh(mesh, given / cm[set]);
}
