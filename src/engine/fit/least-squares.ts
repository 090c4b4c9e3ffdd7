/** A least-squares problem as `JᵀJ` (lower half, row-major n×n) and `−Jᵀr`. */
export interface NormalEquations {
  size: number;
  matrix: Float64Array;
  right: Float64Array;
}

export const newEquations = (size: number): NormalEquations => ({
  size,
  matrix: new Float64Array(size * size),
  right: new Float64Array(size),
});

/** Adds one residual with its gradient; only the entries listed in `columns` (rising) of `row` count. */
export function addRow(
  { size, matrix, right }: NormalEquations,
  row: Float64Array,
  residual: number,
  weight: number,
  columns: Int32Array,
): void {
  for (let i = 0; i < columns.length; i++) {
    const a = columns[i]!;
    const scaled = weight * row[a]!;
    if (scaled === 0) continue;
    right[a] = right[a]! - scaled * residual;
    const start = a * size;
    for (let j = 0; j <= i; j++) {
      const b = columns[j]!;
      matrix[start + b] = matrix[start + b]! + scaled * row[b]!;
    }
  }
}

/** Adds a pull of one unknown towards 0: `weight · (at + step)²`. */
export function addPrior({ size, matrix, right }: NormalEquations, index: number, at: number, weight: number): void {
  matrix[index * size + index] = matrix[index * size + index]! + weight;
  right[index] = right[index]! - weight * at;
}

/** Solves (A + damping · diag A) x = b by Cholesky. A is destroyed. */
export function solveEquations({ size: n, matrix, right }: NormalEquations, damping: number): Float64Array {
  for (let i = 0; i < n; i++) matrix[i * n + i] = matrix[i * n + i]! * (1 + damping) + 1e-12;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * n + j]!;
      for (let k = 0; k < j; k++) sum -= matrix[i * n + k]! * matrix[j * n + k]!;
      matrix[i * n + j] = i === j ? Math.sqrt(Math.max(1e-18, sum)) : sum / matrix[j * n + j]!;
    }
  }
  const x = right.slice();
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i] = x[i]! - matrix[i * n + k]! * x[k]!;
    x[i] = x[i]! / matrix[i * n + i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i] = x[i]! - matrix[k * n + i]! * x[k]!;
    x[i] = x[i]! / matrix[i * n + i]!;
  }
  return x;
}

/**
 * Conjugate gradients with the diagonal as preconditioner, for a symmetric positive operator. Stops after `maxSteps`,
 * or when the remaining error is a 10⁵th of the right side.
 */
export function solveConjugate(
  apply: (values: Float64Array, out: Float64Array) => void,
  right: Float64Array,
  diagonal: Float64Array,
  start: Float64Array,
  maxSteps: number,
): Float64Array {
  const x = start.slice();
  const applied = new Float64Array(x.length);
  apply(x, applied);
  const left = right.map((value, i) => value - applied[i]!);
  const direction = left.map((value, i) => value / diagonal[i]!);
  let energy = 0;
  for (let i = 0; i < x.length; i++) energy += left[i]! * direction[i]!;
  const enough = energy * 1e-10;
  for (let step = 0; step < maxSteps && energy > enough; step++) {
    apply(direction, applied);
    let curvature = 0;
    for (let i = 0; i < x.length; i++) curvature += direction[i]! * applied[i]!;
    const length = energy / curvature;
    let next = 0;
    for (let i = 0; i < x.length; i++) {
      x[i] = x[i]! + length * direction[i]!;
      left[i] = left[i]! - length * applied[i]!;
      next += (left[i]! * left[i]!) / diagonal[i]!;
    }
    const share = next / energy;
    for (let i = 0; i < x.length; i++) direction[i] = left[i]! / diagonal[i]! + share * direction[i]!;
    energy = next;
  }
  return x;
}
