import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { type HalfMode, type HalfModel, wholeModel } from './half-model.ts';
import type { Joint, ModelName, MorphableModel } from './morphable-model.ts';
import { earlierNeighbours, packVectors, unpackVectors } from './packed-vectors.ts';

/**
 * The file format of models: `RPM1`, then per model: length of its name, name, length of the rest (4 bytes,
 * little-endian), and the rest compressed with Brotli: the length of a head in JSON, the head, then the left half's
 * triangles, positions, regions, skinning and modes, and the atlas's charts, u and v. `people.bin` beside this file has
 * this format; the engine is given its bytes.
 */
const MAGIC = 'RPM1';
const POSITION_STEP = 6e-5;
/** Step of the stored modes, metres; the rounding error in a person is about √60 times as large. */
const MODE_STEP = 4e-5;
/** Number of steps of u and v: each is 1/32 of a texel. */
const UV_STEPS = 65535;

interface Head {
  name: ModelName;
  vertices: number;
  corners: number;
  atlas: { triangles: number; vertices: number };
  ways: HalfMode['way'][];
  landmarks: HalfModel['landmarks'];
  joints: readonly Joint[];
}

export function writeModels(models: readonly HalfModel[]): Uint8Array {
  return new Uint8Array(Buffer.concat([Buffer.from(MAGIC), ...models.flatMap(packedModel)]));
}

function packedModel(model: HalfModel): Uint8Array[] {
  const raw = Buffer.concat(modelParts(model));
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_LGWIN: window } = constants;
  const packed = brotliCompressSync(raw, { params: { [quality]: 11, [window]: 24 } });
  const length = Buffer.alloc(4);
  length.writeUInt32LE(packed.length);
  return [Uint8Array.of(model.name.length), Buffer.from(model.name), length, packed];
}

function modelParts({ name, mean, modes, regions, landmarks, joints, skinning, atlas }: HalfModel): Uint8Array[] {
  const { positions, triangles } = mean;
  const ways = modes.map(({ way }) => way);
  const head: Head = {
    name,
    vertices: regions.length,
    corners: triangles.length,
    ways,
    landmarks,
    joints,
    atlas: { triangles: atlas.charts.length, vertices: atlas.uvs.length / 2 },
  };
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  const earlier = earlierNeighbours(regions.length, triangles);
  return [
    length,
    json,
    wordBytes(differences(triangles, 3)),
    packVectors(positions, POSITION_STEP, earlier),
    wordBytes(regions),
    planes(skinning, joints.length),
    ...modes.map(({ vectors }) => packVectors(vectors, MODE_STEP, earlier)),
    atlas.charts,
    wordBytes(
      differences(
        atlas.uvs.map((value) => Math.round(value * UV_STEPS)),
        2,
      ),
    ),
  ];
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

function readHalf(
  { name, vertices, corners, ways, landmarks, joints, atlas: { triangles: charted, vertices: laid } }: Head,
  take: (length: number) => Buffer,
): HalfModel {
  const triangles = Uint32Array.from(sums(words(take(corners * 2)), 3));
  const earlier = earlierNeighbours(vertices, triangles);
  const positions = unpackVectors(take(vertices * 6), POSITION_STEP, earlier);
  const regions = words(take(vertices * 2));
  const skinning = interleaved(take(vertices * joints.length), joints.length);
  const modes = ways.map((way) => ({ way, vectors: unpackVectors(take(vertices * 6), MODE_STEP, earlier) }));
  const charts = Uint8Array.from(take(charted));
  const uvs = Float64Array.from(sums(words(take(laid * 4)), 2), (value) => value / UV_STEPS);
  return { name, mean: { positions, triangles }, modes, regions, landmarks, joints, skinning, atlas: { charts, uvs } };
}

/** Each value's difference from the one `step` before it, modulo 2¹⁶. */
function differences(values: ArrayLike<number>, step: number): number[] {
  return Array.from(values, (value, i) => (value - (i < step ? 0 : values[i - step]!) + 65536) % 65536);
}

/** The inverse of `differences`, in place. */
function sums(values: Uint16Array, step: number): Uint16Array {
  for (let i = step; i < values.length; i++) values[i] = values[i]! + values[i - step]!;
  return values;
}

/** Low bytes first, then high ones. */
function wordBytes(values: ArrayLike<number>): Uint8Array {
  const out = new Uint8Array(values.length * 2);
  for (let i = 0; i < values.length; i++) {
    out[i] = values[i]! & 255;
    out[values.length + i] = values[i]! >> 8;
  }
  return out;
}

function words(bytes: Uint8Array): Uint16Array {
  const count = bytes.length / 2;
  const values = new Uint16Array(count);
  for (let i = 0; i < count; i++) values[i] = bytes[i]! + 256 * bytes[count + i]!;
  return values;
}

/** Changes the order from vertex by vertex to joint by joint. */
function planes(values: Uint8Array, width: number): Uint8Array {
  const count = values.length / width;
  return Uint8Array.from(values, (_, i) => values[(i % count) * width + Math.floor(i / count)]!);
}

function interleaved(values: Uint8Array, width: number): Uint8Array {
  const count = values.length / width;
  const out = new Uint8Array(values.length);
  for (let i = 0; i < out.length; i++) out[i] = values[(i % width) * count + Math.floor(i / width)]!;
  return out;
}
