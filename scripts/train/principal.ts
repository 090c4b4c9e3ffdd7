/**
 * Directions of the largest variance, each scaled to one standard deviation, largest first. Samples have mean 0;
 * `weights` says how much each number of theirs counts, squared.
 */
export function principalModes(
  samples: readonly Float64Array[],
  weights: Float64Array,
  wanted: number,
): Float64Array[] {
  const n = samples.length;
  const weighted = samples.map((sample) => sample.map((value, i) => value * weights[i]!));
  const gram = weighted.map((a) => weighted.map((b) => dot(a, b) / n));
  const { values, vectors } = symmetricEigen(gram);
  const order = values.map((_, i) => i).sort((a, b) => values[b]! - values[a]!);
  return order.slice(0, wanted).map((k) => {
    const mode = new Float64Array(samples[0]!.length);
    for (let s = 0; s < n; s++) {
      const share = vectors[s]![k]! / Math.sqrt(n);
      for (let i = 0; i < mode.length; i++) mode[i]! += share * samples[s]![i]!;
    }
    return mode;
  });
}

export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

/** Eigenvalues, and eigenvectors as columns, by Jacobi's rotations. */
export function symmetricEigen(matrix: readonly (readonly number[])[]): { values: number[]; vectors: number[][] } {
  const n = matrix.length;
  const a = matrix.map((row) => [...row]);
  const v = matrix.map((_, i) => matrix.map((_, j) => (i === j ? 1 : 0) as number));
  for (let sweep = 0; sweep < 30; sweep++) {
    let off = 0;
    let diagonal = 0;
    for (let i = 0; i < n; i++) {
      diagonal += a[i]![i]! ** 2;
      for (let j = 0; j < i; j++) off += a[i]![j]! ** 2;
    }
    if (off <= 1e-22 * diagonal) break;
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) rotate(a, v, p, q);
  }
  return { values: a.map((row, i) => row[i]!), vectors: v };
}

function rotate(a: number[][], v: number[][], p: number, q: number): void {
  const apq = a[p]![q]!;
  if (apq === 0) return;
  const theta = (a[q]![q]! - a[p]![p]!) / (2 * apq);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  const n = a.length;
  for (let k = 0; k < n; k++) {
    const [kp, kq] = [a[k]![p]!, a[k]![q]!];
    a[k]![p] = c * kp - s * kq;
    a[k]![q] = s * kp + c * kq;
  }
  const [rowP, rowQ] = [a[p]!, a[q]!];
  for (let k = 0; k < n; k++) {
    const [pk, qk] = [rowP[k]!, rowQ[k]!];
    rowP[k] = c * pk - s * qk;
    rowQ[k] = s * pk + c * qk;
    const [vp, vq] = [v[k]![p]!, v[k]![q]!];
    v[k]![p] = c * vp - s * vq;
    v[k]![q] = s * vp + c * vq;
  }
}
