import type { RgbImage } from '../../photo/decode.ts';
import { centreOf } from '../camera.ts';
import { LINEAR } from '../image/linear-light.ts';
import { blur121, type Plane, valueAt } from '../image/plane.ts';
import { rasterize } from '../render/rasterize.ts';
import { neighbourLists } from '../surface/edges.ts';
import { faceNormal, type Mesh } from '../surface/mesh.ts';
import { harmonics, TERMS } from '../texture/directed-light.ts';
import { evenedOut } from '../texture/even-light.ts';
import { type FitState, type Layout, moved } from './fit-state.ts';
import { addPrior, addRow, type NormalEquations, newEquations, solveEquations } from './least-squares.ts';
import { type FitSetup, pointRow, posedPerson } from './observe.ts';
import type { PosedModel } from './posed-model.ts';
import { type SkinPlaces, STRIDE, skinPlaces } from './skin-places.ts';
import { VIEW_SIZE } from './view-camera.ts';

/** Photos whose shade is used; the same skin is seen in all of them, each in a light of its own. */
const SHADED: readonly string[] = ['front', 'left', 'right'];
/** What neither light, paint nor modes explain, of the logarithm of red light on a cm² of skin. */
const SIGMA = 0.2;
/** A place counts a quarter if its light is this far from what is expected: spots, hair, glasses, gleams. */
const DOUBT = 0.25;
/** Cosine between the surface and the way to the camera below which a place is not used, and from which on it counts fully. */
const FLATTEST = 0.3;
const CLEAR = 0.55;
/** Standard deviations of the light's terms, order by order, logarithm. */
const LIGHT_SIGMA = [10, 3, 1] as const;
/** Rounds of smoothing, and how deep hollows then are, metres: there less light arrives, by a share known to `HOLLOW_SIGMA`. */
const HOLLOWS = [
  { rounds: 3, depth: 0.0005 },
  { rounds: 12, depth: 0.0015 },
  { rounds: 40, depth: 0.004 },
] as const;
const HOLLOW_SIGMA = 0.1;
const DEEPEST = 1.5;
/** Numbers per photo that its light takes: those of the direction, those of hollows. */
const LIGHT = TERMS + HOLLOWS.length;
/** A place this much further away than what is seen there is hidden, in px of the picture. */
const SLACK_PX = 6;
const LEAST_PLACES = 100;
/** Keeps the logarithm of nearly black pixels from becoming noise; a share of white. */
const FAINT = 0.004;
const DAMPING = 1e-3;

