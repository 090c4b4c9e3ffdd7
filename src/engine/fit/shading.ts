import type { RgbImage } from '../../photo/decode.ts';
import { centreOf } from '../camera.ts';
import { LINEAR } from '../image/linear-light.ts';
import { blur121, type Plane, valueAt } from '../image/plane.ts';
import { rasterize } from '../render/rasterize.ts';
import { neighbourLists } from '../surface/edges.ts';
import { faceNormal, type Mesh, vertexNormals } from '../surface/mesh.ts';
import { harmonics, TERMS } from '../texture/directed-light.ts';
import { evenedOut } from '../texture/even-light.ts';
import { type FitState, type Layout, moved } from './fit-state.ts';
import { addPrior, addRow, type NormalEquations, newEquations, solveEquations } from './least-squares.ts';
import { type FitSetup, pointRow, posedOutlines } from './observe.ts';
import type { PosedModel } from './posed-model.ts';
import { type SkinPlaces, skinPlaces } from './skin-places.ts';
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
    for (let k = 0; k < (round === 0 ? 4 : 1); k++) explain(seen, places, guess);
    const equations = widened(equationsAt(state), guess.length);
    addUnknowns(equations, layout.size, guess, lights.length);
    addShade(setup, state, layout, seen, places, guess, equations);
    const step = solveEquations(equations, DAMPING);
    state = moved(state, layout, step);
    for (let k = 0; k < guess.length; k++) guess[k] = guess[k]! + step[layout.size + k]!;
  }
  return state;
}

function redLight({ widthPx, heightPx, rgb }: RgbImage): Plane {
  const values = Float32Array.from({ length: widthPx * heightPx }, (_, i) => Math.log(LINEAR[rgb[i * 3]!]! + FAINT));
  return { widthPx, heightPx, values: blur121(blur121(values, widthPx, heightPx), widthPx, heightPx) };
}

/** The light of one place in one photo. */
interface Sample {
  /** The number of its light, and the photo's. */
  light: number;
  view: number;
  /** The number of its place. */
  place: number;
  log: number;
  /** Change of `log` to the right and down, per px. */
  slope: readonly [number, number];
  /** cm² */
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
  const { posed, mesh, seen } = posedOutlines(setup, state);
  const normals = vertexNormals(mesh);
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
      samples.push({ light, view, place, log: log(0, 0), slope, area: areas[v]! * 1e4 * clear });
    });
  });
  return { posed, seen, normals, samples, terms: termsOf(mesh, normals, places) };
}

/** Area of each vertex, m²; a place stands for those left out between, too. */
function areasOf({ positions, triangles }: Mesh): Float64Array {
  const areas = new Float64Array(positions.length / 3);
  const n = new Float64Array(3);
  for (let t = 0; t < triangles.length; t += 3) {
    faceNormal(positions, triangles, t, n);
    const share = Math.hypot(n[0]!, n[1]!, n[2]!) / 3;
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
  for (const sample of shade.samples) {
    const residual = unexplained(shade, places, guess, sample);
    const columns = fillUnknowns(row, 0, shade, places, guess, sample);
    addRow(equations, row, residual, weightOf(places, sample, residual), Int32Array.from(columns));
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

/** Fills the part of a row from `from` on, which is about light and paint, and returns its columns. */
function fillUnknowns(
  row: Float64Array,
  from: number,
  { terms }: Shade,
  { ways, paint }: SkinPlaces,
  guess: Float64Array,
  { light, place }: Sample,
): number[] {
  const own = from + light * LIGHT;
  const skin = from + guess.length - ways;
  for (let k = 0; k < LIGHT; k++) row[own + k] = -terms[place * LIGHT + k]!;
  for (let k = 0; k < ways; k++) row[skin + k] = -paint[place * ways + k]!;
  return [...Array.from({ length: LIGHT }, (_, k) => own + k), ...Array.from({ length: ways }, (_, k) => skin + k)];
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
  const slope = new Float64Array(3);
  for (const sample of samples) {
    const vertex = places.vertices[sample.place]!;
    const at = rows[sample.view]!;
    at.fill({ vertices: [vertex], weights: [1] }, ...sample.slope);
    row.set(at.row);
    lightSlope(normals, vertex, guess.subarray(sample.light * LIGHT), slope);
    turns(vertex, slope, layout.modes, row);
    const camera = Array.from({ length: VIEW_SIZE }, (_, k) => layout.views + sample.view * VIEW_SIZE + k);
    const columns = fillUnknowns(row, layout.size, shade, places, guess, sample);
    const residual = unexplained(shade, places, guess, sample);
    const weight = weightOf(places, sample, residual);
    addRow(equations, row, residual, weight, Int32Array.from([...shape, ...camera, ...columns]));
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
 * A normal is the sum of its triangles' a × b + b × c + c × a, so where corner a moves by d it changes by d × (b − c). All of it
 * before posing.
 */
function normalTurns({ model, byVertex }: FitSetup, { rest, transforms }: PosedModel) {
  const { triangles } = model.mean;
  const { start, edge } = neighbourLists(model.mean);
  const joints = model.joints.length;
  const n = new Float64Array(3);
  return (vertex: number, slope: Float64Array, modes: number, row: Float64Array): void => {
    const own = [0, 0, 0];
    for (let j = 0; j < joints; j++) {
      const weight = model.skinning[vertex * joints + j]!;
      for (let k = 0; k < 9; k++) own[k % 3] = own[k % 3]! + weight * transforms[j * 12 + k]! * slope[(k / 3) | 0]!;
    }
    const normal = [0, 0, 0];
    for (let e = start[vertex]!; e < start[vertex + 1]!; e++) {
      faceNormal(rest, triangles, edge[e]! - (edge[e]! % 3), n);
      for (let c = 0; c < 3; c++) normal[c] = normal[c]! + n[c]!;
    }
    const squared = normal[0]! ** 2 + normal[1]! ** 2 + normal[2]! ** 2;
    const length = Math.sqrt(squared);
    const along = (own[0]! * normal[0]! + own[1]! * normal[1]! + own[2]! * normal[2]!) / squared;
    const [ax, ay, az] = own.map((value, c) => (value - along * normal[c]!) / length) as [number, number, number];
    for (let e = start[vertex]!; e < start[vertex + 1]!; e++) {
      const t = edge[e]! - (edge[e]! % 3);
      const corners = triangles.subarray(t, t + 3);
      for (let k = 0; k < 3; k++) {
        const [b, c] = [corners[(k + 1) % 3]! * 3, corners[(k + 2) % 3]! * 3];
        const [ex, ey, ez] = [rest[c]! - rest[b]!, rest[c + 1]! - rest[b + 1]!, rest[c + 2]! - rest[b + 2]!];
        const [gx, gy, gz] = [ey * az - ez * ay, ez * ax - ex * az, ex * ay - ey * ax];
        for (let m = 0, o = corners[k]! * model.modes.length * 3; m < modes; m++, o += 3) {
          row[m] = row[m]! + gx * byVertex[o]! + gy * byVertex[o + 1]! + gz * byVertex[o + 2]!;
        }
      }
    }
  };
}
