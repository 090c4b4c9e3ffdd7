/** A least-squares problem as `JᵀJ` (lower half, row-major n×n) and `−Jᵀr`. */
export interface NormalEquations {
  size: number;
  matrix: Float64Array;
  right: Float64Array;
  /** What is made small: the sum of the squares, each with its weight. */
  cost: number;
}

export const newEquations = (size: number): NormalEquations => ({
  size,
  matrix: new Float64Array(size * size),
  right: new Float64Array(size),
  cost: 0,
});

/** Adds one residual with its gradient; only the entries listed in `columns` (rising) of `row` count. */
export function addRow(
  equations: NormalEquations,
  row: Float64Array,
  residual: number,
  weight: number,
  columns: Int32Array,
): void {
  const { size, matrix, right } = equations;
  equations.cost += weight * residual * residual;
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
export function addPrior(equations: NormalEquations, index: number, at: number, weight: number): void {
  const { size, matrix, right } = equations;
  equations.cost += weight * at * at;
  matrix[index * size + index] = matrix[index * size + index]! + weight;
  right[index] = right[index]! - weight * at;
}

/** Solves (A + damping · diag A) x = b by Cholesky. A is destroyed. */
export function solveEquations(
  { size: n, matrix, right }: Omit<NormalEquations, 'cost'>,
  damping: number,
): Float64Array {
  for (let i = 0; i < n; i++) matrix[i * n + i] = matrix[i * n + i]! * (1 + damping) + 1e-12;
  factorise(matrix, n);
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
 * How badly a model explains what was seen, for a comparison of models with the same other unknowns: half the cost, and
 * half the logarithm of how narrowly the unknowns had to be chosen (Laplace's approximation of the evidence, negative
 * logarithm). The matrix is destroyed.
 */
export function surpriseOf({ size: n, matrix, cost }: NormalEquations): number {
  factorise(matrix, n);
  let narrow = 0;
  for (let i = 0; i < n; i++) narrow += Math.log(matrix[i * n + i]!);
  return cost / 2 + narrow;
}

/** Cholesky: the lower half becomes L, where A = L·Lᵀ. */
function factorise(matrix: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * n + j]!;
      for (let k = 0; k < j; k++) sum -= matrix[i * n + k]! * matrix[j * n + k]!;
      matrix[i * n + j] = i === j ? Math.sqrt(Math.max(1e-18, sum)) : sum / matrix[j * n + j]!;
    }
  }
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
