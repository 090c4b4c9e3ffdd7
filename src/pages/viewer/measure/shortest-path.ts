import { type Edges, placeOf, type Surface, type SurfacePoint } from './surface.ts';
import { between, distance, dot, lengthAlong, lengthOf, minus, plus, times, type Vec3 } from './vector.ts';

/** Where a path crosses an edge: `share` of the way from the edge's first end to its second. */
export interface Crossing {
  edge: number;
  share: number;
  place: Vec3;
}

/** A path on the surface, straight inside each triangle. */
export interface Path {
  from: SurfacePoint;
  to: SurfacePoint;
  crossings: readonly Crossing[];
  /** From beginning to end. */
  places: readonly Vec3[];
  lengthM: number;
}

/** Places on each edge through which a first path may go; the second step is not bound to them. */
const PLACES = 5;
const SWEEPS = 3000;
/** Shares that change by less do not move any more. */
const STILL = 1e-9;

/**
 * The shortest path on the surface. First a path through a few places of each edge says which edges are crossed, in
 * which order; through these the shortest is then found exactly. Undefined where no path leads there.
 */
export function shortestPath(surface: Surface, from: SurfacePoint, to: SurfacePoint): Path | undefined {
  if (from.triangle === to.triangle) return pathOf(from, to, []);
  const crossed = roughPath(surface, from, to);
  if (crossed === undefined) return undefined;
  return pathOf(from, to, pulledTight(surface, from.place, to.place, crossed));
}

function pathOf(from: SurfacePoint, to: SurfacePoint, crossings: readonly Crossing[]): Path {
  const places = [from.place, ...crossings.map(({ place }) => place), to.place];
  return { from, to, crossings, places, lengthM: lengthAlong(places) };
}

const shareOf = (node: number) => ((node % PLACES) + 0.5) / PLACES;

/** A* over places on edges. Gives those of the best path, in order. */
function roughPath(surface: Surface, from: SurfacePoint, to: SurfacePoint): number[] | undefined {
  const { edges } = surface;
  const nodes = (edges.ends.length / 2) * PLACES;
  const walked = new Float64Array(nodes).fill(Infinity);
  const before = new Int32Array(nodes).fill(-1);
  const queue = priorityQueue();
  const placeAt = (node: number) => onEdge(surface, Math.floor(node / PLACES), shareOf(node));
  const reach = (triangle: number, place: Vec3, soFar: number, last: number) => {
    for (let k = 0; k < 3; k++) {
      const edge = edges.ofTriangle[triangle * 3 + k]!;
      if (edge === Math.floor(last / PLACES)) continue;
      for (let node = edge * PLACES; node < (edge + 1) * PLACES; node++) {
        const there = placeAt(node);
        const length = soFar + distance(place, there);
        if (length >= walked[node]!) continue;
        walked[node] = length;
        before[node] = last;
        queue.add(node, length + distance(there, to.place));
      }
    }
  };
  reach(from.triangle, from.place, 0, -PLACES);
  let best = Infinity;
  let end = -1;
  for (let next = queue.take(); next !== undefined && next.rank < best; next = queue.take()) {
    const { item: node } = next;
    const place = placeAt(node);
    const soFar = walked[node]!;
    if (next.rank > soFar + distance(place, to.place) + 1e-12) continue;
    for (const triangle of sidesOf(edges, Math.floor(node / PLACES))) {
      if (triangle === to.triangle && soFar + distance(place, to.place) < best) {
        best = soFar + distance(place, to.place);
        end = node;
      }
      reach(triangle, place, soFar, node);
    }
  }
  if (end < 0) return undefined;
  const found: number[] = [];
  for (let node = end; node >= 0; node = before[node]!) found.unshift(node);
  return found;
}

const sidesOf = ({ sides }: Edges, edge: number): number[] =>
  [sides[edge * 2]!, sides[edge * 2 + 1]!].filter((triangle) => triangle >= 0);

function onEdge(surface: Surface, edge: number, share: number): Vec3 {
  const { ends } = surface.edges;
  return between(placeOf(surface, ends[edge * 2]!), placeOf(surface, ends[edge * 2 + 1]!), share);
}

/**
 * The shortest path through the same edges. Its length is a convex function of the shares, so moving one crossing after
 * another to where it is best ends at the shortest.
 */
function pulledTight(surface: Surface, from: Vec3, to: Vec3, nodes: readonly number[]): Crossing[] {
  const edges = nodes.map((node) => Math.floor(node / PLACES));
  const lines = edges.map((edge) => {
    const start = onEdge(surface, edge, 0);
    const along = minus(onEdge(surface, edge, 1), start);
    return { start, along };
  });
  const shares = nodes.map(shareOf);
  const placeAt = (i: number): Vec3 => {
    if (i < 0) return from;
    if (i >= lines.length) return to;
    return plus(lines[i]!.start, times(lines[i]!.along, shares[i]!));
  };
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let moved = 0;
    for (let k = 0; k < lines.length; k++) {
      const i = sweep % 2 === 0 ? k : lines.length - 1 - k;
      const share = bestShare(lines[i]!, placeAt(i - 1), placeAt(i + 1));
      moved = Math.max(moved, Math.abs(share - shares[i]!));
      shares[i] = share;
    }
    if (moved < STILL) break;
  }
  return edges.map((edge, i) => ({ edge, share: shares[i]!, place: placeAt(i) }));
}

/** Where a line is crossed on the shortest way from `p` to `q`: both triangles laid flat, the way is straight. */
function bestShare({ start, along }: { start: Vec3; along: Vec3 }, p: Vec3, q: Vec3): number {
  const squared = dot(along, along) || 1;
  const shareAt = (place: Vec3) => dot(minus(place, start), along) / squared;
  const away = (place: Vec3, share: number) => lengthOf(minus(minus(place, start), times(along, share)));
  const [atP, atQ] = [shareAt(p), shareAt(q)];
  const [fromP, fromQ] = [away(p, atP), away(q, atQ)];
  const both = fromP + fromQ;
  const share = both === 0 ? (atP + atQ) / 2 : atP + ((atQ - atP) * fromP) / both;
  return Math.min(1, Math.max(0, share));
}

/** A binary heap: the lowest rank first. */
function priorityQueue() {
  const items: number[] = [];
  const ranks: number[] = [];
  const swap = (a: number, b: number) => {
    [items[a], items[b]] = [items[b]!, items[a]!];
    [ranks[a], ranks[b]] = [ranks[b]!, ranks[a]!];
  };
  return {
    add: (item: number, rank: number) => {
      let at = items.push(item) - 1;
      ranks.push(rank);
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if (ranks[parent]! <= ranks[at]!) break;
        swap(at, parent);
        at = parent;
      }
    },
    take: (): { item: number; rank: number } | undefined => {
      if (items.length === 0) return undefined;
      swap(0, items.length - 1);
      const item = items.pop()!;
      const rank = ranks.pop()!;
      for (let at = 0; ; ) {
        const left = at * 2 + 1;
        if (left >= items.length) break;
        const lower = left + 1 < items.length && ranks[left + 1]! < ranks[left]! ? left + 1 : left;
        if (ranks[at]! <= ranks[lower]!) break;
        swap(at, lower);
        at = lower;
      }
      return { item, rank };
    },
  };
}
