import type { Distance } from './shape.ts';
import { cross, dot, subtract, unit, type Vector } from './vector.ts';

/** A cross-section: place along the axis, half width, depth to the front and to the back of the axis, all in cm. */
export type Section = readonly [at: number, halfWidth: number, front: number, back: number];

/** The axis starts at `origin` and runs along `axis`; `front` says where a section's front is. */
export interface Loft {
  origin: Vector;
  axis: Vector;
  front: Vector;
  sections: readonly Section[];
  /** 0 = elliptic sections, 1 = nearly rectangular. */
  squareness?: number;
}

const STEPS = 120;

/** A skin drawn smoothly over cross-sections. */
export function loft({ origin, axis, front, sections, squareness = 0 }: Loft): Distance {
  const a = unit(axis);
  const v = unit(subtract(front, [a[0] * dot(front, a), a[1] * dot(front, a), a[2] * dot(front, a)]));
  const u = cross(a, v);
  const start = sections[0]![0];
  const end = sections.at(-1)![0];
  const perStep = STEPS / (end - start);
  const widths = resampled(sections, 1);
  const fronts = resampled(sections, 2);
  const backs = resampled(sections, 3);
  const [ox, oy, oz] = origin;
  return (x, y, z) => {
    const dx = x - ox;
    const dy = y - oy;
    const dz = z - oz;
    const t = dx * a[0] + dy * a[1] + dz * a[2];
    const side = dx * u[0] + dy * u[1] + dz * u[2];
    const depth = dx * v[0] + dy * v[1] + dz * v[2];
    const place = Math.min(Math.max((t - start) * perStep, 0), STEPS - 1e-6);
    const step = Math.floor(place);
    const rest = place - step;
    const depths = depth >= 0 ? fronts : backs;
    const w = between(widths.values, step, rest);
    const r = between(depths.values, step, rest);
    const wSlope = between(widths.slopes, step, rest);
    const rSlope = between(depths.slopes, step, rest);
    const outside = Math.max(start - t, t - end);
    const flat = sectionDistance(side / w, depth / r, w, r, wSlope, rSlope, squareness);
    if (outside <= 0) return Math.max(flat, outside);
    return flat > 0 ? Math.sqrt(flat * flat + outside * outside) : outside;
  };
}

/**
 * Level over gradient: first-order distance to the section's outline, the change along the axis included.
 * That change is taken at the outline, so that far away the estimate still grows with the distance.
 */
function sectionDistance(x: number, z: number, w: number, r: number, wSlope: number, rSlope: number, square: number) {
  const x2 = x * x;
  const z2 = z * z;
  const round = Math.sqrt(x2 + z2);
  if (round < 1e-4) return -Math.min(w, r);
  const boxy = Math.sqrt(Math.sqrt(x2 * x2 + z2 * z2));
  const level = round + square * (boxy - round);
  const a = (1 - square) / round;
  const b = square / (boxy * boxy * boxy);
  const gx = (x * (a + b * x2)) / w;
  const gz = (z * (a + b * z2)) / r;
  const gt = (gx * x * wSlope + gz * z * rSlope) / level;
  return (level - 1) / Math.sqrt(gx * gx + gz * gz + gt * gt);
}

interface Column {
  values: Float64Array;
  /** Change per cm along the axis. */
  slopes: Float64Array;
}

const between = (table: Float64Array, step: number, rest: number): number =>
  table[step]! + (table[step + 1]! - table[step]!) * rest;

/** One column of the sections at even steps, by monotone cubic interpolation (no overshoot between rows). */
function resampled(sections: readonly Section[], column: 1 | 2 | 3): Column {
  const at = sections.map((row) => row[0]);
  const value = sections.map((row) => row[column]);
  const secant = value.slice(1).map((next, i) => (next - value[i]!) / (at[i + 1]! - at[i]!));
  const tangent = value.map((_, i) => monotoneTangent(secant[i - 1], secant[i]));
  const stepCm = (at.at(-1)! - at[0]!) / STEPS;
  let row = 0;
  const values = Float64Array.from({ length: STEPS + 1 }, (_, step) => {
    const t = at[0]! + stepCm * step;
    while (row < at.length - 2 && t > at[row + 1]!) row += 1;
    const width = at[row + 1]! - at[row]!;
    const s = (t - at[row]!) / width;
    const [s2, s3] = [s * s, s * s * s];
    return (
      (2 * s3 - 3 * s2 + 1) * value[row]! +
      (s3 - 2 * s2 + s) * width * tangent[row]! +
      (3 * s2 - 2 * s3) * value[row + 1]! +
      (s3 - s2) * width * tangent[row + 1]!
    );
  });
  const slopes = values.map((_, step) => {
    const [low, high] = [Math.max(step - 1, 0), Math.min(step + 1, STEPS)];
    return (values[high]! - values[low]!) / ((high - low) * stepCm);
  });
  return { values, slopes };
}

function monotoneTangent(before: number | undefined, after: number | undefined): number {
  if (before === undefined || after === undefined) return before ?? after ?? 0;
  if (before * after <= 0) return 0;
  return (2 * before * after) / (before + after);
}
