import { brotliDecompressSync } from 'node:zlib';
import { type HalfMode, type HalfModel, wholeModel } from './half-model.ts';
import type { Joint, ModelName, MorphableModel } from './morphable-model.ts';

/**
 * The file format of models, written by `npm run train`: `RPM1`, then per model: length of its name, name, length of
 * the rest (4 bytes, little-endian), and the rest compressed with Brotli: the length of a head in JSON, the head, then
 * the left half's triangles, positions, regions, skinning and modes, the atlas's charts, u and v, and for each kind of
 * other people positions and modes. `people.bin` beside this file has this format; the engine is given its bytes.
 */
export const MAGIC = 'RPM1';
export const POSITION_STEP = 6e-5;
/** Step of the stored modes, metres; the rounding error in a person is about √60 times as large. */
export const MODE_STEP = 4e-5;
/** Number of steps of u and v: each is 1/32 of a texel. */
export const UV_STEPS = 65535;

export interface Head {
  name: ModelName;
  vertices: number;
  corners: number;
  atlas: { triangles: number; vertices: number };
  ways: HalfMode['way'][];
  landmarks: HalfModel['landmarks'];
  joints: readonly Joint[];
  /** Absent where there are none. */
  others?: Pick<Head, 'ways' | 'joints' | 'landmarks'>[];
}

/** The models of a file; each is unpacked when it is first asked for. */
export function readModels(bytes: Uint8Array): Record<ModelName, MorphableModel> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (file.toString('latin1', 0, 4) !== MAGIC) throw new Error('These bytes hold no models.');
  const packed = new Map<string, Buffer>();
  for (let at = 4; at < file.length; ) {
    const name = file.toString('latin1', at + 1, at + 1 + file[at]!);
    const from = at + 1 + name.length + 4;
    at = from + file.readUInt32LE(from - 4);
    packed.set(name, file.subarray(from, at));
  }
  const read = new Map<string, MorphableModel>();
  const model = (name: ModelName): MorphableModel => {
    const known = read.get(name) ?? readModel(packed.get(name));
    read.set(name, known);
    return known;
  };
  return {
    get head() {
      return model('head');
    },
    get torso() {
      return model('torso');
    },
    get body() {
      return model('body');
    },
  };
}

function readModel(packed: Buffer | undefined): MorphableModel {
  if (!packed) throw new Error('The model is missing.');
  const raw = brotliDecompressSync(packed);
  let at = 0;
  const take = (length: number) => {
    at += length;
    return raw.subarray(at - length, at);
  };
  const head: Head = JSON.parse(take(take(4).readUInt32LE()).toString());
  return wholeModel(readHalf(head, take));
}

function readHalf(head: Head, take: (length: number) => Buffer): HalfModel {
  const { name, vertices, corners, landmarks, joints, atlas } = head;
  const triangles = Uint32Array.from(sums(words(take(corners * 2)), 3));
  const earlier = earlierNeighbours(vertices, triangles);
  const positions = unpackVectors(take(vertices * 6), POSITION_STEP, earlier);
  const regions = words(take(vertices * 2));
  const skinning = interleaved(take(vertices * joints.length), joints.length);
  const modesOf = (ways: Head['ways']) =>
    ways.map((way) => ({
      way,
      vectors: unpackInto(new Float32Array(vertices * 3), take(vertices * 6), MODE_STEP, earlier),
    }));
  const modes = modesOf(head.ways);
  const charts = Uint8Array.from(take(atlas.triangles));
  const uvs = Float64Array.from(sums(words(take(atlas.vertices * 4)), 2), (value) => value / UV_STEPS);
  const others = (head.others ?? []).map((other) => ({
    positions: unpackVectors(take(vertices * 6), POSITION_STEP, earlier),
    modes: modesOf(other.ways),
    joints: other.joints,
    landmarks: other.landmarks,
  }));
  const mean = { positions, triangles };
  return { name, mean, modes, regions, landmarks, joints, skinning, atlas: { charts, uvs }, others };
}

/** Adds to each value the one `step` before it, modulo 2¹⁶, in place. */
function sums(values: Uint16Array, step: number): Uint16Array {
  for (let i = step; i < values.length; i++) values[i] = values[i]! + values[i - step]!;
  return values;
}

/** Low bytes come first, then high ones. */
function words(bytes: Uint8Array): Uint16Array {
  const count = bytes.length / 2;
  const values = new Uint16Array(count);
  for (let i = 0; i < count; i++) values[i] = bytes[i]! + 256 * bytes[count + i]!;
  return values;
}

/** Changes the order from joint by joint to vertex by vertex. */
function interleaved(values: Uint8Array, width: number): Uint8Array {
  const count = values.length / width;
  const out = new Uint8Array(values.length);
  for (let i = 0; i < out.length; i++) out[i] = values[(i % width) * count + Math.floor(i / width)]!;
  return out;
}

/**
 * Vectors at the vertices of a mesh are whole multiples of a step, each stored as its difference from the mean of the
 * earlier neighbours. Low bytes are separate from high ones, so that compression finds more repetition. Vertex i's
 * neighbours with smaller numbers are `of[start[i]]` to `of[start[i + 1] - 1]`.
 */
export function earlierNeighbours(count: number, triangles: Uint32Array) {
  const lists: Set<number>[] = Array.from({ length: count }, () => new Set());
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [triangles[t + k]!, triangles[t + ((k + 1) % 3)]!];
      lists[Math.max(a, b)]!.add(Math.min(a, b));
    }
  }
  const start = new Uint32Array(count + 1);
  lists.forEach((list, i) => {
    start[i + 1] = start[i]! + list.size;
  });
  return { start, of: Uint32Array.from(lists.flatMap((list) => [...list])) };
}

type EarlierNeighbours = ReturnType<typeof earlierNeighbours>;

const unpackVectors = (bytes: Uint8Array, step: number, earlier: EarlierNeighbours): Float64Array =>
  unpackInto(new Float64Array(bytes.length / 2), bytes, step, earlier);

function unpackInto<Values extends Float64Array | Float32Array>(
  values: Values,
  bytes: Uint8Array,
  step: number,
  earlier: EarlierNeighbours,
): Values {
  const count = values.length;
  const whole = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    const folded = bytes[i]! + 256 * bytes[count + i]!;
    whole[i] = predicted(whole, earlier, i) + ((folded >> 1) ^ -(folded & 1));
    values[i] = whole[i]! * step;
  }
  return values;
}

/** What the value `i` of vectors is expected to be, a whole number, from the values before it. */
export function predicted(whole: Int32Array, { start, of }: EarlierNeighbours, i: number): number {
  const vertex = Math.floor(i / 3);
  const from = start[vertex]!;
  const to = start[vertex + 1]!;
  if (from === to) return 0;
  let sum = 0;
  for (let k = from; k < to; k++) sum += whole[of[k]! * 3 + (i - vertex * 3)]!;
  return Math.round(sum / (to - from)) | 0;
}
