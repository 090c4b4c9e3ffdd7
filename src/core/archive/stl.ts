import { STLExporter } from 'three/addons/exporters/STLExporter.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { GLTF, HEAD_BYTES, JSON_CHUNK } from '../../contract/glb-head.ts';
import { ReconError } from '../../errors.ts';

/** glTF has metres. */
const MM_PER_M = 1000;

/**
 * The surface of a GLB file as binary STL, as 3D printers take it: millimetres, Z up, the person looks along −Y. STL has
 * no colours.
 *
 * @throws ReconError `unsafe_archive` for a file that holds no surface, or one that is packed
 */
export async function stlOf(glb: Uint8Array): Promise<Uint8Array> {
  try {
    const { scene } = await new GLTFLoader().parseAsync(withoutPictures(glb), '');
    scene.scale.setScalar(MM_PER_M);
    scene.rotation.x = Math.PI / 2;
    scene.updateMatrixWorld(true);
    const { buffer, byteOffset, byteLength } = new STLExporter().parse(scene, { binary: true });
    if (new DataView(buffer, byteOffset, byteLength).getUint32(80, true) === 0) throw new Error('there is no triangle');
    return new Uint8Array(buffer, byteOffset, byteLength);
  } catch (error) {
    // three.js speaks to programmers.
    throw new ReconError('unsafe_archive', 'the 3D model cannot be made an STL file: it is damaged, packed or empty', {
      hint: '--only model, for the GLB file as it is',
      cause: error,
    });
  }
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
