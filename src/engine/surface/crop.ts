import type { Mesh } from './mesh.ts';

/** A cut mesh, and the source of its vertices: `from[2i]` and `from[2i+1]` mixed by `share[i]` (0: the first alone). */
export interface Cropped {
  mesh: Mesh;
  from: Uint32Array;
  share: Float64Array;
}

/**
 * Keeps the part with `field` ≥ 0 (a number per vertex) and closes the cut: triangles are cut where the field is 0, and
 * each loop of the cut is closed by a fan about its middle. A closed mesh stays closed. Loops should be nearly flat and
 * fully visible from their middle, as cuts through limbs are.
 */
export function cropMesh({ positions, triangles }: Mesh, field: ArrayLike<number>): Cropped {
  const points: number[] = [];
  const corners: number[] = [];
  const from: number[] = [];
  const shares: number[] = [];
  const known = new Map<number, number>();
  /** Edges of the cut: each vertex to the next one, in the direction of the kept side. */
  const next = new Map<number, number>();
  const isKept = (v: number) => field[v]! >= 0;
  const add = (a: number, b: number, share: number) => {
    for (let c = 0; c < 3; c++) points.push(positions[a * 3 + c]! * (1 - share) + positions[b * 3 + c]! * share);
    from.push(a, b);
    return shares.push(share) - 1;
  };
  /** The vertex on the edge a–b where the field is 0. */
  const between = (a: number, b: number) => {
    const [low, high] = a < b ? [a, b] : [b, a];
    const [f, g] = [field[low]!, field[high]!];
    // The share stays away from the ends, where two vertices would have the same place.
    return once(low, high, Math.min(0.99, Math.max(0.01, f / (f - g))));
  };
  const once = (a: number, b: number, share: number) => {
    const key = a * 2 ** 26 + b;
    const at = known.get(key) ?? add(a, b, share);
    known.set(key, at);
    return at;
  };
  const keep = (v: number) => once(v, v, 0);
  const cutAt = (odd: number, b: number, c: number) => {
    const [toB, toC] = [between(odd, b), between(odd, c)];
    if (isKept(odd)) {
      corners.push(keep(odd), toB, toC);
      next.set(toC, toB);
    } else {
      const [keptB, keptC] = [keep(b), keep(c)];
      corners.push(toB, keptB, keptC, toB, keptC, toC);
      next.set(toB, toC);
    }
  };
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t]!, triangles[t + 1]!, triangles[t + 2]!];
    const inside = [a, b, c].filter(isKept).length;
    // The corners are turned so that the single one on its side comes first.
    const isOdd = (v: number) => isKept(v) === (inside === 1);
    if (inside === 3) corners.push(keep(a), keep(b), keep(c));
    else if (inside > 0) {
      if (isOdd(b)) cutAt(b, c, a);
      else if (isOdd(c)) cutAt(c, a, b);
      else cutAt(a, b, c);
    }
  }
  for (const loop of loopsOf(next)) {
    if (loop.length < 3) continue;
    const middle = [0, 1, 2].map((c) => loop.reduce((sum, v) => sum + points[v * 3 + c]!, 0) / loop.length);
    const first = loop[0]!;
    const at = add(from[first * 2]!, from[first * 2 + 1]!, shares[first]!);
    for (let c = 0; c < 3; c++) points[at * 3 + c] = middle[c]!;
    for (const [i, v] of loop.entries()) corners.push(at, v, loop[(i + 1) % loop.length]!);
  }
  return {
    mesh: { positions: Float64Array.from(points), triangles: Uint32Array.from(corners) },
    from: Uint32Array.from(from),
    share: Float64Array.from(shares),
  };
}

function* loopsOf(next: Map<number, number>): Generator<number[]> {
  while (next.size > 0) {
    const [start] = next.keys();
    const loop: number[] = [];
    for (let v = start; v !== undefined; ) {
      loop.push(v);
      const to = next.get(v);
      next.delete(v);
      v = to === start ? undefined : to;
    }
    yield loop;
  }
}