/**
 * Carries a fit on by rounds that also tell the shape from the shade on the skin. The logarithm of red light at a place of
 * the face is that of the light on a surface that faces so, and of the paint; both are unknown, and stand beside the shape in
 * the same equations, so that shade counts for the shape only as far as it cannot be skin. Each photo has a light of its own,
 * the skin is the same in all. As the shape changes, a place turns, and moves to another pixel.
 *
 * Three photos, provider 4. Error of the face without and with it, mm: median (worst), mean; with / without of the means; median
 * and worst of each head's own ratio.
 *
 *   40 real heads (seeds 1000 to 1039)    1.07 (2.69), 1.19   0.91 (2.38), 0.93   0.78   0.80, 1.05
 *   the same with relief                  1.32 (2.78), 1.44   1.21 (2.45), 1.29   0.89   0.91, 1.03
 *   every second mode unknown             1.31 (2.69), 1.29   1.05 (2.38), 1.09   0.85   0.84, 1.04
 *   nine synthetic people                 1.18 (2.25), 1.38   1.14 (2.07), 1.27   0.92   0.92, 1.05
 *   eight of another family               1.73 (2.10), 1.75   1.59 (1.97), 1.63   0.93   0.95, 1.01
 *   8 real heads (seeds 2000 to 2007), painted with a dark beard, with stubble (0.75 and 0.35 of the hair's colour)
 *                                         0.72 (1.29), 0.91   0.68 (1.21), 0.83   0.92   0.92, 0.99
 *                                         0.80 (1.30), 0.92   0.71 (1.09), 0.80   0.86   0.88, 0.91
 *   the same with uneven skin (13 %)      0.77 (1.37), 0.92   0.72 (1.28), 0.85   0.92   0.92, 0.96
 *
 * How far the paint moves the face along its normals, root mean square of the face, mean (worst) of those 8, mm, all with the
 * outlines of the plain head: beard 0.25 (0.38), stubble 0.13 (0.19), uneven skin 0.25 (0.36). With places that slide along the
 * surface: 0.38 (0.53), 0.19 (0.27), 0.35 (0.51). Part of it is that less shade can be used: a face with a beard is 0.27 from
 * that of outlines alone.
 *
 * The same 8 heads, plain, every second mode unknown, uneven skin, dark beard: ratio of the means; and how far beard and uneven
 * skin move the face, along the normals and in all (a quick score; every second vertex, 120 ways or more):
 *   no unknown paint or hollows, front only, 12 heads 0.90 (worst 1.54)
 *   the front photo alone, 12 heads                   0.82
 *   the same, and places move to other pixels         0.77
 *   SIGMA 0.09                                        0.78, 0.84, 0.89, 0.89   –; 0.63 and 0.54
 *   SIGMA 0.15                                        0.82, 0.88, 0.91, 0.90   0.33 and 0.31; 0.49 and 0.44
 *   SIGMA 0.3                                         0.89, 0.93, 0.95, 0.92   0.20 and 0.20; 0.31 and 0.30
 *   SIGMA 0.5                                         0.94, 0.95, 0.97, 0.96   0.13 and 0.14; 0.19 and 0.21
 *   SIGMA 0.09, places do not move, other paint       0.79, 0.85, 0.99, 0.92   –; 0.52 and 0.92
 *   SIGMA 0.06, nothing known to be alike on both sides 0.77, 0.83, 0.88, 0.91 –; 0.77 and 0.65
 *   SIGMA 0.09, paint of 0.17 over 15 mm and 0.08 over 60 mm, alike on both sides to 0.5 or 0.85 of the variance: the same to 0.02
 * On 50 front photos of real people (odd numbers of the Face Research Lab London Set) what light does not explain is alike on both
 * sides to some 0.8 of the variance, falls to half within 14 mm, and with hair, brows and a shape from one photo it is 0.24 in the
 * median head, 0.1 on painted heads: so real faces gain less than painted ones. No true surface of real faces is known.
 * It takes 0.25 to 0.4 s (a fit 0.7). Every second vertex, 80 ways and four rounds of `explain`: 0.45 s and the same errors (24 heads
 * 0.848 and 0.882 of the error, not 0.845 and 0.873). With six photos it is not used: that was not measured.
 */
export function shadedState(
  setup: FitSetup,
  start: FitState,
  layout: Layout,
  rounds: number,
  equationsAt: (state: FitState) => NormalEquations,
): FitState {
  const places = skinPlaces(setup.model);
  const lights = setup.views.flatMap(({ view, image }, i) =>
    image !== undefined && SHADED.includes(view) ? [{ view: i, plane: redLight(image) }] : [],
  );
  if (places === undefined || !lights.some(({ view }) => setup.views[view]!.view === 'front')) return start;
  const guess = new Float64Array(lights.length * LIGHT + places.ways);
  let state = start;
  for (let round = 0; round < rounds; round++) {
    const seen = shadeIn(setup, state, places, lights);
    if (seen.samples.length < LEAST_PLACES) return state;
    if (round === 0) for (let at = 0; at < lights.length; at++) guess[at * LIGHT] = usual(seen.samples, at);
    for (let k = 0; k < (round === 0 ? 3 : 1); k++) explain(seen, places, guess);
    const equations = widened(equationsAt(state), guess.length);
    addUnknowns(equations, layout.size, guess, lights.length);
    addShade(setup, state, layout, seen, places, guess, equations);
    const step = solveEquations(equations, DAMPING);
    state = moved(state, layout, step);
    for (let k = 0; k < guess.length; k++) guess[k] = guess[k]! + step[layout.size + k]!;
  }
  return state;
}

const RED_LIGHT = LINEAR.map((light) => Math.log(light + FAINT));

