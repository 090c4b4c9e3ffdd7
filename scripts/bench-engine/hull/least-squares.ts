/** Sum of squares of `residuals(parameters)`, to be made small. */
export interface LeastSquaresProblem {
  parameters: Float64Array;
  /** Writes nothing but its result; its length does not change. */
  residuals(parameters: Float64Array): Float64Array;
  /** Numeric step per parameter. */
  steps: Float64Array;
}

export interface LeastSquaresResult {
  parameters: Float64Array;
  cost: number;
}

/** Levenberg–Marquardt with a numeric Jacobian; stops when a round gains less than 0.1 %. */
export function solveLeastSquares(problem: LeastSquaresProblem, maxRounds: number): LeastSquaresResult {
  let parameters = problem.parameters.slice();
  let residuals = problem.residuals(parameters);
  let cost = squaredLength(residuals);
  let damping = 1e-2;
  for (let round = 0; round < maxRounds; round++) {
    const system = normalEquations(problem, parameters, residuals);
    const before = cost;
    for (let attempt = 0; attempt < 5; attempt++) {
      const step = solveDamped(system, damping);
      const candidate = parameters.map((value, i) => value + step[i]!);
      const candidateResiduals = problem.residuals(candidate);
      const candidateCost = squaredLength(candidateResiduals);
      if (candidateCost < cost) {
        parameters = candidate;
        residuals = candidateResiduals;
        cost = candidateCost;
        damping = Math.max(1e-7, damping / 4);
        break;
      }
      damping *= 6;
    }
    if (cost > before * 0.999) break;
  }
  return { parameters, cost };
}

function squaredLength(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return sum;
}

interface NormalEquations {
  /** Row-major n×n. */
  matrix: Float64Array;
  right: Float64Array;
}

function normalEquations(
  { residuals, steps }: LeastSquaresProblem,
  at: Float64Array,
  base: Float64Array,
): NormalEquations {
  const columns = [...at.keys()].map((k) => {
    const moved = at.slice();
    moved[k] = moved[k]! + steps[k]!;
    const ahead = residuals(moved);
    for (let i = 0; i < ahead.length; i++) ahead[i] = (ahead[i]! - base[i]!) / steps[k]!;
    return ahead;
  });
  const n = at.length;
  const matrix = new Float64Array(n * n);
  const right = new Float64Array(n);
  for (let a = 0; a < n; a++) {
    right[a] = -dot(columns[a]!, base);
    for (let b = 0; b <= a; b++) {
      matrix[a * n + b] = dot(columns[a]!, columns[b]!);
      matrix[b * n + a] = matrix[a * n + b]!;
    }
  }
  return { matrix, right };
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** Solves (A + damping·diag A) x = b by Cholesky; A is positive semidefinite. */
function solveDamped({ matrix, right }: NormalEquations, damping: number): Float64Array {
  const n = right.length;
  const lower = matrix.slice();
  for (let i = 0; i < n; i++) lower[i * n + i] = lower[i * n + i]! * (1 + damping) + 1e-9;
  for (let j = 0; j < n; j++) {
    for (let k = 0; k < j; k++) {
      const factor = lower[j * n + k]!;
      for (let i = j; i < n; i++) lower[i * n + j] = lower[i * n + j]! - lower[i * n + k]! * factor;
    }
    const pivot = Math.sqrt(Math.max(1e-18, lower[j * n + j]!));
    for (let i = j; i < n; i++) lower[i * n + j] = lower[i * n + j]! / pivot;
  }
  const x = right.slice();
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) x[i] = x[i]! - lower[i * n + k]! * x[k]!;
    x[i] = x[i]! / lower[i * n + i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) x[i] = x[i]! - lower[k * n + i]! * x[k]!;
    x[i] = x[i]! / lower[i * n + i]!;
  }
  return x;
}
