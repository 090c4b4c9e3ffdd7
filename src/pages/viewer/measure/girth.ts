import { placeOf, type Surface } from './surface.ts';
import { between, distance, lengthAlong, type Vec3 } from './vector.ts';

/** Where a level plane cuts a surface, in order along it. A closed curve ends with its first place. */
export interface Curve {
  places: readonly Vec3[];
  isClosed: boolean;
}

export interface Girth {
  curve: Curve;
  /** Along the surface, through every hollow. */
  alongM: number;
  /** As a tape lies, straight over hollows. */
  tapeM: number;
}

/** The girth at the height of a place: of the part of the body that the place is on. Undefined where nothing is cut. */
export function girthAt(surface: Surface, place: Vec3): Girth | undefined {
  const away = ({ places }: Curve) => Math.min(...places.map((one) => distance(one, place)));
  const nearest = cutAt(surface, place[1])
    .map((curve) => ({ curve, away: away(curve) }))
    .sort((a, b) => a.away - b.away)[0];
  if (nearest === undefined) return undefined;
  const { curve } = nearest;
  return { curve, alongM: lengthAlong(curve.places), tapeM: lengthAlong(hullOf(curve.places)) };
}

/** All curves in which the level plane at a height cuts the surface. */
export function cutAt(surface: Surface, heightM: number): Curve[] {
  const { triangles, edges, positions } = surface;
  const isAbove = (vertex: number) => positions[vertex * 3 + 1]! > heightM;
  const cutEdges = (triangle: number) =>
    [0, 1, 2]
      .map((k) => edges.ofTriangle[triangle * 3 + k]!)
      .filter((edge) => isAbove(edges.ends[edge * 2]!) !== isAbove(edges.ends[edge * 2 + 1]!));
  const placeAt = (edge: number): Vec3 => {
    const [a, b] = [placeOf(surface, edges.ends[edge * 2]!), placeOf(surface, edges.ends[edge * 2 + 1]!)];
    return between(a, b, (heightM - a[1]) / (b[1] - a[1]));
  };
  const seen = new Uint8Array(triangles.length / 3);
  /** From a triangle out through an edge, until the curve is closed or the surface ends. */
  const walk = (start: number, out: number): { places: Vec3[]; isClosed: boolean } => {
    const places = [placeAt(out)];
    for (let triangle = start, edge = out; ; ) {
      const [one, other] = [edges.sides[edge * 2]!, edges.sides[edge * 2 + 1]!];
      const next = one === triangle ? other : one;
      if (next < 0) return { places, isClosed: false };
      if (next === start) return { places, isClosed: true };
      if (seen[next] === 1) return { places, isClosed: false };
      seen[next] = 1;
      const [first, second] = cutEdges(next) as [number, number];
      edge = first === edge ? second : first;
      triangle = next;
      places.push(placeAt(edge));
    }
  };
  const curves: Curve[] = [];
  for (let triangle = 0; triangle < seen.length; triangle++) {
    const cut = seen[triangle] === 1 ? [] : cutEdges(triangle);
    if (cut.length !== 2) continue;
    seen[triangle] = 1;
    const forth = walk(triangle, cut[0]!);
    if (forth.isClosed) curves.push({ places: [...forth.places, forth.places[0]!], isClosed: true });
    else curves.push({ places: [...walk(triangle, cut[1]!).places.reverse(), ...forth.places], isClosed: false });
  }
  return curves;
}

/** The convex outline of a level curve, closed (Andrew's monotone chain). */
function hullOf(places: readonly Vec3[]): Vec3[] {
  const sorted = [...places].sort((a, b) => a[0] - b[0] || a[2] - b[2]);
  const turn = (o: Vec3, a: Vec3, b: Vec3) => (a[0] - o[0]) * (b[2] - o[2]) - (a[2] - o[2]) * (b[0] - o[0]);
  const half = (ordered: readonly Vec3[]) => {
    const chain: Vec3[] = [];
    for (const place of ordered) {
      while (chain.length >= 2 && turn(chain.at(-2)!, chain.at(-1)!, place) <= 0) chain.pop();
      chain.push(place);
    }
    return chain;
  };
  return [...half(sorted), ...half(sorted.reverse()).slice(1)];
}