function redLight({ widthPx, heightPx, rgb }: RgbImage): Plane {
  const values = new Float32Array(widthPx * heightPx);
  for (let i = 0; i < values.length; i++) values[i] = RED_LIGHT[rgb[i * 3]!]!;
  return { widthPx, heightPx, values: blur121(blur121(values, widthPx, heightPx), widthPx, heightPx) };
}

/** The light of one place in one photo. */
interface Sample {
  /** The number of its light. */
  light: number;
  /** The number of its place. */
  place: number;
  log: number;
  /** Change of `log` to the right and down, per px. */
  slope: readonly [number, number];
  /** cm²; a place stands for the vertices that are left out between. */
  area: number;
}

type Shade = ReturnType<typeof shadeIn>;

/** What the photos show of the places that are not hidden, and how much light of each kind reaches them. */
function shadeIn(
  setup: FitSetup,
  state: FitState,
  places: SkinPlaces,
  lights: readonly { view: number; plane: Plane }[],
) {
  const { posed, mesh, normals, seen } = posedPerson(setup, state);
  const areas = areasOf(mesh);
  const samples: Sample[] = [];
  lights.forEach(({ view, plane }, light) => {
    const { camera } = seen[view]!;
    const { depth, projected } = rasterize(mesh, camera);
    const eye = centreOf(camera);
    const slack = (camera.translation[2] / camera.focalPx) * SLACK_PX;
    places.vertices.forEach((v, place) => {
      const [x, y, z] = [projected[v * 3]!, projected[v * 3 + 1]!, projected[v * 3 + 2]!];
      if (x < 3 || y < 3 || x > camera.widthPx - 4 || y > camera.heightPx - 4) return;
      if (z > depth[Math.floor(y) * camera.widthPx + Math.floor(x)]! + slack) return;
      const away = eye.map((value, c) => value - mesh.positions[v * 3 + c]!);
      const facing = away.reduce((sum, value, c) => sum + value * normals[v * 3 + c]!, 0) / Math.hypot(...away);
      if (facing < FLATTEST) return;
      const log = (dx: number, dy: number) => valueAt(plane, x - 0.5 + dx, y - 0.5 + dy);
      const slope = [(log(1.5, 0) - log(-1.5, 0)) / 3, (log(0, 1.5) - log(0, -1.5)) / 3] as const;
      const clear = Math.min(1, (facing - FLATTEST) / (CLEAR - FLATTEST));
      samples.push({ light, place, log: log(0, 0), slope, area: areas[v]! * STRIDE * 1e4 * clear });
    });
  });
  return {
    posed,
    seen,
    normals,
    samples,
    views: lights.map(({ view }) => view),
    terms: termsOf(mesh, normals, places),
  };
}

/** Area of each vertex, m². */
function areasOf({ positions, triangles }: Mesh): Float64Array {
  const areas = new Float64Array(positions.length / 3);
  const n = new Float64Array(3);
  for (let t = 0; t < triangles.length; t += 3) {
    faceNormal(positions, triangles, t, n);
    const share = Math.hypot(n[0]!, n[1]!, n[2]!) / 6;
    for (let k = 0; k < 3; k++) areas[triangles[t + k]!] = areas[triangles[t + k]!]! + share;
  }
  return areas;
}

/** How much of each kind of light reaches the places: `LIGHT` per place. */
function termsOf(mesh: Mesh, normals: Float64Array, { vertices }: SkinPlaces): Float64Array {
  const terms = new Float64Array(vertices.length * LIGHT);
  vertices.forEach((v, place) => {
    harmonics(normals, v * 3, terms, place * LIGHT);
  });
  const { start, of } = neighbourLists(mesh);
  let even = mesh.positions;
  let done = 0;
  HOLLOWS.forEach(({ rounds, depth }, k) => {
    for (; done < rounds; done++) even = evenedOut(even, start, of);
    vertices.forEach((v, place) => {
      let below = 0;
      for (let c = v * 3; c < v * 3 + 3; c++) below += (even[c]! - mesh.positions[c]!) * normals[c]!;
      terms[place * LIGHT + TERMS + k] = Math.max(-DEEPEST, Math.min(DEEPEST, below / depth));
    });
  });
  return terms;
}

function usual(samples: readonly Sample[], light: number): number {
  const logs = Float64Array.from(samples.filter((one) => one.light === light).map(({ log }) => log)).sort();
  return logs[logs.length >> 1] ?? 0;
}

