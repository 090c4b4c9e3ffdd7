import { neighbourLists } from '../../../src/engine/surface/edges.ts';
import { faceNormal, type Mesh } from '../../../src/engine/surface/mesh.ts';
import { cross, type Vec3 } from '../../../src/engine/vector.ts';

/** A patch of the surface that can be seen whole along one direction. */
export interface Chart {
  /** Numbers of its triangles. */
  triangles: number[];
  /** The two directions that become the texture's right and down. */
  right: Vec3;
  down: Vec3;
  /** It closes a cut: no part of the person. */
  isCap: boolean;
}

/** Front, back, the person's left and right, up, down. */
const DIRECTIONS: readonly Vec3[] = [
  [0, 0, 1],
  [0, 0, -1],
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
];
/** So much more than its own direction a triangle likes front or back: what people look at stays whole. */
const FAVOUR: readonly number[] = [0.3, 0.2, 0, 0, 0, 0];

/** How much three neighbours of one label outweigh a triangle's own direction. */
const NEIGHBOUR_PULL = 2;
const ROUNDS = 30;
/** Patches of fewer triangles join a neighbour. */
const SMALL_CHART = 300;
/** No triangle is laid flat more steeply than this. */
const STEEPEST = 0.02;
/** The label of triangles that close a cut: they are always a chart of their own. */
const CAP = 255;

/**
 * Cuts a closed mesh into charts: each triangle's best direction, evened out over its neighbours. What closes a cut is a
 * chart of its own.
 */
export function cutCharts(mesh: Mesh, isCap: ArrayLike<number>): Chart[] {
  const normals = unitNormals(mesh);
  const neighbours = triangleNeighbours(mesh);
  const facings = allFacings(normals);
  const labels = Uint8Array.from({ length: mesh.triangles.length / 3 }, (_, t) =>
    isCap[t] === 1 ? CAP : bestLabel(facings, t, NONE, NONE, NONE),
  );
  for (let round = 0; round < ROUNDS; round++) if (!evenOut(labels, neighbours, facings)) break;
  for (let round = 0; round < 3; round++) absorbSmall(labels, neighbours, normals);
  return connectedParts(labels, neighbours).map((triangles) => {
    const label = labels[triangles[0]!]!;
    if (label === CAP) return chartOf(triangles, meanNormal(normals, triangles), true);
    return chartOf(triangles, DIRECTIONS[label]!, false);
  });
}

/** A chart in two or more: `apart` of its triangles by themselves. */
export function splitChart(mesh: Mesh, chart: Chart, apart: ReadonlySet<number>): Chart[] {
  const labels = new Uint8Array(mesh.triangles.length / 3);
  for (const t of chart.triangles) labels[t] = apart.has(t) ? 2 : 1;
  const parts = connectedParts(labels, triangleNeighbours(mesh));
  return parts.filter(([t]) => labels[t!] !== 0).map((triangles) => ({ ...chart, triangles }));
}

function chartOf(triangles: number[], direction: Vec3, isCap: boolean): Chart {
  // Upright, but for what looks up or down: its top is at the person's back or front.
  const upright: Vec3 = Math.abs(direction[1]) < 0.9 ? [0, 1, 0] : [0, 0, -Math.sign(direction[1])];
  const right = unit(cross(upright, direction));
  const up = cross(direction, right);
  return { triangles, right, down: [-up[0], -up[1], -up[2]], isCap };
}

const unit = ([x, y, z]: Vec3): Vec3 => {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
};

function meanNormal(normals: Float64Array, triangles: readonly number[]): Vec3 {
  const sum = (c: number) => triangles.reduce((total, t) => total + normals[t * 3 + c]!, 0);
  return unit([sum(0), sum(1), sum(2)]);
}

function unitNormals({ positions, triangles }: Mesh): Float64Array {
  const normals = new Float64Array(triangles.length);
  const n = new Float64Array(3);
  for (let t = 0; t < triangles.length; t += 3) {
    faceNormal(positions, triangles, t, n);
    const length = Math.hypot(n[0]!, n[1]!, n[2]!) || 1;
    for (let k = 0; k < 3; k++) normals[t + k] = n[k]! / length;
  }
  return normals;
}

