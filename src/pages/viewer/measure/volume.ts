import type { Path } from './shortest-path.ts';
import { shortestPath } from './shortest-path.ts';
import { cornersOf, type Surface, type SurfacePoint } from './surface.ts';
import { cross, distance, dot, lengthOf, minus, plus, times, unit, type Vec3 } from './vector.ts';

/** A part of the surface inside a line that closes. */
export interface Patch {
  /** The line, closed. */
  rim: readonly Vec3[];
  /** The vertices inside the line. */
  inside: readonly number[];
  /** Outwards, as the patch faces on the whole; of length 1. */
  normal: Vec3;
  /** Flat pieces, corners counter-clockwise seen from outside, and the triangle that each belongs to. */
  pieces: readonly { corners: readonly Vec3[]; triangle: number }[];
  areaM2: number;
  /** Between the patch and the plane of its rim: positive where the patch stands out. */
  volumeM3: number;
}

/** Fewer places round a base than this enclose nothing. */
export const LEAST_POINTS = 3;

/**
 * The patch inside the shortest lines from each point to the next and back to the first; of the two parts into which
 * they cut the surface the smaller one. Undefined where they cut off nothing.
 */
export function patchWithin(surface: Surface, points: readonly SurfacePoint[]): Patch | undefined {
  const paths = points.map((from, i) => shortestPath(surface, from, points[(i + 1) % points.length]!));
  if (points.length < LEAST_POINTS || paths.some((path) => path === undefined)) return undefined;
  const rim = (paths as Path[]).flatMap(({ places }, i) => (i === 0 ? places : places.slice(1)));
  const lines = linesInTriangles(surface, paths as Path[]);
  if (lines === undefined) return undefined;
  const isInside = insideOf(surface, paths as Path[]);
  if (isInside === undefined) return undefined;
  const pieces = piecesOf(surface, lines, isInside);
  const areas = pieces.map(({ corners }) => areaVector(corners));
  const normal = unit(areas.reduce<Vec3>(plus, [0, 0, 0]));
  return {
    rim,
    inside: [...new Set(surface.triangles)].filter(isInside),
    normal,
    pieces,
    areaM2: areas.reduce((sum, area) => sum + lengthOf(area), 0),
    volumeM3: volumeAbove(rim, pieces, normal),
  };
}

/** A stretch of the line inside one triangle, from where it comes in to where it goes out. */
interface Stretch {
  places: Vec3[];
  enters: { edge: number; place: Vec3 };
  leaves: { edge: number; place: Vec3 };
}

/** The line's stretches by triangle. Undefined where all of it lies in one. */
function linesInTriangles({ edges }: Surface, paths: readonly Path[]): Map<number, Stretch[]> | undefined {
  /** Crossings, each followed by the clicked places on the way to the next one. */
  const steps = paths.flatMap(({ from, crossings }) => [{ place: from.place, edge: -1 }, ...crossings]);
  const first = steps.findIndex(({ edge }) => edge >= 0);
  if (first < 0) return undefined;
  const cycle = [...steps.slice(first), ...steps.slice(0, first), steps[first]!];
  const found = new Map<number, Stretch[]>();
  let enters = cycle[0]!;
  let places = [enters.place];
  for (const step of cycle.slice(1)) {
    places.push(step.place);
    if (step.edge < 0) continue;
    const triangle = commonTriangle(edges.sides, enters.edge, step.edge, places.length > 2 ? paths : [], places);
    if (triangle !== undefined) {
      found.set(triangle, [...(found.get(triangle) ?? []), { places, enters, leaves: step }]);
    }
    enters = step;
    places = [step.place];
  }
  return found;
}

/** The triangle between two crossed edges; where one edge is crossed in and out again, that of the clicked place. */
function commonTriangle(
  sides: Int32Array,
  one: number,
  other: number,
  paths: readonly Path[],
  [, clicked]: readonly Vec3[],
): number | undefined {
  const ofOne = [sides[one * 2]!, sides[one * 2 + 1]!];
  const ofOther = [sides[other * 2]!, sides[other * 2 + 1]!];
  const common = ofOne.filter((triangle) => triangle >= 0 && ofOther.includes(triangle));
  if (one !== other) return common[0];
  return paths.find(({ from }) => from.place === clicked)?.from.triangle;
}