/** How far the light of a sample is from what is guessed. */
function unexplained({ terms }: Shade, { ways, paint }: SkinPlaces, guess: Float64Array, sample: Sample): number {
  const { light, place, log } = sample;
  let left = log;
  for (let k = 0; k < LIGHT; k++) left -= terms[place * LIGHT + k]! * guess[light * LIGHT + k]!;
  const skin = guess.length - ways;
  for (let k = 0; k < ways; k++) left -= paint[place * ways + k]! * guess[skin + k]!;
  return left;
}

function weightOf({ rest }: SkinPlaces, { place, area }: Sample, residual: number): number {
  const robust = 1 / (1 + (residual / DOUBT) ** 2) ** 2;
  return robust / (SIGMA ** 2 / area + rest[place]!);
}

/** Finds light and paint for the shape as it is. */
function explain(shade: Shade, places: SkinPlaces, guess: Float64Array): void {
  const equations = newEquations(guess.length);
  addUnknowns(equations, 0, guess, (guess.length - places.ways) / LIGHT);
  const row = new Float64Array(guess.length);
  const columns = unknownColumns(0, guess.length, places.ways).map((one) => Int32Array.from(one));
  for (const sample of shade.samples) {
    const residual = unexplained(shade, places, guess, sample);
    fillUnknowns(row, 0, shade, places, guess, sample);
    addRow(equations, row, residual, weightOf(places, sample, residual), columns[sample.light]!);
  }
  const step = solveEquations(equations, 0);
  for (let k = 0; k < guess.length; k++) guess[k] = guess[k]! + step[k]!;
}

/** What is usual of light and paint. */
function addUnknowns(equations: NormalEquations, from: number, guess: Float64Array, lights: number): void {
  guess.forEach((value, k) => {
    const term = k % LIGHT;
    let sigma = 1;
    if (k < lights * LIGHT) sigma = term < TERMS ? LIGHT_SIGMA[Math.floor(Math.sqrt(term))]! : HOLLOW_SIGMA;
    // How bright a photo is on the whole is not known at all.
    if (k >= lights * LIGHT || term > 0) addPrior(equations, from + k, value, 1 / sigma ** 2);
  });
}

/** Fills the part of a row from `from` on, which is about light and paint. */
function fillUnknowns(
  row: Float64Array,
  from: number,
  { terms }: Shade,
  { ways, paint }: SkinPlaces,
  guess: Float64Array,
  { light, place }: Sample,
): void {
  const own = from + light * LIGHT;
  const skin = from + guess.length - ways;
  for (let k = 0; k < LIGHT; k++) row[own + k] = -terms[place * LIGHT + k]!;
  for (let k = 0; k < ways; k++) row[skin + k] = -paint[place * ways + k]!;
}

/** The columns of light and paint, of each light. */
function unknownColumns(from: number, count: number, ways: number): number[][] {
  const lights = (count - ways) / LIGHT;
  const skin = Array.from({ length: ways }, (_, k) => from + lights * LIGHT + k);
  return Array.from({ length: lights }, (_, light) => [
    ...Array.from({ length: LIGHT }, (__, k) => from + light * LIGHT + k),
    ...skin,
  ]);
}

/** The same equations, with more unknowns of which they say nothing. */
function widened({ size, matrix, right, cost }: NormalEquations, more: number): NormalEquations {
  const wide = { ...newEquations(size + more), cost };
  wide.right.set(right);
  for (let i = 0; i < size; i++) wide.matrix.set(matrix.subarray(i * size, (i + 1) * size), i * (size + more));
  return wide;
}

