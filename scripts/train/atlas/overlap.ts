import type { Chart } from './charts.ts';
import type { Flat } from './flatten.ts';

/** Cells along a chart's side, as a power of two. */
const CELL_BITS = 11;
/** Number of rings of neighbours that leave together with an overlapping triangle. */
const RINGS = 2;

/** The triangles of a chart that lie on others of it when it is laid flat, with those round them unless that is all. */
export function overlapping(chart: Chart, flat: Flat): Set<number> {
  const hit = hitTriangles(flat);
  let found = hit;
  for (let ring = 0; ring < RINGS; ring++) {
    const wider = widened(found, flat);
    if (wider.size < chart.triangles.length) found = wider;
  }
  return new Set([...found].map((t) => chart.triangles[t]!));
}

/** Which of a chart's triangles cover a cell that an earlier one covers. */
function hitTriangles({ corners, xy }: Flat): Set<number> {
  const low = [0, 1].map((c) =>
    xy.reduce((least, value, i) => (i % 2 === c ? Math.min(least, value) : least), Infinity),
  );
  const high = [0, 1].map((c) =>
    xy.reduce((most, value, i) => (i % 2 === c ? Math.max(most, value) : most), -Infinity),
  );
  const scale = (2 ** CELL_BITS - 1) / Math.max(high[0]! - low[0]!, high[1]! - low[1]!);
  const at = (corner: number): [number, number] => {
    const i = corners[corner]! * 2;
    return [(xy[i]! - low[0]!) * scale, (xy[i + 1]! - low[1]!) * scale];
  };
  const taken = new Uint8Array(4 ** CELL_BITS);
  const hit = new Set<number>();
  for (let t = 0; t < corners.length / 3; t++) {
    for (const cell of cellsInside(at(t * 3), at(t * 3 + 1), at(t * 3 + 2))) {
      if (taken[cell] === 1) hit.add(t);
      taken[cell] = 1;
    }
  }
  return hit;
}

function widened(found: ReadonlySet<number>, { corners }: Flat): Set<number> {
  const vertices = new Set([...found].flatMap((t) => [...corners.subarray(t * 3, t * 3 + 3)]));
  const touches = (t: number) => [0, 1, 2].some((k) => vertices.has(corners[t * 3 + k]!));
  return new Set(Array.from({ length: corners.length / 3 }, (_, t) => t).filter(touches));
}

/** Those whose middle it covers. */
function cellsInside(a: [number, number], b: [number, number], c: [number, number]): number[] {
  const area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
  const found: number[] = [];
  for (let y = Math.floor(Math.min(a[1], b[1], c[1])); y <= Math.max(a[1], b[1], c[1]); y++) {
    for (let x = Math.floor(Math.min(a[0], b[0], c[0])); x <= Math.max(a[0], b[0], c[0]); x++) {
      const [px, py] = [x + 0.5, y + 0.5];
      const ofA = ((b[0] - px) * (c[1] - py) - (b[1] - py) * (c[0] - px)) / area;
      const ofB = ((c[0] - px) * (a[1] - py) - (c[1] - py) * (a[0] - px)) / area;
      if (ofA > 1e-9 && ofB > 1e-9 && ofA + ofB < 1 - 1e-9) found.push((y << CELL_BITS) + x);
    }
  }
  return found;
}
