import type { Mesh } from '../../../src/engine/surface/mesh.ts';

/** The surface point that is nearest to a place; filled anew by each question. */
export interface Nearest {
  x: number;
  y: number;
  z: number;
  distance: number;
  /** Its triangle's number, not its first index. */
  triangle: number;
}

/** Triangles that a leaf of the tree holds at most. */
const LEAF = 6;

/** A tree of boxes round a mesh's triangles, that answers where the surface is nearest. */
export function nearestOn(mesh: Mesh): (x: number, y: number, z: number) => Nearest {
  const tree = boxTree(mesh);
  const { boxes, first, count, order } = tree;
  const stack = new Int32Array(64 * 2);
  const out: Nearest = { x: 0, y: 0, z: 0, distance: 0, triangle: -1 };
  const best = new Float64Array(4);
  return (x, y, z) => {
    best[3] = Infinity;
    let depth = 1;
    stack[0] = 0;
    while (depth > 0) {
      const node = stack[--depth]!;
      if (toBox(boxes, node, x, y, z) >= best[3]!) continue;
      if (count[node]! > 0) {
        for (let i = first[node]!; i < first[node]! + count[node]!; i++) {
          if (closer(mesh, order[i]!, x, y, z, best)) out.triangle = order[i]!;
        }
      } else {
        const left = first[node]!;
        const nearer = toBox(boxes, left, x, y, z) <= toBox(boxes, left + 1, x, y, z) ? left : left + 1;
        stack[depth++] = nearer === left ? left + 1 : left;
        stack[depth++] = nearer;
      }
    }
    out.x = best[0]!;
    out.y = best[1]!;
    out.z = best[2]!;
    out.distance = Math.sqrt(best[3]!);
    return out;
  };
}

interface BoxTree {
  /** Low x, y, z, then high, per node. */
  boxes: Float64Array;
  /** Of a leaf its first place in `order`; else the first of its two children, which stand side by side. */
  first: Int32Array;
  /** Triangles of a leaf; 0 for the others. */
  count: Int32Array;
  order: Uint32Array;
}

function boxTree({ positions, triangles }: Mesh): BoxTree {
  const total = triangles.length / 3;
  const middles = new Float64Array(total * 3);
  for (let i = 0; i < triangles.length; i++) {
    const to = Math.floor(i / 3) * 3;
    for (let c = 0; c < 3; c++) middles[to + c] = middles[to + c]! + positions[triangles[i]! * 3 + c]! / 3;
  }
  const most = 4 * Math.ceil(total / LEAF) + 8;
  const tree: BoxTree = {
    boxes: new Float64Array(most * 6),
    first: new Int32Array(most),
    count: new Int32Array(most),
    order: Uint32Array.from({ length: total }, (_, i) => i),
  };
  let nodes = 1;
  const waiting: [node: number, from: number, to: number][] = [[0, 0, total]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, from, to] = next;
    const axis = setBox(tree, node, from, to, positions, triangles);
    if (to - from <= LEAF) {
      tree.first[node] = from;
      tree.count[node] = to - from;
      continue;
    }
    tree.order.subarray(from, to).sort((a, b) => middles[a * 3 + axis]! - middles[b * 3 + axis]!);
    const half = (from + to) >> 1;
    tree.first[node] = nodes;
    waiting.push([nodes, from, half], [nodes + 1, half, to]);
    nodes += 2;
  }
  return tree;
}

/** Sets a node's box; gives the axis along which it is longest. */
function setBox(
  { boxes, order }: BoxTree,
  node: number,
  from: number,
  to: number,
  positions: Float64Array,
  triangles: Uint32Array,
): number {
  const at = node * 6;
  boxes.fill(Infinity, at, at + 3);
  boxes.fill(-Infinity, at + 3, at + 6);
  for (let i = from; i < to; i++) {
    for (let k = 0; k < 3; k++) {
      const p = triangles[order[i]! * 3 + k]! * 3;
      for (let c = 0; c < 3; c++) {
        const value = positions[p + c]!;
        if (value < boxes[at + c]!) boxes[at + c] = value;
        if (value > boxes[at + 3 + c]!) boxes[at + 3 + c] = value;
      }
    }
  }
  const size = (c: number) => boxes[at + 3 + c]! - boxes[at + c]!;
  return size(0) >= size(1) && size(0) >= size(2) ? 0 : size(1) >= size(2) ? 1 : 2;
}

/** Squared distance to a node's box. */
function toBox(boxes: Float64Array, node: number, x: number, y: number, z: number): number {
  const at = node * 6;
  const dx = Math.max(boxes[at]! - x, 0, x - boxes[at + 3]!);
  const dy = Math.max(boxes[at + 1]! - y, 0, y - boxes[at + 4]!);
  const dz = Math.max(boxes[at + 2]! - z, 0, z - boxes[at + 5]!);
  return dx * dx + dy * dy + dz * dz;
}

/** Puts a triangle's nearest point and its squared distance into `best` where it is nearer than what is there. */
function closer({ positions: p, triangles }: Mesh, t: number, x: number, y: number, z: number, best: Float64Array) {
  const a = triangles[t * 3]! * 3;
  const b = triangles[t * 3 + 1]! * 3;
  const c = triangles[t * 3 + 2]! * 3;
  const ux = p[b]! - p[a]!;
  const uy = p[b + 1]! - p[a + 1]!;
  const uz = p[b + 2]! - p[a + 2]!;
  const vx = p[c]! - p[a]!;
  const vy = p[c + 1]! - p[a + 1]!;
  const vz = p[c + 2]! - p[a + 2]!;
  const wx = x - p[a]!;
  const wy = y - p[a + 1]!;
  const wz = z - p[a + 2]!;
  const uu = ux * ux + uy * uy + uz * uz;
  const uv = ux * vx + uy * vy + uz * vz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uw = ux * wx + uy * wy + uz * wz;
  const vw = vx * wx + vy * wy + vz * wz;
  const area = uu * vv - uv * uv;
  let s = (vv * uw - uv * vw) / area;
  let q = (uu * vw - uv * uw) / area;
  if (!(area > 0) || s < 0 || q < 0 || s + q > 1) {
    // Outside, or a triangle without area: the nearest of its three edges.
    const onU = clamp(uw / uu);
    const onV = clamp(vw / vv);
    const along = clamp((uu - uv + vw - uw) / (uu - 2 * uv + vv));
    s = onU;
    q = 0;
    let least = away(onU * ux - wx, onU * uy - wy, onU * uz - wz);
    const atV = away(onV * vx - wx, onV * vy - wy, onV * vz - wz);
    if (atV < least) {
      s = 0;
      q = onV;
      least = atV;
    }
    const rest = 1 - along;
    if (away(rest * ux + along * vx - wx, rest * uy + along * vy - wy, rest * uz + along * vz - wz) < least) {
      s = rest;
      q = along;
    }
  }
  const dx = s * ux + q * vx;
  const dy = s * uy + q * vy;
  const dz = s * uz + q * vz;
  const distance = away(dx - wx, dy - wy, dz - wz);
  if (distance >= best[3]!) return false;
  best[0] = p[a]! + dx;
  best[1] = p[a + 1]! + dy;
  best[2] = p[a + 2]! + dz;
  best[3] = distance;
  return true;
}

const away = (x: number, y: number, z: number) => x * x + y * y + z * z;
const clamp = (share: number) => (share > 0 ? Math.min(1, share) : 0);
