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

/** Number of rows that are added at a time. */
const BLOCK = 4;

/**
 * Adds many rows of the same columns as `addRow` would, but four at a time, so that the matrix is read and written a
 * quarter as often. The rows count once `end` was called.
 */
export function rowAdder(equations: NormalEquations, columns: Int32Array) {
  const { size, matrix, right } = equations;
  const count = columns.length;
  const [r0, r1, r2, r3] = [0, 1, 2, 3].map(() => new Float64Array(count)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const rows = [r0, r1, r2, r3];
  const weights = new Float64Array(BLOCK);
  const residuals = new Float64Array(BLOCK);
  let waiting = 0;
  const addBlock = () => {
    for (let i = 0; i < count; i++) {
      const s0 = weights[0]! * r0[i]!;
      const s1 = weights[1]! * r1[i]!;
      const s2 = weights[2]! * r2[i]!;
      const s3 = weights[3]! * r3[i]!;
      if (s0 === 0 && s1 === 0 && s2 === 0 && s3 === 0) continue;
      const a = columns[i]!;
      right[a] = right[a]! - s0 * residuals[0]! - s1 * residuals[1]! - s2 * residuals[2]! - s3 * residuals[3]!;
      const start = a * size;
      for (let j = 0; j <= i; j++) {
        const at = start + columns[j]!;
        matrix[at] = matrix[at]! + s0 * r0[j]! + s1 * r1[j]! + s2 * r2[j]! + s3 * r3[j]!;
      }
    }
    weights.fill(0);
    waiting = 0;
  };
  return {
    add(row: Float64Array, residual: number, weight: number): void {
      equations.cost += weight * residual * residual;
      const own = rows[waiting]!;
      for (let i = 0; i < count; i++) own[i] = row[columns[i]!]!;
      weights[waiting] = weight;
      residuals[waiting++] = residual;
      if (waiting === BLOCK) addBlock();
    },
    end: addBlock,
  };
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

/** The same equations, with more unknowns of which they say nothing. */
export function widened({ size, matrix, right, cost }: NormalEquations, more: number): NormalEquations {
  const wide = { ...newEquations(size + more), cost };
  wide.right.set(right);
  for (let i = 0; i < size; i++) wide.matrix.set(matrix.subarray(i * size, (i + 1) * size), i * (size + more));
  return wide;
}
