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
  const crop = new Crop(positions, field);
  for (let t = 0; t < triangles.length; t += 3) crop.cut(triangles[t]!, triangles[t + 1]!, triangles[t + 2]!);
  crop.close();
  return crop.result();
}

class Crop {
  private readonly points: number[] = [];
  private readonly corners: number[] = [];
  private readonly from: number[] = [];
  private readonly share: number[] = [];
  private readonly kept = new Map<number, number>();
  private readonly onEdge = new Map<number, number>();
  /** Edges of the cut: each vertex to the next one, in the direction of the kept side. */
  private readonly next = new Map<number, number>();
  private readonly positions: Float64Array;
  private readonly field: ArrayLike<number>;

  constructor(positions: Float64Array, field: ArrayLike<number>) {
    this.positions = positions;
    this.field = field;
  }

  cut(a: number, b: number, c: number): void {
    const inside = [a, b, c].filter((v) => this.isKept(v)).length;
    if (inside === 0) return;
    if (inside === 3) {
      this.corners.push(this.keep(a), this.keep(b), this.keep(c));
      return;
    }
    // The corners are turned so that the single one on its side comes first.
    const isOdd = (v: number) => this.isKept(v) === (inside === 1);
    if (isOdd(b)) this.cutAt(b, c, a);
    else if (isOdd(c)) this.cutAt(c, a, b);
    else this.cutAt(a, b, c);
  }

  close(): void {
    while (this.next.size > 0) {
      const [start] = this.next.keys();
      const loop: number[] = [];
      for (let v = start; v !== undefined; ) {
        loop.push(v);
        const to = this.next.get(v);
        this.next.delete(v);
        v = to === start ? undefined : to;
      }
      if (loop.length >= 3) this.fan(loop);
    }
  }

  result(): Cropped {
    return {
      mesh: { positions: Float64Array.from(this.points), triangles: Uint32Array.from(this.corners) },
      from: Uint32Array.from(this.from),
      share: Float64Array.from(this.share),
    };
  }

  private isKept(v: number): boolean {
    return this.field[v]! >= 0;
  }

  private cutAt(odd: number, b: number, c: number): void {
    const [toB, toC] = [this.between(odd, b), this.between(odd, c)];
    if (this.isKept(odd)) {
      this.corners.push(this.keep(odd), toB, toC);
      this.next.set(toC, toB);
    } else {
      const [keptB, keptC] = [this.keep(b), this.keep(c)];
      this.corners.push(toB, keptB, keptC, toB, keptC, toC);
      this.next.set(toB, toC);
    }
  }

  private keep(v: number): number {
    const known = this.kept.get(v);
    if (known !== undefined) return known;
    const at = this.add(v, v, 0);
    this.kept.set(v, at);
    return at;
  }

  private between(a: number, b: number): number {
    const [low, high] = a < b ? [a, b] : [b, a];
    const key = low * 2 ** 26 + high;
    const known = this.onEdge.get(key);
    if (known !== undefined) return known;
    const [f, g] = [this.field[low]!, this.field[high]!];
    // The share stays away from the ends, where two vertices would have the same place.
    const at = this.add(low, high, Math.min(0.99, Math.max(0.01, f / (f - g))));
    this.onEdge.set(key, at);
    return at;
  }

  private add(a: number, b: number, share: number): number {
    const p = this.positions;
    for (let c = 0; c < 3; c++) this.points.push(p[a * 3 + c]! * (1 - share) + p[b * 3 + c]! * share);
    this.from.push(a, b);
    this.share.push(share);
    return this.share.length - 1;
  }

  private fan(loop: readonly number[]): void {
    const middle = [0, 1, 2].map((c) => loop.reduce((sum, v) => sum + this.points[v * 3 + c]!, 0) / loop.length);
    const first = loop[0]! * 2;
    const at = this.add(this.from[first]!, this.from[first + 1]!, this.share[loop[0]!]!);
    for (let c = 0; c < 3; c++) this.points[at * 3 + c] = middle[c]!;
    loop.forEach((v, i) => {
      this.corners.push(at, v, loop[(i + 1) % loop.length]!);
    });
  }
}
