import { brotliCompressSync, constants } from 'node:zlib';
import type { HalfModel } from '../../src/engine/morphable/half-model.ts';
import {
  earlierNeighbours,
  type Head,
  MAGIC,
  MODE_STEP,
  POSITION_STEP,
  predicted,
  UV_STEPS,
} from '../../src/engine/morphable/model-bytes.ts';

/** The models as a file; `model-bytes.ts` describes the format and reads it. */
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

function modelParts(model: HalfModel): Uint8Array[] {
  const { name, mean, modes, regions, landmarks, joints, skinning, atlas } = model;
  const { positions, triangles } = mean;
  const waysOf = (of: HalfModel['modes']) => of.map(({ way }) => way);
  const others = model.others.map((other) => ({
    ways: waysOf(other.modes),
    joints: other.joints,
    landmarks: other.landmarks,
  }));
  const head: Head = {
    name,
    vertices: regions.length,
    corners: triangles.length,
    ways: waysOf(modes),
    landmarks,
    joints,
    ...(others.length > 0 && { others }),
    atlas: { triangles: atlas.charts.length, vertices: atlas.uvs.length / 2 },
  };
  const json = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  const earlier = earlierNeighbours(regions.length, triangles);
  const packModes = (of: HalfModel['modes']) => of.map(({ vectors }) => packVectors(vectors, MODE_STEP, earlier));
  return [
    length,
    json,
    wordBytes(differences(triangles, 3)),
    packVectors(positions, POSITION_STEP, earlier),
    wordBytes(regions),
    planes(skinning, joints.length),
    ...packModes(modes),
    atlas.charts,
    wordBytes(
      differences(
        atlas.uvs.map((value) => Math.round(value * UV_STEPS)),
        2,
      ),
    ),
    ...model.others.flatMap((other) => [
      packVectors(other.positions, POSITION_STEP, earlier),
      ...packModes(other.modes),
    ]),
  ];
}

/** Each value's difference from the one `step` before it, modulo 2¹⁶. */
function differences(values: ArrayLike<number>, step: number): number[] {
  return Array.from(values, (value, i) => (value - (i < step ? 0 : values[i - step]!) + 65536) % 65536);
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

/** Changes the order from vertex by vertex to joint by joint. */
function planes(values: Uint8Array, width: number): Uint8Array {
  const count = values.length / width;
  return Uint8Array.from(values, (_, i) => values[(i % count) * width + Math.floor(i / count)]!);
}

/** Each vector as its difference from what its earlier neighbours predict. */
function packVectors(
  values: ArrayLike<number>,
  step: number,
  earlier: ReturnType<typeof earlierNeighbours>,
): Uint8Array {
  const whole = Int32Array.from(values, (value) => Math.round(value / step));
  const bytes = new Uint8Array(values.length * 2);
  for (let i = 0; i < whole.length; i++) {
    const difference = whole[i]! - predicted(whole, earlier, i);
    const folded = difference < 0 ? -2 * difference - 1 : 2 * difference;
    if (folded > 65535) throw new RangeError('Neighbouring vectors differ by more than can be written.');
    bytes[i] = folded & 255;
    bytes[values.length + i] = folded >> 8;
  }
  return bytes;
}
