/**
 * Vectors at the vertices of a mesh as bytes: whole multiples of a step, each written as its difference from the mean
 * of the earlier neighbours. Low bytes are separate from high ones, so that compression finds more repetition.
 */
export interface EarlierNeighbours {
  /** Vertex i's neighbours with smaller numbers are `of[start[i]]` to `of[start[i + 1] - 1]`. */
  start: Uint32Array;
  of: Uint32Array;
}

export function earlierNeighbours(count: number, triangles: Uint32Array): EarlierNeighbours {
  const lists: Set<number>[] = Array.from({ length: count }, () => new Set());
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const [a, b] = [triangles[t + k]!, triangles[t + ((k + 1) % 3)]!];
      lists[Math.max(a, b)]!.add(Math.min(a, b));
    }
  }
  const start = new Uint32Array(count + 1);
  lists.forEach((list, i) => {
    start[i + 1] = start[i]! + list.size;
  });
  return { start, of: Uint32Array.from(lists.flatMap((list) => [...list])) };
}

export function packVectors(values: ArrayLike<number>, step: number, earlier: EarlierNeighbours): Uint8Array {
  const whole = Int32Array.from(values, (value) => Math.round(value / step));
  const bytes = new Uint8Array(values.length * 2);
  forEachPrediction(whole, earlier, (i, predicted) => {
    const difference = whole[i]! - predicted;
    const folded = difference < 0 ? -2 * difference - 1 : 2 * difference;
    if (folded > 65535) throw new RangeError('Neighbouring vectors differ by more than can be written.');
    bytes[i] = folded & 255;
    bytes[values.length + i] = folded >> 8;
  });
  return bytes;
}

export function unpackVectors(bytes: Uint8Array, step: number, earlier: EarlierNeighbours): Float64Array {
  const count = bytes.length / 2;
  const whole = new Int32Array(count);
  forEachPrediction(whole, earlier, (i, predicted) => {
    const folded = bytes[i]! + 256 * bytes[count + i]!;
    whole[i] = predicted + (folded & 1 ? -(folded + 1) / 2 : folded / 2);
  });
  const values = new Float64Array(count);
  for (let i = 0; i < count; i++) values[i] = whole[i]! * step;
  return values;
}

/** Visits in order, so that a value can be written before later ones need it. */
function forEachPrediction(
  whole: Int32Array,
  { start, of }: EarlierNeighbours,
  visit: (i: number, predicted: number) => void,
): void {
  for (let vertex = 0; vertex < start.length - 1; vertex++) {
    const from = start[vertex]!;
    const to = start[vertex + 1]!;
    for (let c = 0; c < 3; c++) {
      let sum = 0;
      for (let k = from; k < to; k++) sum += whole[of[k]! * 3 + c]!;
      visit(vertex * 3 + c, from === to ? 0 : Math.round(sum / (to - from)));
    }
  }
}
