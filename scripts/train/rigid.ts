import { symmetricEigen } from './principal.ts';

/** `to = rotation · from + translation`, rotation row-major. */
export interface Rigid {
  rotation: number[];
  translation: number[];
}

/** The best rigid move of `from` onto `to` over the chosen vertices (Horn's quaternion), never scaled. */
export function rigidMove(from: Float64Array, to: Float64Array, chosen: readonly number[]): Rigid {
  const centre = (p: Float64Array) =>
    [0, 1, 2].map((c) => chosen.reduce((sum, i) => sum + p[i * 3 + c]!, 0) / chosen.length);
  const [a, b] = [centre(from), centre(to)];
  const m = [0, 1, 2].map((r) =>
    [0, 1, 2].map((c) => chosen.reduce((sum, i) => sum + (from[i * 3 + r]! - a[r]!) * (to[i * 3 + c]! - b[c]!), 0)),
  );
  const [[xx, xy, xz], [yx, yy, yz], [zx, zy, zz]] = m as [number[], number[], number[]] as unknown as [
    [number, number, number],
    [number, number, number],
    [number, number, number],
  ];
  const { values, vectors } = symmetricEigen([
    [xx + yy + zz, yz - zy, zx - xz, xy - yx],
    [yz - zy, xx - yy - zz, xy + yx, zx + xz],
    [zx - xz, xy + yx, -xx + yy - zz, yz + zy],
    [xy - yx, zx + xz, yz + zy, -xx - yy + zz],
  ]);
  const best = values.indexOf(Math.max(...values));
  const [w, x, y, z] = vectors.map((row) => row[best]!) as [number, number, number, number];
  const rotation = [
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  ];
  const translation = [0, 1, 2].map(
    (r) => b[r]! - rotation[r * 3]! * a[0]! - rotation[r * 3 + 1]! * a[1]! - rotation[r * 3 + 2]! * a[2]!,
  );
  return { rotation, translation };
}

export function moved(positions: Float64Array, { rotation: r, translation }: Rigid): Float64Array {
  const out = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    for (let c = 0; c < 3; c++) {
      out[i + c] =
        r[c * 3]! * positions[i]! +
        r[c * 3 + 1]! * positions[i + 1]! +
        r[c * 3 + 2]! * positions[i + 2]! +
        translation[c]!;
    }
  }
  return out;
}
