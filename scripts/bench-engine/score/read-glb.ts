import type { Mesh } from '../../../src/engine/surface/mesh.ts';

interface Gltf {
  nodes: { mesh?: number; matrix?: unknown; translation?: unknown; rotation?: unknown; scale?: unknown }[];
  meshes: { primitives: { attributes: { POSITION: number }; indices?: number }[] }[];
  accessors: { bufferView: number; byteOffset?: number; componentType: number; count: number }[];
  bufferViews: { byteOffset?: number; byteStride?: number }[];
}

const UNSIGNED_SHORT = 5123;
const UNSIGNED_INT = 5125;

/** All triangles of a GLB as one mesh, metres; such nodes and numbers as our own writer does not use are refused. */
export function readGlb(bytes: Uint8Array): Mesh {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(12, true);
  const gltf: Gltf = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)));
  const positions: number[] = [];
  const triangles: number[] = [];
  const read = (accessor: number, numbers: number, to: number[], add: number) => {
    const { bufferView, byteOffset = 0, componentType, count } = gltf.accessors[accessor]!;
    const place = gltf.bufferViews[bufferView]!;
    const size = componentType === UNSIGNED_SHORT ? 2 : 4;
    const start = 28 + length + (place.byteOffset ?? 0) + byteOffset;
    for (let i = 0; i < count; i++) {
      for (let c = 0; c < numbers; c++) {
        const at = start + i * (place.byteStride ?? numbers * size) + c * size;
        if (numbers === 3) to.push(view.getFloat32(at, true));
        else to.push(add + (componentType === UNSIGNED_INT ? view.getUint32(at, true) : view.getUint16(at, true)));
      }
    }
  };
  for (const node of gltf.nodes) {
    if (node.matrix ?? node.translation ?? node.rotation ?? node.scale) throw new Error('a GLB whose nodes are moved');
    for (const { attributes, indices } of node.mesh === undefined ? [] : gltf.meshes[node.mesh]!.primitives) {
      const before = positions.length / 3;
      read(attributes.POSITION, 3, positions, 0);
      if (indices === undefined) for (let i = before; i < positions.length / 3; i++) triangles.push(i);
      else read(indices, 1, triangles, before);
    }
  }
  return { positions: Float64Array.from(positions), triangles: Uint32Array.from(triangles) };
}
