import { sampleField } from '../../field/field-grid.ts';
import { makeSolid } from '../../field/solid.ts';
import { surfaceNets } from '../../field/surface-nets.ts';
import type { Material } from '../../samples/shape.ts';
import { normalAt } from '../../samples/trace.ts';
import type { Vector } from '../../samples/vector.ts';
import { BIT, type Truth } from '../score/read-ply.ts';
import type { Standing } from './stand.ts';

/** cm */
const CELL = 0.3;
/** Further out than this the rough distance is used, as if it were at most this many times too large. */
const FAR = 3;
const EXCESS = 2.4;
/** Parts that are seen and scored with the whole body, but belong to no smaller region: neck, shoulders, a bun. */
const ELSEWHERE = 256;

/**
 * The true surface, metres, with regions as the data's own truth has them. Vertices lie on the surface; triangles of 3 mm
 * cut a curve of 1 cm radius by 0.1 mm.
 */
export function truthOf(standing: Standing, crownCm: number): Truth {
  const { grid } = standing;
  const field = (x: number, y: number, z: number) => {
    const rough = grid.roughDistance(x, y, z);
    return Math.abs(rough) > FAR ? -rough / EXCESS : -grid.distance(x, y, z);
  };
  const { low, high } = grid.solid;
  const sampled = sampleField(field, { low: [low[0], -1, low[2]], high: [high[0], crownCm + 9, high[2]] }, CELL);
  makeSolid(sampled);
  const { positions, triangles } = surfaceNets(sampled);
  const regions = new Uint16Array(positions.length / 3);
  for (let v = 0; v < regions.length; v++) {
    const point = onSurface(standing, [positions[v * 3]!, positions[v * 3 + 1]!, positions[v * 3 + 2]!]);
    regions[v] = regionOf(standing, point);
    positions.set(
      point.map((cm) => cm / 100),
      v * 3,
    );
  }
  return { mesh: { positions, triangles }, regions };
}

function onSurface({ grid }: Standing, start: Vector): Vector {
  let point = start;
  for (let step = 0; step < 3; step++) {
    const n = normalAt(grid, point, 0.02);
    const off = grid.distance(...point);
    point = [point[0] - n[0] * off, point[1] - n[1] * off, point[2] - n[2] * off];
  }
  return point;
}

/** The limits of the data's own regions, measured from their marks. */
function regionOf({ figure, atRest, grid }: Standing, point: Vector): number {
  const [x, y, z] = atRest(point);
  const { head, chest, trunk } = figure.physique;
  const [across, up, ahead] = [x - head.origin[0], y - head.origin[1], z - head.origin[2]].map((v) => v / head.scale);
  const material: Material = grid.materialAt(...point);
  if (up! > 2 - 0.3 * ahead! && material !== 'limb') {
    if (head.hair === 'bun' && ahead! < -6 && Math.hypot(across!, up! - 19.2, ahead! + 9.6) < 5.2) return ELSEWHERE;
    const isFace = material !== 'hair' && Math.abs(across!) < 6.2 && up! > 0.5 && up! < 16.8 && ahead! > 4.6;
    return BIT.head | (isFace ? BIT.face : 0);
  }
  if (material === 'limb') return BIT.arms;
  const crotch = trunk[0]![0];
  if (y < crotch) return BIT.legs;
  if (y > chest.nipple.y + 18) return ELSEWHERE;
  const isFront = y > crotch + 10 && z > 2;
  return (
    BIT.torso | (isFront ? BIT.torso_front : 0) | (isFront && isBreast(figure.physique.chest, x, y) ? BIT.breast : 0)
  );
}

function isBreast({ breast }: Standing['figure']['physique']['chest'], x: number, y: number): boolean {
  const [cx, cy] = breast.centre;
  return Math.hypot((Math.abs(x) - cx) / breast.radii[0], (y - cy) / breast.radii[1]) < 1.15;
}

/** The form in which the data's own truths come. */
export function plyOf({ mesh: { positions, triangles }, regions }: Truth): Uint8Array {
  const faces = triangles.length / 3;
  const head = [
    ...['ply', 'format binary_little_endian 1.0', `element vertex ${regions.length}`],
    ...['property float x', 'property float y', 'property float z', 'property ushort region'],
    ...[`element face ${faces}`, 'property list uchar int vertex_indices', 'end_header', ''],
  ].join('\n');
  const bytes = Buffer.alloc(head.length + regions.length * 14 + faces * 13);
  let at = bytes.write(head, 'latin1');
  regions.forEach((region, v) => {
    for (let c = 0; c < 3; c++) at = bytes.writeFloatLE(positions[v * 3 + c]!, at);
    at = bytes.writeUInt16LE(region, at);
  });
  for (let t = 0; t < triangles.length; t += 3) {
    at = bytes.writeUInt8(3, at);
    for (let k = 0; k < 3; k++) at = bytes.writeInt32LE(triangles[t + k]!, at);
  }
  return bytes;
}
