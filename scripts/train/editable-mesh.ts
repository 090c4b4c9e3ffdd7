import type { Mesh } from '../../src/engine/surface/mesh.ts';

/**
 * A mesh whose edges can be split, collapsed and flipped. Vertices on x = 0 are its border and stay there; no edge
 * inside joins two of them, or the mirrored whole would have an edge with four triangles.
 */
export class EditableMesh {
  readonly positions: number[];
  /** Three per triangle; −1 where the triangle is gone. */
  readonly corners: number[];
  /** Triangles at each vertex. */
  readonly around: number[][];
  readonly border: boolean[];

  constructor({ positions, triangles }: Mesh) {
    this.positions = [...positions];
    this.corners = [...triangles];
    this.around = Array.from({ length: positions.length / 3 }, () => []);
    this.border = Array.from({ length: positions.length / 3 }, (_, i) => positions[i * 3] === 0);
    for (let i = 0; i < triangles.length; i++) this.around[triangles[i]!]!.push(Math.floor(i / 3));
  }

  toMesh(): Mesh {
    const number = new Map<number, number>();
    const triangles: number[] = [];
    const positions: number[] = [];
    for (const vertex of this.corners) {
      if (vertex < 0) continue;
      if (!number.has(vertex)) {
        number.set(vertex, number.size);
        positions.push(...this.positions.slice(vertex * 3, vertex * 3 + 3));
      }
      triangles.push(number.get(vertex)!);
    }
    return { positions: new Float64Array(positions), triangles: new Uint32Array(triangles) };
  }

  lengthOf(u: number, v: number): number {
    const p = this.positions;
    return Math.hypot(p[u * 3]! - p[v * 3]!, p[u * 3 + 1]! - p[v * 3 + 1]!, p[u * 3 + 2]! - p[v * 3 + 2]!);
  }

  /** Triangles with both vertices. */
  shared(u: number, v: number): number[] {
    return this.around[u]!.filter((t) => this.has(t, v));
  }

  has(t: number, v: number): boolean {
    return this.corners[t * 3] === v || this.corners[t * 3 + 1] === v || this.corners[t * 3 + 2] === v;
  }

  /** The corner that is neither. */
  third(t: number, u: number, v: number): number {
    const [a, b, c] = [this.corners[t * 3]!, this.corners[t * 3 + 1]!, this.corners[t * 3 + 2]!];
    return a !== u && a !== v ? a : b !== u && b !== v ? b : c;
  }

  neighbours(v: number): Set<number> {
    const out = new Set<number>();
    for (const t of this.around[v]!) for (let k = 0; k < 3; k++) out.add(this.corners[t * 3 + k]!);
    out.delete(v);
    return out;
  }

  /** An edge with one triangle. */
  isBorderEdge(u: number, v: number): boolean {
    return this.border[u]! && this.border[v]! && this.shared(u, v).length === 1;
  }

  split(u: number, v: number): void {
    const triangles = this.shared(u, v);
    const middle = this.around.length;
    for (let c = 0; c < 3; c++) this.positions.push((this.positions[u * 3 + c]! + this.positions[v * 3 + c]!) / 2);
    this.around.push([]);
    this.border.push(triangles.length === 1);
    for (const t of triangles) {
      const k = [0, 1, 2].find((k) => this.corners[t * 3 + k] === v)!;
      const added = this.corners.length / 3;
      const copy = [0, 1, 2].map((c) => this.corners[t * 3 + c]!);
      this.corners[t * 3 + k] = middle;
      copy[copy.indexOf(u)] = middle;
      this.corners.push(...copy);
      this.drop(v, t);
      this.around[middle]!.push(t, added);
      this.around[v]!.push(added);
      this.around[this.third(added, middle, v)]!.push(added);
    }
  }

