/** Turn and shift, three rows of four numbers: `x' = row · (x, y, z, 1)`. */
export type Rigid = readonly number[];

export const shifted = (x: number, y: number, z: number): Rigid => [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z];

/** First `b`, then `a`. */
export function after(a: Rigid, b: Rigid): Rigid {
  return Array.from({ length: 12 }, (_, i) => {
    const [row, column] = [Math.floor(i / 4) * 4, i % 4];
    const sum = a[row]! * b[column]! + a[row + 1]! * b[column + 4]! + a[row + 2]! * b[column + 8]!;
    return column === 3 ? sum + a[row + 3]! : sum;
  });
}

/** Turn by a vector's length about its direction, radians, then a shift. */
export function rigidOf([x, y, z, ...shift]: readonly [number, number, number, number, number, number]): Rigid {
  const angle = Math.hypot(x, y, z);
  const c = Math.cos(angle);
  const s = angle < 1e-12 ? 1 : Math.sin(angle) / angle;
  const k = angle < 1e-12 ? 0.5 : (1 - c) / (angle * angle);
  return [
    ...[c + k * x * x, k * x * y - s * z, k * x * z + s * y, shift[0]],
    ...[k * x * y + s * z, c + k * y * y, k * y * z - s * x, shift[1]],
    ...[k * x * z - s * y, k * y * z + s * x, c + k * z * z, shift[2]],
  ];
}

export function moved(points: Float64Array, m: Rigid): Float64Array {
  const out = new Float64Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i]!;
    const y = points[i + 1]!;
    const z = points[i + 2]!;
    for (let r = 0; r < 3; r++) out[i + r] = m[r * 4]! * x + m[r * 4 + 1]! * y + m[r * 4 + 2]! * z + m[r * 4 + 3]!;
  }
  return out;
}

export const turned = (directions: Float64Array, [a, b, c, , d, e, f, , g, h, i]: Rigid) =>
  moved(directions, [a!, b!, c!, 0, d!, e!, f!, 0, g!, h!, i!, 0]);
