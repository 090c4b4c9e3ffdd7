import { STLExporter } from 'three/addons/exporters/STLExporter.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { GLTF, HEAD_BYTES, JSON_CHUNK } from '../../contract/glb-head.ts';
import { ReconError } from '../../errors.ts';

/** glTF has metres. */
const MM_PER_M = 1000;

/** Of a binary STL file: a text, the number of triangles, then each: its direction, three corners, and two bytes. */
const COUNT_AT = 80;
const TRIANGLES_AT = 84;
const TRIANGLE_BYTES = 50;
const POINT_BYTES = 12;
const NUMBER_BYTES = 4;

export interface Stl {
  bytes: Uint8Array;
  /** Along X, Y and Z. */
  sizeMm: readonly [x: number, y: number, z: number];
}

/**
 * The surface of a GLB file as binary STL, as 3D printers take it: millimetres, Z up, the person looks along −Y; its
 * lowest point is at z = 0, and its middle at x = y = 0. STL has no colours.
 *
 * @throws ReconError `unsafe_archive` for a file that holds no surface, or one that is packed
 */
export async function stlOf(glb: Uint8Array): Promise<Stl> {
  try {
    const { scene } = await new GLTFLoader().parseAsync(withoutPictures(glb), '');
    scene.scale.setScalar(MM_PER_M);
    scene.rotation.x = Math.PI / 2;
    scene.updateMatrixWorld(true);
    const { buffer, byteOffset, byteLength } = new STLExporter().parse(scene, { binary: true });
    const stl = new DataView(buffer, byteOffset, byteLength);
    const sizeMm = [moved(stl, 0, 'middle'), moved(stl, 1, 'middle'), moved(stl, 2, 'lowest')] as const;
    return { bytes: new Uint8Array(buffer, byteOffset, byteLength), sizeMm };
  } catch (error) {
    // three.js speaks to programmers.
    throw new ReconError('unsafe_archive', 'the 3D model cannot be made an STL file: it is damaged, packed or empty', {
      hint: '--only model, for the GLB file as it is',
      cause: error,
    });
  }
}

/** Moves all of it along one axis, until its lowest point, or its middle, is at 0. @returns how far it reaches there */
function moved(stl: DataView, axis: 0 | 1 | 2, zero: 'lowest' | 'middle'): number {
  const corners = Array.from({ length: 3 * stl.getUint32(COUNT_AT, true) }, (_, i) => {
    const triangle = TRIANGLES_AT + TRIANGLE_BYTES * Math.floor(i / 3);
    return triangle + POINT_BYTES * (1 + (i % 3)) + NUMBER_BYTES * axis;
  });
  const values = corners.map((at) => stl.getFloat32(at, true));
  const least = values.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const most = values.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY);
  if (!Number.isFinite(most - least)) throw new Error('there is no triangle, or one without an end');
  const origin = zero === 'lowest' ? least : (least + most) / 2;
  corners.forEach((at, i) => {
    stl.setFloat32(at, values[i]! - origin, true);
  });
  return most - least;
}

/** The same file without what only a browser can read, and STL has no place for. */
function withoutPictures(glb: Uint8Array): ArrayBuffer {
  const head = Buffer.from(glb.subarray(0, HEAD_BYTES));
  const end = HEAD_BYTES + head.readUInt32LE(12);
  if (head.readUInt32LE(0) !== GLTF || head.readUInt32LE(16) !== JSON_CHUNK) throw new Error('no GLB');
  const about = JSON.parse(new TextDecoder().decode(glb.subarray(HEAD_BYTES, end)));
  for (const name of ['materials', 'textures', 'images', 'samplers']) delete about[name];
  for (const mesh of about.meshes ?? []) for (const primitive of mesh.primitives) delete primitive.material;
  const text = Buffer.from(JSON.stringify(about));
  // The chunk ends at a multiple of four, filled up with blanks.
  const json = Buffer.alloc(Math.ceil(text.length / 4) * 4, ' ');
  text.copy(json);
  head.writeUInt32LE(glb.length - end + HEAD_BYTES + json.length, 8);
  head.writeUInt32LE(json.length, 12);
  return Uint8Array.from(Buffer.concat([head, json, glb.subarray(end)])).buffer;
}