function addShade(
  setup: FitSetup,
  state: FitState,
  layout: Layout,
  shade: Shade,
  places: SkinPlaces,
  guess: Float64Array,
  equations: NormalEquations,
): void {
  const { posed, seen, normals, samples } = shade;
  const rows = seen.map((camera, view) => pointRow(posed, layout, camera, state, view));
  const turns = normalTurns(setup, posed);
  const row = new Float64Array(equations.size);
  const shape = Array.from({ length: layout.views }, (_, k) => k);
  const columns = unknownColumns(layout.size, guess.length, places.ways).map((own, light) => {
    const camera = Array.from({ length: VIEW_SIZE }, (_, k) => layout.views + shade.views[light]! * VIEW_SIZE + k);
    return Int32Array.from([...shape, ...camera, ...own]);
  });
  const slope = new Float64Array(3);
  for (const sample of samples) {
    const vertex = places.vertices[sample.place]!;
    const at = rows[shade.views[sample.light]!]!;
    at.fill({ vertices: [vertex], weights: [1] }, ...sample.slope);
    row.set(at.row);
    lightSlope(normals, vertex, guess.subarray(sample.light * LIGHT), slope);
    turns(vertex, slope, layout.modes, row);
    fillUnknowns(row, layout.size, shade, places, guess, sample);
    const residual = unexplained(shade, places, guess, sample);
    addRow(equations, row, residual, weightOf(places, sample, residual), columns[sample.light]!);
  }
}

/** How the light on a vertex changes as its normal changes. */
function lightSlope(normals: Float64Array, vertex: number, light: Float64Array, out: Float64Array): void {
  const terms = new Float64Array(TERMS);
  const step = 1e-3;
  for (let c = 0; c < 3; c++) {
    out[c] = 0;
    for (const sign of [1, -1]) {
      const near = normals.slice(vertex * 3, vertex * 3 + 3);
      near[c] = near[c]! + sign * step;
      harmonics(near, 0, terms, 0);
      for (let k = 0; k < TERMS; k++) out[c] = out[c]! + (sign * terms[k]! * light[k]!) / (2 * step);
    }
  }
}

/**
 * Returns a function that takes from `row`, for each of the first `modes`, the change of a vertex's normal along `slope`.
 * The normal is the sum of its triangles' a × b + b × c + c × a, so a neighbour that moves by m, between the neighbours
 * `before` and `after` it, changes it by (before − after) × m. All of it before posing.
 */
function normalTurns({ model, byVertex }: FitSetup, { rest, transforms }: PosedModel) {
  const { triangles } = model.mean;
  const { start, of, edge } = neighbourLists(model.mean);
  const afterIt = edge.map((at) => triangles[at % 3 === 0 ? at + 2 : at - 1]!);
  const joints = model.joints.length;
  const n = new Float64Array(3);
  return (vertex: number, slope: Float64Array, modes: number, row: Float64Array): void => {
    const [first, end] = [start[vertex]!, start[vertex + 1]!];
    const own = [0, 0, 0];
    for (let j = 0; j < joints; j++) {
      const weight = model.skinning[vertex * joints + j]!;
      for (let k = 0; k < 9; k++) own[k % 3] = own[k % 3]! + weight * transforms[j * 12 + k]! * slope[(k / 3) | 0]!;
    }
    const normal = [0, 0, 0];
    for (let e = first; e < end; e++) {
      faceNormal(rest, triangles, edge[e]! - (edge[e]! % 3), n);
      for (let c = 0; c < 3; c++) normal[c] = normal[c]! + n[c]!;
    }
    const squared = normal[0]! ** 2 + normal[1]! ** 2 + normal[2]! ** 2;
    const length = Math.sqrt(squared);
    const along = (own[0]! * normal[0]! + own[1]! * normal[1]! + own[2]! * normal[2]!) / squared;
    const [ax, ay, az] = own.map((value, c) => (value - along * normal[c]!) / length) as [number, number, number];
    for (let e = first; e < end; e++) {
      const after = afterIt[e]! * 3;
      const before = of[first + afterIt.subarray(first, end).indexOf(of[e]!)]! * 3;
      const dx = rest[before]! - rest[after]!;
      const dy = rest[before + 1]! - rest[after + 1]!;
      const dz = rest[before + 2]! - rest[after + 2]!;
      const [gx, gy, gz] = [dy * az - dz * ay, dz * ax - dx * az, dx * ay - dy * ax];
      for (let k = 0, o = of[e]! * model.modes.length * 3; k < modes; k++, o += 3) {
        row[k] = row[k]! + gx * byVertex[o]! + gy * byVertex[o + 1]! + gz * byVertex[o + 2]!;
      }
    }
  };
}
