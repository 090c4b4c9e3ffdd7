import { BINARY_CHUNK, GLTF, GLTF_VERSION, HEAD_BYTES, JSON_CHUNK } from '../../contract/glb-head.ts';
import { type AtlasMesh, boundsOf } from '../surface/mesh.ts';

/** glTF 2.0 component types and targets. */
const FLOAT = 5126;
const UNSIGNED_SHORT = 5123;
const UNSIGNED_INT = 5125;
/** Numbers of vertices that fit into two bytes; the largest one is not allowed. */
const MOST_SHORT = 65535;
const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;
/** The target of each part, in the order of writing; the picture has none. */
const TARGETS = [ARRAY_BUFFER, ARRAY_BUFFER, ARRAY_BUFFER, ELEMENT_ARRAY_BUFFER, undefined, ARRAY_BUFFER, ARRAY_BUFFER];

/** How far photos show the model, for viewers to mark. */
export interface Sight {
  /** Per vertex, from 0 (no photo shows it) to 1 (photos show it well). */
  seen: Float32Array;
  /** Per vertex, how far it may be from the person, mm. */
  errorsMm: Float32Array;
  /** The caller's own words and numbers about the whole. */
  extras: object;
}

/**
 * Writes binary glTF 2.0 with the texture inside: metres, Y up, the person looks along +Z. The vertex attributes
 * `_SEEN` and `_ERROR` tell how far photos show each vertex and how far it may be from the person, mm.
 */
export function writeGlb(mesh: AtlasMesh, textureJpeg: Uint8Array, { seen, errorsMm, extras }: Sight): Uint8Array {
  const positions = new Float32Array(mesh.positions);
  const vertices = positions.length / 3;
  const isShort = vertices <= MOST_SHORT;
  const parts = [
    positions,
    new Float32Array(mesh.normals),
    new Float32Array(mesh.uvs),
    isShort ? new Uint16Array(mesh.triangles) : mesh.triangles,
    textureJpeg,
    seen,
    errorsMm,
  ];
  const { binary, views } = joinParts(
    parts.map((part) => new Uint8Array(part.buffer, part.byteOffset, part.byteLength)),
  );
  const { low, high } = boundsOf(positions);
  const json = {
    asset: { version: '2.0', generator: 'recon' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, name: 'person' }],
    meshes: [
      {
        primitives: [
          { attributes: { POSITION: 0, NORMAL: 1, TEXCOORD_0: 2, _SEEN: 4, _ERROR: 5 }, indices: 3, material: 0 },
        ],
        extras,
      },
    ],
    materials: [
      {
        name: 'skin',
        pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicFactor: 0, roughnessFactor: 0.9 },
      },
    ],
    textures: [{ source: 0, sampler: 0 }],
    samplers: [{ magFilter: 9729, minFilter: 9987, wrapS: 33071, wrapT: 33071 }],
    images: [{ bufferView: 4, mimeType: 'image/jpeg' }],
    accessors: [
      { bufferView: 0, componentType: FLOAT, count: vertices, type: 'VEC3', min: low, max: high },
      { bufferView: 1, componentType: FLOAT, count: vertices, type: 'VEC3' },
      { bufferView: 2, componentType: FLOAT, count: vertices, type: 'VEC2' },
      {
        bufferView: 3,
        componentType: isShort ? UNSIGNED_SHORT : UNSIGNED_INT,
        count: mesh.triangles.length,
        type: 'SCALAR',
      },
      { bufferView: 5, componentType: FLOAT, count: vertices, type: 'SCALAR' },
      { bufferView: 6, componentType: FLOAT, count: vertices, type: 'SCALAR' },
    ],
    bufferViews: views.map((view, i) => ({
      buffer: 0,
      ...view,
      ...(TARGETS[i] !== undefined && { target: TARGETS[i] }),
    })),
    buffers: [{ byteLength: binary.byteLength }],
  };
  return assemble(new TextEncoder().encode(JSON.stringify(json)), binary);
}

const padded = (length: number) => (length + 3) & ~3;

function joinParts(parts: readonly Uint8Array[]) {
  const views: { byteOffset: number; byteLength: number }[] = [];
  let length = 0;
  for (const { byteLength } of parts) {
    views.push({ byteOffset: length, byteLength });
    length = padded(length + byteLength);
  }
  const binary = new Uint8Array(length);
  parts.forEach((part, i) => {
    binary.set(part, views[i]!.byteOffset);
  });
  return { binary, views };
}

function assemble(json: Uint8Array, binary: Uint8Array): Uint8Array {
  const jsonLength = padded(json.length);
  const total = HEAD_BYTES + jsonLength + 8 + binary.length;
  const bytes = new Uint8Array(total);
  const header = new DataView(bytes.buffer);
  const words = [GLTF, GLTF_VERSION, total, jsonLength, JSON_CHUNK];
  words.forEach((word, i) => {
    header.setUint32(i * 4, word, true);
  });
  const binaryAt = HEAD_BYTES + jsonLength;
  bytes.fill(0x20, HEAD_BYTES, binaryAt);
  bytes.set(json, HEAD_BYTES);
  header.setUint32(binaryAt, binary.length, true);
  header.setUint32(binaryAt + 4, BINARY_CHUNK, true);
  bytes.set(binary, binaryAt + 8);
  return bytes;
}
