import type { Mesh } from '../../src/engine/surface/mesh.ts';
import { EditableMesh } from './editable-mesh.ts';
import { nearestFinder } from './nearest.ts';

/** How long an edge should be at a place, metres. */
export type EdgeLength = (x: number, y: number, z: number) => number;

/**
 * Gives a half surface even triangles of the wanted size: split, collapse, flip towards six neighbours, relax and put
 * back on the surface, in turn (Botsch and Kobbelt, 2004).
 */
export function remesh(fine: Mesh, edgeLength: EdgeLength, rounds: number): Mesh {
  const mesh = new EditableMesh(fine);
  const nearest = nearestFinder(fine, 0.02);
  const wanted = (v: number) =>
    edgeLength(mesh.positions[v * 3]!, mesh.positions[v * 3 + 1]!, mesh.positions[v * 3 + 2]!);
  while (collapseShort(mesh, wanted) > 0.01 * mesh.around.length);
  for (let round = 0; round < rounds; round++) {
    splitLong(mesh, wanted);
    collapseShort(mesh, wanted);
    flipForSix(mesh);
    relax(mesh, nearest);
    relax(mesh, nearest);
  }
  return mesh.toMesh();
}

type Wanted = (vertex: number) => number;

function forEachEdge(mesh: EditableMesh, visit: (u: number, v: number) => void): void {
  const count = mesh.corners.length / 3;
  for (let t = 0; t < count; t++) {
    for (let k = 0; k < 3; k++) {
      const [u, v] = [mesh.corners[t * 3 + k]!, mesh.corners[t * 3 + ((k + 1) % 3)]!];
      if (u < 0) break;
      if (u < v || mesh.isBorderEdge(u, v)) visit(u, v);
    }
  }
}

function collapseShort(mesh: EditableMesh, wanted: Wanted): number {
  let collapsed = 0;
  forEachEdge(mesh, (u, v) => {
    const length = (wanted(u) + wanted(v)) / 2;
    if (mesh.lengthOf(u, v) > 0.8 * length) return;
    const [from, to] = mesh.border[u] && !mesh.border[v] ? [v, u] : [u, v];
    const p = mesh.positions;
    const keeps = mesh.border[from] === mesh.border[to] ? 0.5 : 0;
    const at = [0, 1, 2].map((c) => keeps * p[from * 3 + c]! + (1 - keeps) * p[to * 3 + c]!);
    if (mesh.collapse(from, to, at as unknown as [number, number, number], (4 / 3) * length)) collapsed++;
  });
  return collapsed;
}

function splitLong(mesh: EditableMesh, wanted: Wanted): void {
  forEachEdge(mesh, (u, v) => {
    const length = mesh.lengthOf(u, v);
    const isBridge = mesh.border[u]! && mesh.border[v]! && mesh.shared(u, v).length === 2;
    if (isBridge || length > (4 / 3) * ((wanted(u) + wanted(v)) / 2)) mesh.split(u, v);
  });
}

/** Four neighbours are right for a border vertex: two of them are mirrored. */
function flipForSix(mesh: EditableMesh): void {
  const excess = (v: number, change: number) => (mesh.around[v]!.length + change - (mesh.border[v] ? 3 : 6)) ** 2;
  forEachEdge(mesh, (u, v) => {
    const [s, t] = mesh.shared(u, v);
    if (s === undefined || t === undefined) return;
    const [a, b] = [mesh.third(s, u, v), mesh.third(t, u, v)];
    const before = excess(u, 0) + excess(v, 0) + excess(a, 0) + excess(b, 0);
    if (excess(u, -1) + excess(v, -1) + excess(a, 1) + excess(b, 1) < before) mesh.flip(u, v);
  });
}

function relax(mesh: EditableMesh, nearest: ReturnType<typeof nearestFinder>): void {
  const p = mesh.positions;
  for (let v = 0; v < mesh.around.length; v++) {
    if (mesh.around[v]!.length === 0) continue;
    const mean = [0, 0, 0];
    const normal = [0, 0, 0];
    let count = 0;
    for (const w of mesh.neighbours(v)) {
      if (mesh.border[v] && !mesh.isBorderEdge(v, w)) continue;
      for (let c = 0; c < 3; c++) mean[c]! += p[w * 3 + c]!;
      count++;
    }
    for (const t of mesh.around[v]!)
      mesh.normal(t).forEach((value, c) => {
        normal[c]! += value;
      });
    if (mesh.border[v]) normal[0] = 0;
    const size = Math.hypot(...normal) || 1;
    const move = mean.map((sum, c) => sum / count - p[v * 3 + c]!);
    const along = move.reduce((sum, value, c) => sum + (value * normal[c]!) / size, 0);
    const at = move.map((value, c) => p[v * 3 + c]! + 0.7 * (value - (along * normal[c]!) / size));
    const unit = normal.map((value) => value / size) as unknown as [number, number, number];
    const found = nearest(at[0]!, at[1]!, at[2]!, unit, 0.3);
    const to = found?.point ?? at;
    for (let c = 0; c < 3; c++) p[v * 3 + c] = to[c]!;
    if (mesh.border[v]) p[v * 3] = 0;
    else p[v * 3] = Math.max(p[v * 3]!, 1e-4);
  }
}
