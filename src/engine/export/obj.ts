import type { AtlasMesh } from '../surface/mesh.ts';

/** Writes Wavefront OBJ in millimetres, Y up, the person looks along +Z; refers to `model.mtl`. */
export function writeObj({ positions, normals, uvs, triangles }: AtlasMesh): string {
  const lines = ['# unit: millimetre, Y up, the person looks along +Z', 'mtllib model.mtl', 'o person'];
  for (let i = 0; i < positions.length; i += 3) lines.push(`v ${vector(positions, i, 1000, 3)}`);
  for (let i = 0; i < uvs.length; i += 2) lines.push(`vt ${uvs[i]!.toFixed(5)} ${(1 - uvs[i + 1]!).toFixed(5)}`);
  for (let i = 0; i < normals.length; i += 3) lines.push(`vn ${vector(normals, i, 1, 4)}`);
  lines.push('usemtl skin');
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]! + 1, triangles[t + 1]! + 1, triangles[t + 2]! + 1];
    lines.push(`f ${a}/${a}/${a} ${b}/${b}/${b} ${c}/${c}/${c}`);
  }
  return `${lines.join('\n')}\n`;
}

function vector(values: Float64Array, at: number, factor: number, digits: number): string {
  const text = (i: number) => (values[i]! * factor).toFixed(digits);
  return `${text(at)} ${text(at + 1)} ${text(at + 2)}`;
}

/** The material that `model.obj` refers to. */
export const MTL = 'newmtl skin\nKa 1 1 1\nKd 1 1 1\nKs 0 0 0\nillum 1\nmap_Kd texture.jpg\n';
