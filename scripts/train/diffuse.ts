/** Neighbours of each vertex. */
export function neighboursOf(count: number, triangles: Uint32Array): number[][] {
  const sets = Array.from({ length: count }, () => new Set<number>());
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      sets[triangles[t + k]!]!.add(triangles[t + ((k + 1) % 3)]!).add(triangles[t + ((k + 2) % 3)]!);
    }
  }
  return sets.map((set) => [...set]);
}

/**
 * Fills in values (`width` per vertex) where nothing is known: each becomes its neighbours' mean, by over-relaxed
 * Gauss–Seidel.
 */
export function diffuse(
  values: Float64Array,
  width: number,
  isKnown: ArrayLike<number>,
  around: number[][],
  rounds: number,
) {
  const unknown = around.flatMap((_, i) => (isKnown[i] ? [] : [i]));
  for (let round = 0; round < rounds; round++) {
    for (const i of unknown) {
      for (let c = 0; c < width; c++) {
        let sum = 0;
        for (const j of around[i]!) sum += values[j * width + c]!;
        values[i * width + c]! += 1.6 * (sum / around[i]!.length - values[i * width + c]!);
      }
    }
  }
}
