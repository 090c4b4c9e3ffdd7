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

const ANGLES = 48;
const RADII = 40;
/** The edge is searched between these shares of the expected radius. */
const NEAREST = 0.35;
const FURTHEST = 2.1;
const ROUNDS = 3;
/** The price of one radius step between neighbouring angles, as a share of the strongest drop. */
const STIFFNESS = 0.04;
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
export function traceAreola(plane: Plane, xPx: number, yPx: number, radiusPx: number): Patch {
  let patch: Patch = { xPx, yPx, longPx: radiusPx, shortPx: radiusPx, shortX: 1, shortY: 0, contrast: 0, weakest: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const drops = dropsAround(plane, patch.xPx, patch.yPx, radiusPx);
    const line = closedLine(drops);
    patch = ellipseOf(patch, line, drops, radiusPx);
  }
  return patch;
}

const radiusAt = (step: number, radiusPx: number) => radiusPx * (NEAREST + ((FURTHEST - NEAREST) * step) / (RADII - 1));
const angleAt = (index: number) => (2 * Math.PI * index) / ANGLES;

/** Per ray and radius, the drop of the values from just inside to just outside. */
function dropsAround(plane: Plane, cx: number, cy: number, radiusPx: number): Float64Array {
  const drops = new Float64Array(ANGLES * RADII);
  const width = Math.max(1.5, 0.22 * radiusPx);
  for (let a = 0; a < ANGLES; a++) {
    const [dx, dy] = [Math.cos(angleAt(a)), Math.sin(angleAt(a))];
    const mean = (from: number) => {
      let sum = 0;
      for (let k = 0; k < 4; k++) {
        const along = from + (width * (k + 0.5)) / 4;
        sum += valueAt(plane, cx + dx * along, cy + dy * along) / 4;
      }
      return sum;
    };
    for (let r = 0; r < RADII; r++) {
      const radius = radiusAt(r, radiusPx);
      drops[a * RADII + r] = mean(radius - width) - mean(radius);
    }
  }
  const best = Array.from({ length: ANGLES }, (_, a) => Math.max(...drops.subarray(a * RADII, (a + 1) * RADII)));
  const most = MOST_DROP * best.sort((a, b) => a - b)[ANGLES >> 1]!;
  return drops.map((drop) => Math.min(drop, most));
}

/** The steps of the best closed line: a first pass finds its start, a second one must end there. */
function closedLine(drops: Float64Array): Int32Array {
  const free = bestLine(drops, undefined);
  return bestLine(drops, free[ANGLES >> 1]!);
}

/** The best line over all rays, beginning half-way round; `start` fixes both of its ends. */
function bestLine(drops: Float64Array, start: number | undefined): Int32Array {
  const price = STIFFNESS * drops.reduce((most, drop) => Math.max(most, drop), 1e-9);
  const score = new Float64Array((ANGLES + 1) * RADII);
  const from = new Int32Array((ANGLES + 1) * RADII);
  const rayOf = (a: number) => (a + (ANGLES >> 1)) % ANGLES;
  for (let r = 0; r < RADII; r++) score[r] = start === undefined || r === start ? drops[rayOf(0) * RADII + r]! : -1e9;
  for (let a = 1; a <= ANGLES; a++) {
    for (let r = 0; r < RADII; r++) {
      let best = -Infinity;
      for (let q = Math.max(0, r - 3); q <= Math.min(RADII - 1, r + 3); q++) {
        const value = score[(a - 1) * RADII + q]! - price * (q - r) ** 2;
        if (value <= best) continue;
        best = value;
        from[a * RADII + r] = q;
      }
      score[a * RADII + r] = best + drops[rayOf(a) * RADII + r]!;
    }
  }
  let r = start ?? 0;
  if (start === undefined) {
    for (let q = 0; q < RADII; q++) if (score[ANGLES * RADII + q]! > score[ANGLES * RADII + r]!) r = q;
  }
  const line = new Int32Array(ANGLES);
  for (let a = ANGLES; a > 0; a--) {
    line[rayOf(a)] = r;
    r = from[a * RADII + r]!;
  }
  return line;
}

/** Centroid and second moments of the polygon, slice by slice from its centre. */
function ellipseOf({ xPx, yPx }: Patch, line: Int32Array, drops: Float64Array, radiusPx: number): Patch {
  const all = Array.from(line, (step, a) => drops[a * RADII + step]!).sort((a, b) => a - b);
  let [area, mx, my, sxx, syy, sxy, contrast] = [0, 0, 0, 0, 0, 0, 0];
  for (let a = 0; a < ANGLES; a++) {
    const radius = radiusAt(line[a]!, radiusPx);
    const [dx, dy] = [Math.cos(angleAt(a)), Math.sin(angleAt(a))];
    area += radius ** 2 / 2;
    mx += (radius ** 3 / 3) * dx;
    my += (radius ** 3 / 3) * dy;
    sxx += (radius ** 4 / 4) * dx * dx;
    syy += (radius ** 4 / 4) * dy * dy;
    sxy += (radius ** 4 / 4) * dx * dy;
    contrast += drops[a * RADII + line[a]!]! / ANGLES;
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
    weakest: all[Math.floor(ANGLES / 10)]!,
  };
}
