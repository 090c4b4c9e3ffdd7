import { type Mesh, vertexNormals } from '../../../src/engine/surface/mesh.ts';
import { eyeballsOf, type RealHeads, realHead } from '../../real-heads/read-real-heads.ts';
import { noise } from '../../samples/noise.ts';
import { smoothStep } from '../../samples/vector.ts';
import type { Random } from '../family/random.ts';

/** Coefficients from N(0, 1), uncut, one for every mode. */
export function someCoefficients({ modes }: RealHeads, random: Random): number[] {
  return modes.map(() => random.normal());
}

/** Root mean square and width of relief that no mode has, metres. */
export const RELIEF = { rms: 0.001, width: 0.015 };
/** Relief fades within this distance of an eyeball's surface, metres: lids must lie on the eyes. */
const LIDS = [0.003, 0.012] as const;

/** Surface of a head, metres; `hasRelief` adds bumps along the normals, which no mode has. */
export function someHead(heads: RealHeads, coefficients: readonly number[], hasRelief: boolean, seed: number): Mesh {
  const positions = realHead(heads, coefficients);
  const mesh = { positions, triangles: heads.mean.triangles };
  if (hasRelief) addRelief(mesh, heads, seed);
  return mesh;
}

function addRelief({ positions, triangles }: Mesh, heads: RealHeads, seed: number): void {
  const normals = vertexNormals({ positions, triangles });
  const eyes = eyeballsOf(heads, positions);
  const skin = heads.parts.head_and_neck[1];
  const bumps = Float64Array.from({ length: skin }, (_, i) => {
    const [x, y, z] = heads.mean.positions.subarray(i * 3, i * 3 + 3);
    return noise(x! / RELIEF.width + seed * 31.7, y! / RELIEF.width, z! / RELIEF.width);
  });
  const rms = Math.sqrt(bumps.reduce((sum, bump) => sum + bump * bump, 0) / skin);
  for (let i = 0; i < skin; i++) {
    const at = positions.subarray(i * 3, i * 3 + 3);
    const off = eyes.map(({ middle, radius }) => Math.hypot(...middle.map((value, c) => at[c]! - value)) - radius);
    const height = ((bumps[i]! * RELIEF.rms) / rms) * smoothStep(...LIDS, Math.min(...off));
    for (let c = 0; c < 3; c++) at[c] = at[c]! + height * normals[i * 3 + c]!;
  }
}
