import { mirroredMesh } from '../../src/engine/morphable/half-model.ts';
import type { Mesh } from '../../src/engine/surface/mesh.ts';
import type { Vec3 } from '../../src/engine/vector.ts';
import type { RealHeads } from '../real-heads/read-real-heads.ts';

/**
 * Marks of the left half on both mean heads, mm: on the population's (floor at y = 0), and as the number of one of the
 * real heads' 68 landmarks or a place on their mean. Two numbers are x and y: the foremost point there; three are a
 * place, of which the nearest vertex is meant. Seen on pictures of both, drawn with a grid.
 */
const MARKS: readonly (readonly [ours: readonly number[], real: number | readonly number[]])[] = [
  [
    [0, 1635, 153],
    [0, 55, 107],
  ],
  [[0, 1613, 151], 27],
  [
    [0, 1595, 159],
    [0, 22, 118.5],
  ],
  [[0, 1577, 171], 30],
  [[0, 1566.5, 159], 33],
  [[0, 1556, 161], 51],
  [[0, 1547, 156], 62],
  [[0, 1536, 157], 57],
  [
    [0, 1528, 150],
    [0, -52, 109.5],
  ],
  [
    [0, 1516, 150],
    [0, -63, 110],
  ],
  [[0, 1507, 144], 8],
  [
    [0, 1500, 107],
    [0, -84, 65],
  ],
  [
    [17.3, 1575.5],
    [18.2, -1.5],
  ],
  [[17.5, 1611.8], 42],
  [[42.5, 1614.3], 45],
  [[26.5, 1618.4], 43],
  [[36.5, 1617.2], 44],
  [[26, 1609.4], 47],
  [[36.5, 1609.6], 46],
  [[24, 1545.5], 54],
  [[12.5, 1554], 52],
  [[12, 1536.5], 56],
  [
    [83, 1620.5, 43],
    [86, 36, -3],
  ],
  [
    [76, 1565.5, 55],
    [73, -20, 13],
  ],
  [
    [86, 1607, 34],
    [91.5, 22, -15],
  ],
];

const MM = 1e-3;

export const templateMarks = (half: Mesh): Vec3[] => {
  const whole = mirroredMesh(half);
  return bothSides(MARKS.map(([ours]) => placeOn(whole, ours)));
};

export function realMarks(heads: RealHeads): Vec3[] {
  const { positions } = heads.mean;
  const places = MARKS.map(([, real]): Vec3 => {
    if (typeof real !== 'number') return placeOn(heads.mean, real);
    const vertex = heads.landmarks[real]! * 3;
    return [positions[vertex]!, positions[vertex + 1]!, positions[vertex + 2]!];
  });
  return bothSides(places);
}

function placeOn({ positions }: Mesh, mark: readonly number[]): Vec3 {
  const [x, y, z] = mark.map((value) => value * MM) as [number, number, number?];
  let best: Vec3 = [0, 0, 0];
  let least = Infinity;
  for (let i = 0; i < positions.length; i += 3) {
    const at: Vec3 = [positions[i]!, positions[i + 1]!, positions[i + 2]!];
    const aside = Math.hypot(at[0] - x, at[1] - y);
    // Of the points within reach of the ray the foremost.
    const away = z === undefined ? aside * 3 - at[2] : Math.hypot(aside, at[2] - z);
    if (away >= least) continue;
    least = away;
    best = at;
  }
  return z === undefined ? [x, y, best[2]] : best;
}

/** Marks off the middle are on both sides. */
const bothSides = (marks: readonly Vec3[]): Vec3[] =>
  marks.flatMap(([x, y, z]): Vec3[] =>
    Math.abs(x) < 1e-3
      ? [[0, y, z]]
      : [
          [x, y, z],
          [-x, y, z],
        ],
  );