/** Tells which vertices lie inside. Undefined where the line does not part the surface. */
function insideOf(surface: Surface, paths: readonly Path[]): ((vertex: number) => boolean) | undefined {
  const { triangles, edges } = surface;
  const crossed = new Map<number, number>();
  for (const { crossings } of paths) {
    for (const { edge } of crossings) crossed.set(edge, (crossed.get(edge) ?? 0) + 1);
  }
  const isCut = (edge: number) => (crossed.get(edge) ?? 0) % 2 === 1;
  const group = new Int32Array(surface.positions.length / 3).map((_, vertex) => vertex);
  const rootOf = (vertex: number): number => {
    let root = vertex;
    while (group[root] !== root) root = group[root]!;
    for (let at = vertex; at !== root; ) {
      const next = group[at]!;
      group[at] = root;
      at = next;
    }
    return root;
  };
  for (let edge = 0; edge < edges.ends.length / 2; edge++) {
    if (!isCut(edge)) group[rootOf(edges.ends[edge * 2]!)] = rootOf(edges.ends[edge * 2 + 1]!);
  }
  const areas = new Map<number, number>();
  for (let t = 0; t < triangles.length / 3; t++) {
    const root = rootOf(triangles[t * 3]!);
    areas.set(root, (areas.get(root) ?? 0) + lengthOf(areaVector(cornersOf(surface, t))));
  }
  const cut = [...crossed.keys()].filter(isCut);
  const atLine = new Set(cut.flatMap((edge) => [edges.ends[edge * 2]!, edges.ends[edge * 2 + 1]!]).map(rootOf));
  if (atLine.size < 2) return undefined;
  const outside = [...atLine].sort((a, b) => (areas.get(b) ?? 0) - (areas.get(a) ?? 0))[0]!;
  return (vertex) => {
    const root = rootOf(vertex);
    return root !== outside && atLine.has(root);
  };
}

function piecesOf(surface: Surface, lines: Map<number, Stretch[]>, isInside: (vertex: number) => boolean) {
  const { triangles } = surface;
  const pieces: { corners: readonly Vec3[]; triangle: number }[] = [];
  for (let triangle = 0; triangle < triangles.length / 3; triangle++) {
    const inside = [0, 1, 2].filter((k) => isInside(triangles[triangle * 3 + k]!));
    const stretches = lines.get(triangle) ?? [];
    if (stretches.length === 0 && inside.length === 0) continue;
    if (stretches.length === 1) {
      const corners = insidePart(surface, triangle, stretches[0]!, inside);
      if (corners.length > 2) pieces.push({ corners, triangle });
    } else if (inside.length >= 2) {
      // A triangle that the line crosses twice counts whole or not at all.
      pieces.push({ corners: cornersOf(surface, triangle), triangle });
    }
  }
  return pieces;
}

/** The part of a triangle on the inner side of the line through it. */
function insidePart(surface: Surface, triangle: number, stretch: Stretch, inside: readonly number[]): readonly Vec3[] {
  const corners = cornersOf(surface, triangle);
  /** How far along the triangle's border, counter-clockwise: 1.5 is the middle of its second edge. */
  const along = ({ edge, place }: { edge: number; place: Vec3 }) => {
    const k = [0, 1, 2].find((side) => surface.edges.ofTriangle[triangle * 3 + side] === edge)!;
    const whole = distance(corners[k]!, corners[(k + 1) % 3]!) || 1;
    return k + Math.min(distance(corners[k]!, place) / whole, 1 - 1e-12);
  };
  const [from, to] = [along(stretch.enters), along(stretch.leaves)];
  const left = cornersBetween(to, from);
  // A part without a corner lies on the other side than the one that has all three.
  const isLeft = left.length > 0 ? inside.includes(left[0]!) : inside.length === 0;
  const isNone = inside.length === 0 && left.length > 0 && left.length < 3;
  if (isNone) return [];
  const border = isLeft ? left : cornersBetween(from, to);
  const line = isLeft ? stretch.places : [...stretch.places].reverse();
  return [...line, ...border.map((k) => corners[k]!)];
}

/** The corners on the way along the border, counter-clockwise, from one place on it to another. */
function cornersBetween(from: number, to: number): number[] {
  const end = to < from ? to + 3 : to;
  return [1, 2, 3, 4, 5].filter((corner) => corner > from && corner <= end).map((corner) => corner % 3);
}

/** Its direction is outwards, its length the area. */
function areaVector(corners: readonly Vec3[]): Vec3 {
  let sum: Vec3 = [0, 0, 0];
  for (let i = 2; i < corners.length; i++) {
    sum = plus(sum, times(cross(minus(corners[i - 1]!, corners[0]!), minus(corners[i]!, corners[0]!)), 0.5));
  }
  return sum;
}

/** Between the pieces and the plane through the middle of the rim that faces as the patch does on the whole. */
function volumeAbove(rim: readonly Vec3[], pieces: Patch['pieces'], normal: Vec3): number {
  const middle = middleOf(rim);
  let volume = 0;
  for (const { corners } of pieces) {
    for (let i = 2; i < corners.length; i++) {
      const [a, b, c] = [corners[0]!, corners[i - 1]!, corners[i]!].map((corner) => minus(corner, middle)) as Corners;
      const shadow = dot(normal, cross(minus(b, a), minus(c, a))) / 2;
      volume += (shadow * (dot(normal, a) + dot(normal, b) + dot(normal, c))) / 3;
    }
  }
  return volume;
}

type Corners = [Vec3, Vec3, Vec3];

/** The middle of a closed line, by its length. */
export function middleOf(line: readonly Vec3[]): Vec3 {
  let sum: Vec3 = [0, 0, 0];
  let whole = 0;
  for (let i = 1; i < line.length; i++) {
    const length = distance(line[i - 1]!, line[i]!);
    sum = plus(sum, times(plus(line[i - 1]!, line[i]!), length / 2));
    whole += length;
  }
  return times(sum, 1 / (whole || 1));
}
