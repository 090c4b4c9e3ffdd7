export type Vec3 = readonly [number, number, number];

export const plus = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const times = (a: Vec3, factor: number): Vec3 => [a[0] * factor, a[1] * factor, a[2] * factor];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const lengthOf = (a: Vec3): number => Math.hypot(a[0], a[1], a[2]);
export const distance = (a: Vec3, b: Vec3): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
/** The place at a share of the way from `a` to `b`. */
export const between = (a: Vec3, b: Vec3, share: number): Vec3 => plus(a, times(minus(b, a), share));
export const unit = (a: Vec3): Vec3 => times(a, 1 / (lengthOf(a) || 1));

/** The length of a line through these places. */
export const lengthAlong = (places: readonly Vec3[]): number =>
  places.reduce((sum, place, i) => (i === 0 ? 0 : sum + distance(places[i - 1]!, place)), 0);

/** A place in metres to a thousandth of a millimetre, as the service keeps it. */
export const toMicron = ([x, y, z]: Vec3): Vec3 => [rounded(x), rounded(y), rounded(z)];
const rounded = (metres: number) => Math.round(metres * 1e6) / 1e6;
