import { ellipsoid } from '../ellipsoid.ts';
import { loft } from '../loft.ts';
import type { HeadShape } from '../physique.ts';
import { type Distance, type Part, part } from '../shape.ts';
import { scale } from '../vector.ts';
import { inHead } from './head.ts';

/** Hair: the skull's own sections, thicker, cut along the hairline; a bun where worn. */
export function hair(shape: HeadShape): Part[] {
  const thick = shape.hair === 'bun' ? 0.75 : 0.5;
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

/** Keeps what lies above and behind the hairline; for short hair also what lies above the ears. */
function cutAt(cap: Distance, { origin, scale: size, hair: style }: HeadShape): Distance {
  const line = style === 'bun' ? { front: 17.6, nape: 4.2 } : { front: 17.3, nape: 6.4 };
  return (x, y, z) => {
    const h = (y - origin[1]) / size;
    const d = (z - origin[2]) / size;
    const across = Math.abs(x - origin[0]) / size;
    const edge = hairline(d, across, line.front, line.nape);
    return Math.max(cap(x, y, z), (edge - h) * size * 0.7);
  };
}

/** Height of the hairline `d` cm in front of the ears and `across` cm off the middle, in the head's frame. */
function hairline(d: number, across: number, front: number, nape: number): number {
  const towardsFace = Math.max(d, 0) / 8;
  const towardsNape = Math.max(-d, 0) / 9;
  const ear = 11.2;
  const temple = 0.035 * across * across * towardsFace;
  return ear + (front - ear) * towardsFace ** 1.3 - (ear - nape) * Math.min(towardsNape * 1.7, 1) - temple;
}
