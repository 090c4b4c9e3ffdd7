import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { findHip } from '../../../src/engine/measure/hip.ts';
import { boundsOf, type Mesh, scaledMesh } from '../../../src/engine/surface/mesh.ts';
import { cross, distance, type Vec3 } from '../../../src/engine/vector.ts';
import { eyeballsOf, readRealHeads } from '../../real-heads/read-real-heads.ts';
import { isReal, type SetName, type Subject } from '../subjects.ts';

/** The content of `population.json`, which describes `population.bin.gz`. */
interface Population {
  count: number;
  vertices: number;
  triangles: number;
  landmarks: Record<'nipple_left' | 'nipple_right', number>;
  subjects: { gender: number }[];
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
  chest: Vec3;
  pupils: readonly [left: Vec3, right: Vec3];
  nose: Vec3;
}

const known = new Map<boolean, MeanPerson>();

/** The mean woman or man of the population and her or his measures; each is made once. */
function meanPerson(folder: string, isWoman: boolean): MeanPerson {
  const made = known.get(isWoman);
  if (made !== undefined) return made;
  const { count, vertices, triangles, landmarks, subjects }: Population = JSON.parse(
    readFileSync(join(folder, 'population.json'), 'utf8'),
  );
  const bytes = gunzipSync(readFileSync(join(folder, 'population.bin.gz')));
  const buffer = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const all = new Int16Array(buffer, 0, count * vertices * 3);
  const positions = new Float64Array(vertices * 3);
  const chosen = subjects.flatMap(({ gender }, i) => (gender < 0.5 === isWoman ? [i * positions.length] : []));
  for (const from of chosen) {
    for (let i = 0; i < positions.length; i++) {
      positions[i] = positions[i]! + (all[from + i]! * METRES) / chosen.length;
    }
  }
  const mesh = { positions, triangles: new Uint32Array(buffer, all.byteLength, triangles * 3) };
  const [a, b] = [landmarks.nipple_left, landmarks.nipple_right].map((v) => vec(positions.subarray(v * 3, v * 3 + 3)));
  const [left, right] = EYEBALLS.map(([from, to]) => pupilOf(positions.subarray(from * 3, to * 3 + 3)));
  const cm = {
    torso: distance(a!, b!) * 100,
    head: distance(left!, right!) * 100,
    body: findHip(mesh)!.circumference * 100,
  };
  const person = { mesh, cm, chest: middleOf(a!, b!), pupils: [left!, right!] as const, nose: noseOf(mesh, left![1]) };
  known.set(isWoman, person);
  return person;
}

let knownHead: MeanPerson | undefined;

/** The mean of the real heads; only what a head needs is filled in. */
function meanRealHead(folder: string): MeanPerson {
  if (knownHead !== undefined) return knownHead;
  const heads = readRealHeads(folder);
  const { mean } = heads;
  const pupil = ({ middle: [x, y, z], radius }: { middle: number[]; radius: number }): Vec3 => [x!, y!, z! + radius];
  const [left, right] = eyeballsOf(heads, mean.positions).map(pupil) as [Vec3, Vec3];
  const tip = heads.landmarks[30]! * 3;
  const nose = vec(mean.positions.subarray(tip, tip + 3));
  const cm = { torso: Number.NaN, head: distance(left, right) * 100, body: Number.NaN };
  knownHead = { mesh: mean, cm, chest: nose, pupils: [left, right], nose };
  return knownHead;
}

/** The foremost point of the face below the pupils. */
function noseOf({ positions: p }: Mesh, eyesY: number): Vec3 {
  let best: Vec3 = [0, 0, -Infinity];
  for (let i = 0; i < p.length; i += 3) {
    if (p[i + 1]! < eyesY && p[i + 1]! > eyesY - 0.08 && p[i + 2]! > best[2]) best = [p[i]!, p[i + 1]!, p[i + 2]!];
  }
  return best;
}

/** The foremost point of an eyeball: its middle, and its radius further along +Z. */
function pupilOf(ball: Float64Array): Vec3 {
  const { low, high } = boundsOf(ball);
  const middle = low.map((value, c) => (value + high[c]!) / 2);
  return [middle[0]!, middle[1]!, high[2]!];
}

const vec = (values: Float64Array): Vec3 => [values[0]!, values[1]!, values[2]!];
const middleOf = (a: Vec3, b: Vec3): Vec3 => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];

/**
 * Control: the mean woman or man made as large as the one measure says, without a look at any photo; metres. The mean
 * of all people would be an easier one to beat: the front of f1's torso is 7.9 mm from it, and 5.9 mm from the mean woman.
 * It stands, and holds the head, as the true person does, because the scorer's own starts miss a whole body.
 */
export function scaledMean(folder: string, subject: Subject, set: SetName): Mesh {
  const { isWoman, measures, landmarks: to } = subject;
  const { mesh, cm, chest, pupils, nose } = isReal(subject) ? meanRealHead(folder) : meanPerson(folder, isWoman);
  const given = { torso: measures.nipple_to_nipple, head: measures.eye_distance, body: measures.hipline }[set];
  const { positions, triangles } = scaledMesh(mesh, given / cm[set]);
  const scaled = (p: Vec3): Vec3 => [p[0], p[1], p[2]].map((v) => (v * given) / cm[set]) as [number, number, number];
  if (set !== 'head') {
    const goal = middleOf(to.nipple_left, to.nipple_right);
    return { positions: positions.map((value, i) => value + goal[i % 3]! - scaled(chest)[i % 3]!), triangles };
  }
  const from = faceFrame(scaled(pupils[0]), scaled(pupils[1]), scaled(nose));
  const goal = faceFrame(to.pupil_left, to.pupil_right, to.nose_tip);
  const posed = positions.slice();
  for (let i = 0; i < posed.length; i += 3) {
    const off = [0, 1, 2].map((c) => positions[i + c]! - from.middle[c]!);
    const along = from.axes.map((axis) => axis[0] * off[0]! + axis[1] * off[1]! + axis[2] * off[2]!);
    for (let c = 0; c < 3; c++) {
      posed[i + c] = goal.middle[c]! + goal.axes.reduce((sum, axis, k) => sum + axis[c]! * along[k]!, 0);
    }
  }
  return { positions: posed, triangles };
}

/** The middle between the pupils, and the directions to the left one, across, and towards the nose. */
function faceFrame(left: Vec3, right: Vec3, nose: Vec3): { middle: Vec3; axes: readonly Vec3[] } {
  const unit = (v: Vec3): Vec3 => v.map((value) => value / Math.hypot(...v)) as [number, number, number];
  const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  const middle = middleOf(left, right);
  const side = unit(minus(left, right));
  const across = unit(cross(side, minus(nose, middle)));
  return { middle, axes: [side, across, cross(side, across)] };
}
