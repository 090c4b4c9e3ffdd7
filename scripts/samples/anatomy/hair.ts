import { ellipsoid } from '../ellipsoid.ts';
import { loft } from '../loft.ts';
import { noise } from '../noise.ts';
import type { HeadShape } from '../physique.ts';
import { type Distance, type Part, part } from '../shape.ts';
import { scale, smoothStep } from '../vector.ts';
import { inHead } from './head.ts';

/** Hair: the skull's own sections, thicker, cut along the hairline; a bun where worn. */
export function hair(shape: HeadShape): Part[] {
  const thick = shape.hair === 'bun' ? 0.9 : 0.75;
  const s = shape.scale;
  const sections = shape.sections
    .filter(([y]) => y > 1)
    .map(([y, w, f, b]) => [y * s + (y > 19 ? thick : 0), (w + thick) * s, (f + thick) * s, (b + thick) * s] as const);
  const cap = loft({ origin: shape.origin, axis: [0, 1, 0], front: [0, 0, 1], sections, squareness: shape.squareness });
  const parts = [part(cutAt(cap, shape), 0.25, 'hair')];
  if (shape.hair === 'bun') {
    const at = inHead(shape);
    parts.push(part(ellipsoid(at(0, 19.2, -9.6), scale([3.9, 3.7, 3.4], s), { nodDeg: 35 }), 1.2, 'hair'));
  }
  return parts;
}

/** Keeps what lies above and behind the hairline, thinning out towards it. */
function cutAt(cap: Distance, { origin, scale: size, hair: style }: HeadShape): Distance {
  const hairline = style === 'bun' ? sweptBack : croppedShort;
  return (x, y, z) => {
    const height = (y - origin[1]) / size;
    const forward = (z - origin[2]) / size;
    const across = Math.abs(x - origin[0]) / size;
    const ragged = 0.13 * noise(x * 2.1, y * 2.1, z * 2.1) + 0.05 * noise(x * 6, y * 6, z * 6);
    const beyond = (hairline(forward, across) + ragged - height) * size * 0.7;
    const within = cap(x, y, z);
    const overlap = Math.max(EDGE_CM - Math.abs(within - beyond), 0);
    return Math.max(within, beyond) + (overlap * overlap) / (4 * EDGE_CM);
  };
}

/** Over this much hair gets its full thickness. */
const EDGE_CM = 1.6;

/** Heights of the hairline in the head's frame, `forward` of the ears (cm) and `across` off the middle. */
function sweptBack(forward: number, across: number): number {
  if (forward <= 0) return 10.9 - 6.6 * smoothStep(0, 6.5, -forward);
  return 10.9 + 6.6 * (forward / 8) ** 1.15 - 0.02 * across * across * (forward / 8);
}

function croppedShort(forward: number, across: number): number {
  if (forward <= 0) return 11.2 - 4.6 * smoothStep(1.5, 6, -forward) - 2.6 * smoothStep(-1.2, 0, forward);
  const sideburn = 8.6 + 5.2 * smoothStep(1.5, 2.6, forward);
  return sideburn + 3.5 * smoothStep(2.6, 7, forward) - 0.012 * across * across;
}
