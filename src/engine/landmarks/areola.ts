import { type Plane, valueAt } from '../image/plane.ts';

/** The edge of a round patch as an ellipse, px of its plane; pixel (0, 0) has its centre at (0, 0). */
export interface Patch {
  xPx: number;
  yPx: number;
  /** Half-axes. */
  longPx: number;
  shortPx: number;
  /** Unit vector of the short axis. */
  shortX: number;
  shortY: number;
  /** Mean drop of the plane's value across the edge. */
  contrast: number;
  /** The drop that nine tenths of the edge reach; a closed patch has one all round. */
  weakest: number;
}

/** Rays, steps along each, and values averaged on either side of a step. */
export interface TraceDetail {
  angles: number;
  radii: number;
  values: number;
  rounds: number;
}
const FINE: TraceDetail = { angles: 48, radii: 40, values: 4, rounds: 3 };
/** A tenth of the work, to tell which of many places is worth it. */
export const COARSE: TraceDetail = { angles: 24, radii: 24, values: 2, rounds: 2 };
/** Starting points round the spot, in radii, because a gleam may have led the first search astray. */
export const STARTS = [
  [0, 0],
  [-0.6, 0],
  [0.6, 0],
  [0, -0.6],
  [0, 0.6],
  [0.5, 0.5],
  [-0.5, 0.5],
] as const;
/** The edge is searched between these shares of the expected radius. */
const NEAREST = 0.35;
const FURTHEST = 2.1;
/** The price of one radius step between neighbouring angles, as a share of the strongest drop. */
const STIFFNESS = 0.04;
/** The most radius steps between neighbouring angles. */
const MOST_STEPS = 3;
/** The limit for a drop, in multiples of the usual best one of a ray: beyond the areola there may be the wall. */
const MOST_DROP = 1.3;

/**
 * Finds the closed line round a centre across which a plane's values drop most, by dynamic programming over rays, and
 * describes it as an ellipse. The inside, such as a gleam of light on a nipple, does not matter. The search is repeated
 * from the line's own centre.
 *
 * Compared with a flood fill from the centre: that gave no patch at all on one dark nipple of twelve and half of
 * another, where a gleam has the colour of the skin around.
 */
export function traceAreola(
  plane: Plane,
  xPx: number,
  yPx: number,
  radiusPx: number,
  detail: TraceDetail = FINE,
): Patch {
  let patch: Patch = { xPx, yPx, longPx: radiusPx, shortPx: radiusPx, shortX: 1, shortY: 0, contrast: 0, weakest: 0 };
  for (let round = 0; round < detail.rounds; round++) {
    const drops = dropsAround(plane, patch.xPx, patch.yPx, radiusPx, detail);
    const line = closedLine(drops, detail);
    patch = ellipseOf(patch, line, drops, radiusPx, detail);
  }
  return patch;
}

const radiusAt = (step: number, radiusPx: number, { radii }: TraceDetail) =>
  radiusPx * (NEAREST + ((FURTHEST - NEAREST) * step) / (radii - 1));
const angleAt = (index: number, { angles }: TraceDetail) => (2 * Math.PI * index) / angles;

/** Per ray and radius, the drop of the values from just inside to just outside. */
function dropsAround(plane: Plane, cx: number, cy: number, radiusPx: number, detail: TraceDetail): Float64Array {
  const { angles, radii, values } = detail;
  const drops = new Float64Array(angles * radii);
  const best = new Float64Array(angles).fill(-Infinity);
  const width = Math.max(1.5, 0.22 * radiusPx);
  const offsets = Float64Array.from({ length: values }, (_, k) => (width * (k + 0.5)) / values);
  for (let a = 0; a < angles; a++) {
    const [dx, dy] = [Math.cos(angleAt(a, detail)), Math.sin(angleAt(a, detail))];
    for (let r = 0; r < radii; r++) {
      const radius = radiusAt(r, radiusPx, detail);
      let [inside, outside] = [0, 0];
      for (let k = 0; k < values; k++) {
        const within = radius - width + offsets[k]!;
        const beyond = radius + offsets[k]!;
        inside += valueAt(plane, cx + dx * within, cy + dy * within);
        outside += valueAt(plane, cx + dx * beyond, cy + dy * beyond);
      }
      const drop = inside / values - outside / values;
      drops[a * radii + r] = drop;
      if (drop > best[a]!) best[a] = drop;
    }
  }
  const most = MOST_DROP * best.sort()[angles >> 1]!;
  for (let i = 0; i < drops.length; i++) if (drops[i]! > most) drops[i] = most;
  return drops;
}

