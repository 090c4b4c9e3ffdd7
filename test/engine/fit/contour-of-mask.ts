import { blur121, type Mask } from '../../../src/engine/image/plane.ts';
import type { Contour } from '../../../src/engine/silhouette/contour.ts';

/** Contour points closer to the picture's border belong to the border, not to the person. */
const BORDER_PX = 2;

/**
 * The outline of a mask alone: the places between neighbouring pixel centres where the slightly blurred mask passes one
 * half. The picture's border is no outline, so a person cut off there has none along it.
 */
export function contourOfMask({ widthPx, heightPx, inside }: Mask): Contour {
  const soft = blur121(blur121(Float32Array.from(inside), widthPx, heightPx), widthPx, heightPx);
  const wide = blur121(blur121(soft, widthPx, heightPx), widthPx, heightPx);
  const found: Record<'x' | 'y' | 'nx' | 'ny' | 'sigmaPx', number[]> = { x: [], y: [], nx: [], ny: [], sigmaPx: [] };
  for (let y = BORDER_PX; y < heightPx - BORDER_PX; y++) {
    for (let x = BORDER_PX; x < widthPx - BORDER_PX; x++) {
      const i = y * widthPx + x;
      for (const step of [1, widthPx]) {
        const here = soft[i]! - 0.5;
        const there = soft[i + step]! - 0.5;
        if (here < 0 === there < 0) continue;
        const share = here / (here - there);
        const gx = slope(wide, i, 1, step, share);
        const gy = slope(wide, i, widthPx, step, share);
        const length = Math.hypot(gx, gy);
        if (length < 1e-4) continue;
        found.x.push(x + 0.5 + (step === 1 ? share : 0));
        found.y.push(y + 0.5 + (step === 1 ? 0 : share));
        found.nx.push(-gx / length);
        found.ny.push(-gy / length);
        // A slanted line crosses the lattice more often than a straight one, so each crossing counts less.
        found.sigmaPx.push(Math.sqrt((Math.abs(gx) + Math.abs(gy)) / length - 1));
      }
    }
  }
  return {
    x: Float64Array.from(found.x),
    y: Float64Array.from(found.y),
    nx: Float64Array.from(found.nx),
    ny: Float64Array.from(found.ny),
    sigmaPx: Float64Array.from(found.sigmaPx),
    atBorder: new Uint8Array(found.x.length),
  };
}

/** The slope in direction `along`, between pixel i and its neighbour. */
function slope(values: Float32Array, i: number, along: number, step: number, share: number): number {
  const at = (j: number) => (values[j + along] ?? 0) - (values[j - along] ?? 0);
  return at(i) * (1 - share) + at(i + step) * share;
}
