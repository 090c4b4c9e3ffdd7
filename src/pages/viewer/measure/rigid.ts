import type { Vec3 } from './vector.ts';

/** A turn and a shift, never a change of size: three rows of four numbers, `x' = row · (x, y, z, 1)`. */
export type Rigid = readonly number[];

export const STAY: Rigid = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];

export const moved = (m: Rigid, [x, y, z]: Vec3): Vec3 => [
  m[0]! * x + m[1]! * y + m[2]! * z + m[3]!,
  m[4]! * x + m[5]! * y + m[6]! * z + m[7]!,
  m[8]! * x + m[9]! * y + m[10]! * z + m[11]!,
];

export const turned = (m: Rigid, [x, y, z]: Vec3): Vec3 => [
  m[0]! * x + m[1]! * y + m[2]! * z,
  m[4]! * x + m[5]! * y + m[6]! * z,
  m[8]! * x + m[9]! * y + m[10]! * z,
];

/** First `b`, then `a`. */
export function after(a: Rigid, b: Rigid): Rigid {
  return Array.from({ length: 12 }, (_, i) => {
    const [row, column] = [Math.floor(i / 4) * 4, i % 4];
    const sum = a[row]! * b[column]! + a[row + 1]! * b[column + 4]! + a[row + 2]! * b[column + 8]!;
    return column === 3 ? sum + a[row + 3]! : sum;
  });
}

/** A turn about an axis through the origin by the axis's length in radians, then a shift. */
export function rigidOf([x, y, z]: Vec3, [dx, dy, dz]: Vec3): Rigid {
  const angle = Math.hypot(x, y, z);
  const c = Math.cos(angle);
  const s = angle < 1e-12 ? 1 : Math.sin(angle) / angle;
  const k = angle < 1e-12 ? 0.5 : (1 - c) / (angle * angle);
  return [
    ...[c + k * x * x, k * x * y - s * z, k * x * z + s * y, dx],
    ...[k * x * y + s * z, c + k * y * y, k * y * z - s * x, dy],
    ...[k * x * z - s * y, k * y * z + s * x, c + k * z * z, dz],
  ];
}

/** By how much a motion turns, radians. */
export const turnOf = (m: Rigid): number => Math.acos(Math.min(1, Math.max(-1, (m[0]! + m[5]! + m[10]! - 1) / 2)));