  /** Moves u into v, which is put at `at`; false where the surface would fold or stop being a manifold. */
  collapse(u: number, v: number, at: readonly [number, number, number], longest: number): boolean {
    const shared = this.shared(u, v);
    const ofV = this.neighbours(v);
    const ofU = this.neighbours(u);
    let common = 0;
    for (const w of ofU) if (ofV.has(w)) common++;
    if (common !== shared.length || ofU.size + ofV.size < 9) return false;
    if (this.border[u] && !(this.border[v] && shared.length === 1)) return false;
    if (this.border[v] && !this.border[u]) {
      for (const w of ofU) if (w !== v && this.border[w] && !ofV.has(w)) return false;
      for (const w of ofU) if (w !== v && this.border[w] && !this.isBorderEdge(v, w)) return false;
    }
    const p = this.positions;
    for (const w of [...ofU, ...ofV]) {
      if (Math.hypot(p[w * 3]! - at[0], p[w * 3 + 1]! - at[1], p[w * 3 + 2]! - at[2]) > longest) return false;
    }
    for (const [mine, other] of [
      [u, v],
      [v, u],
    ] as const) {
      for (const t of this.around[mine]!) if (!this.has(t, other) && this.wouldFold(t, mine, at)) return false;
    }
    for (let c = 0; c < 3; c++) p[v * 3 + c] = at[c]!;
    for (const t of shared) this.remove(t);
    for (const t of this.around[u]!) {
      for (let k = 0; k < 3; k++) if (this.corners[t * 3 + k] === u) this.corners[t * 3 + k] = v;
      this.around[v]!.push(t);
    }
    this.around[u] = [];
    return true;
  }

  /** Turns the edge between two triangles to join their other corners. */
  flip(u: number, v: number): boolean {
    const [s, t] = this.shared(u, v);
    if (s === undefined || t === undefined) return false;
    const [a, b] = [this.third(s, u, v), this.third(t, u, v)];
    if ((this.border[a] && this.border[b]) || this.neighbours(a).has(b)) return false;
    const before = [this.normal(s), this.normal(t)];
    const swap = (triangle: number, from: number, to: number) => {
      for (let k = 0; k < 3; k++) if (this.corners[triangle * 3 + k] === from) this.corners[triangle * 3 + k] = to;
    };
    swap(s, v, b);
    swap(t, u, a);
    const after = [this.normal(s), this.normal(t)];
    const sum = [0, 1, 2].map((c) => before[0]![c]! + before[1]![c]!);
    const isFolded = after.some((n) => dot(n, sum) <= 0.3 * Math.hypot(...n) * Math.hypot(...sum));
    if (isFolded) {
      swap(s, b, v);
      swap(t, a, u);
      return false;
    }
    this.drop(v, s);
    this.drop(u, t);
    this.around[b]!.push(s);
    this.around[a]!.push(t);
    return true;
  }

  /** Twice the area long. */
  normal(t: number): number[] {
    const [a, b, c] = [this.corners[t * 3]! * 3, this.corners[t * 3 + 1]! * 3, this.corners[t * 3 + 2]! * 3];
    const p = this.positions;
    const u = [p[b]! - p[a]!, p[b + 1]! - p[a + 1]!, p[b + 2]! - p[a + 2]!] as const;
    const v = [p[c]! - p[a]!, p[c + 1]! - p[a + 1]!, p[c + 2]! - p[a + 2]!] as const;
    return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  }

  private wouldFold(t: number, vertex: number, at: readonly [number, number, number]): boolean {
    const before = this.normal(t);
    const p = this.positions;
    const old = [p[vertex * 3]!, p[vertex * 3 + 1]!, p[vertex * 3 + 2]!];
    for (let c = 0; c < 3; c++) p[vertex * 3 + c] = at[c]!;
    const after = this.normal(t);
    for (let c = 0; c < 3; c++) p[vertex * 3 + c] = old[c]!;
    return dot(before, after) <= 0.3 * Math.hypot(...before) * Math.hypot(...after);
  }

  private remove(t: number): void {
    for (let k = 0; k < 3; k++) {
      this.drop(this.corners[t * 3 + k]!, t);
      this.corners[t * 3 + k] = -1;
    }
  }

  private drop(vertex: number, t: number): void {
    const list = this.around[vertex]!;
    list.splice(list.indexOf(t), 1);
  }
}

const dot = (a: readonly number[], b: readonly number[]) => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
