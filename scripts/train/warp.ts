import type { Vec3 } from '../../src/engine/vector.ts';
import { moved, rigidMove } from './rigid.ts';

type Move = (at: Vec3) => Vec3;

/** The turn, shift and scale that lays points on others best. */
export function similarityOf(from: readonly Vec3[], to: readonly Vec3[]): Move {
  const spread = (points: readonly Vec3[]) => {
    const middle = [0, 1, 2].map((c) => points.reduce((sum, at) => sum + at[c]! / points.length, 0));
    return Math.sqrt(points.reduce((sum, at) => sum + middle.reduce((s, value, c) => s + (at[c]! - value) ** 2, 0), 0));
  };
  const scale = spread(to) / spread(from);
  const rigid = rigidMove(
    Float64Array.from(from.flat(), (value) => value * scale),
    Float64Array.from(to.flat()),
    from.map((_, i) => i),
  );
  return (at) =>
    [
      ...moved(
        Float64Array.from(at, (value) => value * scale),
        rigid,
      ),
    ] as unknown as Vec3;
}

/** A smooth warp of space that takes points to others, bends least (kernel: the distance) and is affine far away. */
export function warpBy(from: readonly Vec3[], to: readonly Vec3[]): Move {
  const n = from.length;
  const rows = Array.from({ length: n + 4 }, (_, i) => {
    const row = new Array<number>(n + 7).fill(0);
    if (i < n) {
      from.forEach((at, j) => {
        row[j] = Math.hypot(...at.map((value, c) => value - from[i]![c]!));
      });
      [1, ...from[i]!].forEach((value, k) => {
        row[n + k] = value;
      });
      to[i]!.forEach((value, c) => {
        row[n + 4 + c] = value - from[i]![c]!;
      });
    } else
      from.forEach((at, j) => {
        row[j] = [1, ...at][i - n]!;
      });
    return row;
  });
  const shares = solved(rows, n + 4);
  return (at) => {
    const basis = [...from.map((one) => Math.hypot(...one.map((value, c) => value - at[c]!))), 1, ...at];
    return at.map((value, c) => value + basis.reduce((sum, b, k) => sum + b * shares[k]![c]!, 0)) as unknown as Vec3;
  };
}

/** Gauss–Jordan with row exchange; each row ends with its right sides. */
function solved(rows: number[][], size: number): number[][] {
  for (let k = 0; k < size; k++) {
    let best = k;
    for (let i = k; i < size; i++) if (Math.abs(rows[i]![k]!) > Math.abs(rows[best]![k]!)) best = i;
    [rows[k], rows[best]] = [rows[best]!, rows[k]!];
    const pivot = rows[k]!;
    for (let i = 0; i < size; i++) {
      if (i === k) continue;
      const share = rows[i]![k]! / pivot[k]!;
      if (share !== 0) for (let j = k; j < pivot.length; j++) rows[i]![j]! -= share * pivot[j]!;
    }
  }
  return rows.map((row, i) => row.slice(size).map((value) => value / row[i]!));
}
