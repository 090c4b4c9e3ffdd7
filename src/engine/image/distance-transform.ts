import type { Mask, Plane } from './plane.ts';

const FAR = 1e12;

/**
 * Signed distance to the mask's outline in pixels, positive inside (Felzenszwalb & Huttenlocher, exact, linear time).
 * The outline runs half-way between an inside and an outside pixel centre.
 */
export function signedDistance(mask: Mask): Plane {
  const { widthPx, heightPx } = mask;
  const toOutside = squaredDistanceTo(mask, 0);
  const toInside = squaredDistanceTo(mask, 1);
  const values = new Float32Array(widthPx * heightPx);
  for (let i = 0; i < values.length; i++) {
    values[i] = mask.inside[i] === 1 ? Math.sqrt(toOutside[i]!) - 0.5 : 0.5 - Math.sqrt(toInside[i]!);
  }
  return { widthPx, heightPx, values };
}

function squaredDistanceTo({ widthPx, heightPx, inside }: Mask, wanted: 0 | 1): Float64Array {
  const field = new Float64Array(widthPx * heightPx);
  for (let i = 0; i < field.length; i++) field[i] = inside[i] === wanted ? 0 : FAR;
  const longest = Math.max(widthPx, heightPx);
  const scratch = {
    line: new Float64Array(longest),
    parabola: new Int32Array(longest),
    from: new Float64Array(longest + 1),
  };
  for (let x = 0; x < widthPx; x++) transformLine(field, x, widthPx, heightPx, scratch);
  for (let y = 0; y < heightPx; y++) transformLine(field, y * widthPx, 1, widthPx, scratch);
  return field;
}

interface Scratch {
  line: Float64Array;
  parabola: Int32Array;
  from: Float64Array;
}

/** Lower envelope of the parabolas that stand on one line of the field. */
function transformLine(field: Float64Array, start: number, step: number, count: number, scratch: Scratch): void {
  const { line, parabola, from } = scratch;
  for (let i = 0; i < count; i++) line[i] = field[start + i * step]!;
  let last = 0;
  parabola[0] = 0;
  from[0] = -FAR;
  from[1] = FAR;
  for (let q = 1; q < count; q++) {
    let cut = crossing(line, parabola[last]!, q);
    while (cut <= from[last]!) cut = crossing(line, parabola[--last]!, q);
    parabola[++last] = q;
    from[last] = cut;
    from[last + 1] = FAR;
  }
  let k = 0;
  for (let q = 0; q < count; q++) {
    while (from[k + 1]! < q) k++;
    const p = parabola[k]!;
    field[start + q * step] = (q - p) ** 2 + line[p]!;
  }
}

const crossing = (line: Float64Array, p: number, q: number) => (line[q]! + q * q - line[p]! - p * p) / (2 * (q - p));