const facing = (normals: Float64Array, t: number, label: number) => {
  const d = DIRECTIONS[label]!;
  return normals[t * 3]! * d[0] + normals[t * 3 + 1]! * d[1] + normals[t * 3 + 2]! * d[2];
};

/** Every triangle's facing of every direction, the directions in turn. */
function allFacings(normals: Float64Array): Float64Array {
  const count = normals.length / 3;
  const all = new Float64Array(count * DIRECTIONS.length);
  for (let t = 0, i = 0; t < count; t++) {
    for (let label = 0; label < DIRECTIONS.length; label++, i++) all[i] = facing(normals, t, label);
  }
  return all;
}

/** No direction's label. */
const NONE = -1;

/** Lets each triangle choose anew, drawn to its neighbours' labels. False where none has changed. */
function evenOut(labels: Uint8Array, neighbours: Int32Array, facings: Float64Array): boolean {
  let changed = false;
  const labelOver = (edge: number) => labels[neighbours[edge]!] ?? NONE;
  for (let t = 0; t < labels.length; t++) {
    if (labels[t] === CAP) continue;
    const label = bestLabel(facings, t, labelOver(t * 3), labelOver(t * 3 + 1), labelOver(t * 3 + 2));
    if (label === labels[t]) continue;
    labels[t] = label;
    changed = true;
  }
  return changed;
}

/** The direction that a triangle faces most, the labels a, b and c of its neighbours being favoured. */
function bestLabel(facings: Float64Array, t: number, a: number, b: number, c: number): number {
  let best = 0;
  let most = -Infinity;
  for (let label = 0; label < DIRECTIONS.length; label++) {
    const facingIt = facings[t * DIRECTIONS.length + label]!;
    const same = (a === label ? 1 : 0) + (b === label ? 1 : 0) + (c === label ? 1 : 0);
    const score = facingIt < STEEPEST ? facingIt - 4 : facingIt + FAVOUR[label]! + (NEIGHBOUR_PULL * same) / 3;
    if (score > most) {
      most = score;
      best = label;
    }
  }
  return best;
}

/** The triangle over each of a triangle's three edges, in the edges' order. */
export function triangleNeighbours(mesh: Mesh): Int32Array {
  const { triangles } = mesh;
  const { start, of, edge } = neighbourLists(mesh);
  const neighbours = new Int32Array(triangles.length).fill(-1);
  for (let t = 0; t < triangles.length; t++) {
    const from = triangles[t]!;
    const to = triangles[t % 3 === 2 ? t - 2 : t + 1]!;
    for (let k = start[to]!; k < start[to + 1]!; k++) if (of[k] === from) neighbours[t] = Math.floor(edge[k]! / 3);
  }
  return neighbours;
}

function connectedParts(labels: Uint8Array, neighbours: Int32Array): number[][] {
  const seen = new Uint8Array(labels.length);
  const parts: number[][] = [];
  for (let start = 0; start < labels.length; start++) {
    if (seen[start] === 1) continue;
    seen[start] = 1;
    const part = [start];
    for (let done = 0; done < part.length; done++) {
      const t = part[done]!;
      for (let k = 0; k < 3; k++) {
        const next = neighbours[t * 3 + k]!;
        if (next < 0 || seen[next] === 1 || labels[next] !== labels[t]) continue;
        seen[next] = 1;
        part.push(next);
      }
    }
    parts.push(part);
  }
  return parts;
}

/** A small patch takes the label that most of its border has, where no triangle would be laid flat too steeply. */
function absorbSmall(labels: Uint8Array, neighbours: Int32Array, normals: Float64Array): void {
  for (const part of connectedParts(labels, neighbours)) {
    if (part.length >= SMALL_CHART || labels[part[0]!] === CAP) continue;
    const votes = new Map<number, number>();
    for (const t of part) {
      for (let k = 0; k < 3; k++) {
        const next = neighbours[t * 3 + k]!;
        if (next >= 0 && labels[next] !== labels[t] && labels[next] !== CAP)
          votes.set(labels[next]!, (votes.get(labels[next]!) ?? 0) + 1);
      }
    }
    const wanted = [...votes].sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([label]) => label);
    const label = wanted.find((candidate) => part.every((t) => facing(normals, t, candidate) > STEEPEST / 2));
    if (label !== undefined) for (const t of part) labels[t] = label;
  }
}
