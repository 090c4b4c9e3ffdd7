import type { Camera } from '../camera.ts';
import { medianOf } from '../median.ts';
import { projectAll } from '../render/rasterize.ts';
import { neighbourLists } from '../surface/edges.ts';
import { type Mesh, vertexNormals } from '../surface/mesh.ts';

/*
 * Vertices of arms whose colour is far from the arm's own, bodies in dark shorts (two sample people, three of the other
 * family): 8.7 % before, 0.1 % after; the six data subjects, in light underwear mostly: 2.6 %, 2.1 %.
 *
 * Tried and rejected: a margin beside edges of depth (fitted hands are off by up to their own width, so the margin takes
 * all hands and forearms from side photos); comparing a vertex with its own square alone (dark fingertips stay, so the
 * eight squares around it are compared as well).
 */

/** Side of the squares of a picture, px; the background of an arm counts as one colour within a square. */
const CELL_PX = 12;
/** From this difference on, an arm and its background are told apart; length of three channels' logs. */
const CLEARLY_OTHER = 0.6;
/** The neighbours of a mistaken vertex are also dropped, this many steps around it. */
const RINGS = 2;
/** Fewer vertices do not give an arm's usual colour. */
const FEW = 50;
const WELL_SEEN = 0.01;
const DARK_FLOOR = 4;

/**
 * Arms hang freely, and a hand that is fitted a little wrong is painted with the shorts beside it. If a photo shows an
 * arm before or beside other parts of the person, in the colour of these parts rather than the arm's, the photo tells
 * nothing about the arm: its weight becomes 0. True if that happened anywhere.
 *
 * @param isArm per vertex
 * @param colours per photo, those of the vertices in even light
 * @param weights per photo; see `viewWeights`
 * @param blended one colour per vertex
 */
export function dropMistakenArms(
  mesh: Mesh,
  isArm: Uint8Array,
  cameras: readonly Camera[],
  colours: readonly Float32Array[],
  weights: readonly Float32Array[],
  blended: Float32Array,
): boolean {
  const normals = vertexNormals(mesh);
  const others = cameras.map((camera) => othersIn(mesh, normals, isArm, camera, blended));
  const usual = usualArm(isArm, colours, weights, others);
  if (usual === undefined) return false;
  const { start, of } = neighbourLists(mesh);
  let isAny = false;
  cameras.forEach((_, view) => {
    const { cells } = others[view]!;
    const mistaken = [...isArm.keys()].filter((i) => {
      if (isArm[i] === 0 || weights[view]![i] === 0 || cells[i]! < 0) return false;
      const own = [0, 1, 2].map((c) => logOf(colours[view]![i * 3 + c]!));
      return isOthers(own, others[view]!, cells[i]!, usual);
    });
    if (mistaken.length === 0) return;
    isAny = true;
    for (const i of ringsRound(mistaken, isArm, start, of)) weights[view]![i] = 0;
  });
  return isAny;
}

type OtherParts = ReturnType<typeof othersIn>;

/** The person's other parts in a photo, in squares of `CELL_PX`. */
function othersIn(mesh: Mesh, normals: Float64Array, isArm: Uint8Array, camera: Camera, blended: Float32Array) {
  const columns = Math.ceil(camera.widthPx / CELL_PX);
  const cells = cellsOf(projectAll(mesh.positions, camera), camera, columns);
  const logs = new Float64Array(columns * Math.ceil(camera.heightPx / CELL_PX) * 3);
  const counts = new Uint32Array(logs.length / 3);
  const [ax, ay, az] = camera.rotation.slice(6) as [number, number, number];
  for (let i = 0; i < isArm.length; i++) {
    const turnedAway = normals[i * 3]! * ax + normals[i * 3 + 1]! * ay + normals[i * 3 + 2]! * az;
    const cell = cells[i]!;
    if (cell < 0 || isArm[i] === 1 || turnedAway >= 0) continue;
    for (let c = 0; c < 3; c++) logs[cell * 3 + c] = logs[cell * 3 + c]! + logOf(blended[i * 3 + c]!);
    counts[cell] = counts[cell]! + 1;
  }
  // The mean log colour of each square, 3 in turn: 0 / 0 gives the NaN of a square without such parts.
  return { columns, cells, logs: logs.map((sum, k) => sum / counts[Math.floor(k / 3)]!) };
}

const logOf = (value: number) => Math.log(value + DARK_FLOOR);

/** The square of each vertex; -1 outside the picture. */
function cellsOf(projected: Float64Array, { widthPx, heightPx }: Camera, columns: number): Int32Array {
  return Int32Array.from({ length: projected.length / 3 }, (_, i) => {
    const x = projected[i * 3]!;
    const y = projected[i * 3 + 1]!;
    const isInside = x >= 0 && y >= 0 && x < widthPx && y < heightPx;
    return isInside ? Math.floor(y / CELL_PX) * columns + Math.floor(x / CELL_PX) : -1;
  });
}

/** Median log colour of the arms in places with no other part of the person behind them. */
function usualArm(
  isArm: Uint8Array,
  colours: readonly Float32Array[],
  weights: readonly Float32Array[],
  others: readonly OtherParts[],
): number[] | undefined {
  const logs: [number[], number[], number[]] = [[], [], []];
  for (const [view, own] of colours.entries()) {
    const { cells, logs: behind } = others[view]!;
    for (let i = 0; i < isArm.length; i++) {
      if (isArm[i] === 0 || weights[view]![i]! < WELL_SEEN || !Number.isNaN(behind[cells[i]! * 3]!)) continue;
      for (let c = 0; c < 3; c++) logs[c]!.push(logOf(own[i * 3 + c]!));
    }
  }
  if (logs[0].length < FEW) return undefined;
  return logs.map((values) => medianOf(Float64Array.from(values)));
}

/** True if a colour is nearer to that of another part, in or beside the square, than to the arm's. */
function isOthers(own: readonly number[], others: OtherParts, cell: number, usual: readonly number[]): boolean {
  const { columns, logs } = others;
  for (const row of [-columns, 0, columns]) {
    for (let at = (cell + row - 1) * 3; at <= (cell + row + 1) * 3; at += 3) {
      let [toArm, toOther, apart] = [0, 0, 0];
      for (let c = 0; c < 3; c++) {
        const other = logs[at + c] ?? Number.NaN;
        toArm += (own[c]! - usual[c]!) ** 2;
        toOther += (own[c]! - other) ** 2;
        apart += (usual[c]! - other) ** 2;
      }
      if (apart > CLEARLY_OTHER ** 2 && toOther < toArm) return true;
    }
  }
  return false;
}

/** These vertices, and those of the arms up to `RINGS` steps from them. */
function ringsRound(vertices: readonly number[], isArm: Uint8Array, start: Uint32Array, of: Uint32Array): Set<number> {
  const all = new Set(vertices);
  let border = [...vertices];
  for (let ring = 0; ring < RINGS; ring++) {
    const next: number[] = [];
    for (const i of border) {
      for (let k = start[i]!; k < start[i + 1]!; k++) {
        if (isArm[of[k]!] === 0 || all.has(of[k]!)) continue;
        all.add(of[k]!);
        next.push(of[k]!);
      }
    }
    border = next;
  }
  return all;
}
