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
