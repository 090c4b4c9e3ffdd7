import { medianOf } from '../median.ts';
import { type FitState, type Layout, moved } from './fit-state.ts';
import { addRow, type NormalEquations, solveEquations, widened } from './least-squares.ts';
import { addUnknowns, explain, fillUnknowns, unexplained, unknownColumns, weightOf } from './light-and-paint.ts';
import { LIGHT, lightSlope } from './light-terms.ts';
import { normalTurns } from './normal-turns.ts';
import { type FitSetup, pointRow } from './observe.ts';
import { lightsOf, type Sample, type Shade, shadeIn } from './shade-in-photos.ts';
import { type SkinPlaces, skinPlaces } from './skin-places.ts';
import { VIEW_SIZE } from './view-camera.ts';

const LEAST_PLACES = 100;
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
  const lights = lightsOf(setup);
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

function usual(samples: readonly Sample[], light: number): number {
  return medianOf(Float64Array.from(samples.filter((one) => one.light === light).map(({ log }) => log)));
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