/** The steps of the best closed line: a first pass finds its start, a second one must end there. */
function closedLine(drops: Float64Array, detail: TraceDetail): Int32Array {
  const free = bestLine(drops, undefined, detail);
  return bestLine(drops, free[detail.angles >> 1]!, detail);
}

/** The best line over all rays, beginning half-way round; `start` fixes both of its ends. */
function bestLine(drops: Float64Array, start: number | undefined, { angles, radii }: TraceDetail): Int32Array {
  let strongest = 1e-9;
  for (let i = 0; i < drops.length; i++) if (drops[i]! > strongest) strongest = drops[i]!;
  const prices = Float64Array.from(
    { length: 2 * MOST_STEPS + 1 },
    (_, k) => STIFFNESS * strongest * (k - MOST_STEPS) ** 2,
  );
  const score = new Float64Array((angles + 1) * radii);
  const from = new Int32Array((angles + 1) * radii);
  const rayOf = (a: number) => (a + (angles >> 1)) % angles;
  for (let r = 0; r < radii; r++) score[r] = start === undefined || r === start ? drops[rayOf(0) * radii + r]! : -1e9;
  for (let a = 1; a <= angles; a++) {
    const before = (a - 1) * radii;
    const ray = rayOf(a) * radii;
    for (let r = 0; r < radii; r++) {
      let best = -Infinity;
      let step = 0;
      const last = Math.min(radii - 1, r + MOST_STEPS);
      for (let q = Math.max(0, r - MOST_STEPS); q <= last; q++) {
        const value = score[before + q]! - prices[q - r + MOST_STEPS]!;
        if (value <= best) continue;
        best = value;
        step = q;
      }
      from[a * radii + r] = step;
      score[a * radii + r] = best + drops[ray + r]!;
    }
  }
  let r = start ?? 0;
  if (start === undefined) {
    for (let q = 0; q < radii; q++) if (score[angles * radii + q]! > score[angles * radii + r]!) r = q;
  }
  const line = new Int32Array(angles);
  for (let a = angles; a > 0; a--) {
    line[rayOf(a)] = r;
    r = from[a * radii + r]!;
  }
  return line;
}

/** Centroid and second moments of the polygon, slice by slice from its centre. */
function ellipseOf(
  { xPx, yPx }: Patch,
  line: Int32Array,
  drops: Float64Array,
  radiusPx: number,
  detail: TraceDetail,
): Patch {
  const { angles, radii } = detail;
  const all = Array.from(line, (step, a) => drops[a * radii + step]!).sort((a, b) => a - b);
  let [area, mx, my, sxx, syy, sxy, contrast] = [0, 0, 0, 0, 0, 0, 0];
  for (let a = 0; a < angles; a++) {
    const radius = radiusAt(line[a]!, radiusPx, detail);
    const [dx, dy] = [Math.cos(angleAt(a, detail)), Math.sin(angleAt(a, detail))];
    area += radius ** 2 / 2;
    mx += (radius ** 3 / 3) * dx;
    my += (radius ** 3 / 3) * dy;
    sxx += (radius ** 4 / 4) * dx * dx;
    syy += (radius ** 4 / 4) * dy * dy;
    sxy += (radius ** 4 / 4) * dx * dy;
    contrast += drops[a * radii + line[a]!]! / angles;
  }
  mx /= area;
  my /= area;
  sxx = sxx / area - mx * mx;
  syy = syy / area - my * my;
  sxy = sxy / area - mx * my;
  const mean = (sxx + syy) / 2;
  const half = Math.hypot((sxx - syy) / 2, sxy);
  const longAngle = Math.atan2(2 * sxy, sxx - syy) / 2;
  return {
    xPx: xPx + mx,
    yPx: yPx + my,
    longPx: 2 * Math.sqrt(mean + half),
    shortPx: 2 * Math.sqrt(Math.max(1e-9, mean - half)),
    shortX: -Math.sin(longAngle),
    shortY: Math.cos(longAngle),
    contrast,
    weakest: all[Math.floor(angles / 10)]!,
  };
}
