import type { ReconstructionType } from '../../contract/reconstruction.ts';
import type { SeenPhoto } from './check.ts';
import { frontLine } from './front-line.ts';

type SidePhoto = Pick<SeenPhoto, 'contour' | 'found'>;

/** Rows that are compared, shares of the picture's height: of heads from below the crown, of trunks between neck and hands. */
const ROWS = { face: { belowTop: 0.06, from: 0, to: 0.85 }, mammo: { belowTop: 0, from: 0.12, to: 0.85 } } as const;
const ROW_STEP = 1 / 110;
/** The steepest outline, as columns per row: a front that lies flat, such as below a chin, tells little in a row. */
const MOST_SLOPE = 6;
/** Half the height over which a slope is taken. */
const SLOPE_REACH = 0.008;
/** What two photos may differ in: logarithm of the scale, shift upwards and tilt. */
const SCALE = { most: 0.15, step: 0.025 };
const SHIFT = { most: 0.12, step: 0.006 };
const MOST_TILT = 0.08;
/** Share of the rows that have to be in both photos. */
const LEAST_ROWS = 0.6;
/** Share of the rows that counts: strands of hair, or an arm before the belly, may be in the others. */
const COUNTED = 0.9;
const ROUNDS = 4;

/**
 * How far the front edges of the left and of the right photo are from being mirror images, when laid upon each other as
 * well as scale, shift and tilt allow: root mean square, share of the picture's height. Seen from opposite sides, any
 * body has the same outline, mirrored, however unlike its left and right half are. Undefined if too few rows show it.
 */
export function profilesApart(type: 'face' | 'mammo', left: SidePhoto, right: SidePhoto): number | undefined {
  const [one, other] = [edgeOf(left, true), edgeOf(right, false)];
  const apart = Math.min(bestApart(type, one, other), bestApart(type, other, one));
  return Number.isFinite(apart) ? apart : undefined;
}

/** Types of which the profile fills the picture. Two of nine good bodies moved so much that they look like others. */
export const hasProfiles = (type: ReconstructionType): type is 'face' | 'mammo' => type !== 'body';

/** A front edge in shares of the picture's height. */
interface Edge {
  top: number;
  /** Infinite where there is none. */
  at(y: number): number;
}

function edgeOf({ contour, found: { mask } }: SidePhoto, facesLeft: boolean): Edge {
  const { heightPx } = mask;
  const points = frontLine(contour, heightPx, facesLeft);
  // An upright edge has no point in some rows, where the foremost one is of the back.
  const line = points.map((x, row) => Math.min(x, points[row - 1] ?? x, points[row + 1] ?? x));
  return {
    top: line.findIndex(Number.isFinite) / heightPx,
    at: (y) => {
      const row = Math.floor(y * heightPx);
      if (row < 0 || row + 1 >= heightPx) return Infinity;
      const share = y * heightPx - row;
      return (line[row]! * (1 - share) + line[row + 1]! * share) / heightPx;
    },
  };
}

function bestApart(type: 'face' | 'mammo', one: Edge, other: Edge): number {
  const { belowTop, from, to } = ROWS[type];
  const rows: Row[] = [];
  let asked = 0;
  for (let y = Math.max(from, belowTop === 0 ? 0 : one.top + belowTop); y < to; y += ROW_STEP) {
    asked++;
    const x = one.at(y);
    const slope = (one.at(y + SLOPE_REACH) - one.at(y - SLOPE_REACH)) / (2 * SLOPE_REACH);
    if (!Number.isFinite(x) || !Number.isFinite(slope)) continue;
    rows.push({ y: y - 0.5, x, level: 1 / Math.hypot(1, Math.min(MOST_SLOPE, Math.abs(slope))) });
  }
  let best = Infinity;
  for (let logScale = -SCALE.most; logScale <= SCALE.most; logScale += SCALE.step) {
    const scale = Math.exp(logScale);
    for (let shift = -SHIFT.most; shift <= SHIFT.most; shift += SHIFT.step) {
      const beside = rows.flatMap(({ y, x, level }) => {
        const away = x - scale * other.at(y / scale + 0.5 + shift);
        return Number.isFinite(away) ? [{ y, x: away, level }] : [];
      });
      if (beside.length > LEAST_ROWS * asked) best = Math.min(best, unlikeLine(beside));
    }
  }
  return best;
}

interface Row {
  y: number;
  x: number;
  /** What a distance along the row is of that across the outline. */
  level: number;
}

/** How far places are from the best straight line through most of them. */
function unlikeLine(rows: readonly Row[]): number {
  const away = new Float64Array(rows.length);
  let [most, apart] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round++) {
    let [n, sumX, sumY, sumXY, sumYY] = [0, 0, 0, 0, 0];
    rows.forEach(({ y, x, level }, i) => {
      if (away[i]! > most) return;
      const weight = level * level;
      n += weight;
      sumX += weight * x;
      sumY += weight * y;
      sumXY += weight * x * y;
      sumYY += weight * y * y;
    });
    const slope = (sumXY - (sumX * sumY) / n) / (sumYY - (sumY * sumY) / n);
    const tilt = Math.min(MOST_TILT, Math.max(-MOST_TILT, slope));
    rows.forEach(({ y, x, level }, i) => {
      away[i] = level * Math.abs(x - sumX / n - tilt * (y - sumY / n));
    });
    const counted = away
      .slice()
      .sort()
      .subarray(0, Math.ceil(COUNTED * rows.length));
    most = counted.at(-1)!;
    apart = Math.sqrt(counted.reduce((sum, value) => sum + value * value, 0) / counted.length);
  }
  return apart;
}
