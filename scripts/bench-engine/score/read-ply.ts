import type { Mesh } from '../../../src/engine/surface/mesh.ts';

/** Bits of `region` in the truth's file. */
export const BIT = { torso_front: 1, torso: 2, breast: 4, face: 8, head: 16, arms: 32, legs: 64, hidden: 128 } as const;
export type RegionName = Exclude<keyof typeof BIT, 'hidden'> | 'all';

/** A person's true surface, metres, with what each vertex belongs to. */
export interface Truth {
  mesh: Mesh;
  regions: Uint16Array;
}

/** A binary little-endian PLY with float x, y, z, ushort region, and triangles of an uchar and three ints. */
export function readTruth(bytes: Uint8Array): Truth {
  const end = 'end_header\n';
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 2000));
  const start = head.indexOf(end) + end.length;
  const fields = [...head.slice(0, start).matchAll(/^property (?!list)(\S+) (\S+)$/gm)].map((m) => `${m[1]} ${m[2]}`);
  if (!head.includes('binary_little_endian') || fields.join() !== 'float x,float y,float z,ushort region')
    throw new Error(`a PLY with other fields than expected: ${fields.join()}`);
  const countOf = (what: string) => Number(new RegExp(`element ${what} (\\d+)`).exec(head)![1]);
  const [vertices, faces] = [countOf('vertex'), countOf('face')];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const positions = new Float64Array(vertices * 3);
  const regions = new Uint16Array(vertices);
  for (let i = 0; i < vertices; i++) {
    for (let c = 0; c < 3; c++) positions[i * 3 + c] = view.getFloat32(start + i * 14 + c * 4, true);
    regions[i] = view.getUint16(start + i * 14 + 12, true);
  }
  const triangles = new Uint32Array(faces * 3);
  const from = start + vertices * 14;
  for (let t = 0; t < faces; t++) {
    if (bytes[from + t * 13] !== 3) throw new Error('a PLY with other faces than triangles');
    for (let k = 0; k < 3; k++) triangles[t * 3 + k] = view.getInt32(from + t * 13 + 1 + k * 4, true);
  }
  return { mesh: { positions, triangles }, regions };
}

/** The numbers of the triangles that lie in a region with all corners and are seen; `all` is whatever is seen. */
export function trianglesIn({ mesh: { triangles }, regions }: Truth, name: RegionName): number[] {
  const wanted = name === 'all' ? 0xff7f : BIT[name];
  const found: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const isIn = (k: number) => {
      const region = regions[triangles[t + k]!]!;
      return (region & wanted) !== 0 && (region & BIT.hidden) === 0;
    };
    if (isIn(0) && isIn(1) && isIn(2)) found.push(t / 3);
  }
  return found;
}
