import type { ReconstructionType, View } from '../../contract/reconstruction.ts';
import type { Camera } from '../camera.ts';
import type { LandmarkName, MorphableModel } from '../morphable/morphable-model.ts';
import type { Contour } from '../silhouette/contour.ts';
import type { Silhouette } from '../silhouette/silhouette.ts';
import { type Mesh, scaledMesh, vertexNormals } from '../surface/mesh.ts';
import type { Vec3 } from '../vector.ts';
import { USUAL_DISTANCE } from '../views.ts';
import { type Edges, edgesOf } from './edges.ts';
import { addPriors, type FitState, type Layout, layoutOf, middleOf, moved, startState } from './fit-state.ts';
import { matchOutlines } from './match-outlines.ts';
import { addMeasure, type MeasureConstraint, surfacePoint } from './measure-constraint.ts';
import { addRow, type NormalEquations, newEquations, solveEquations } from './normal-equations.ts';
import { type OutlinePoints, pointsOfContour, pointsOfMask } from './outline-points.ts';
import { placeViews } from './place-views.ts';
import { PointRow } from './point-row.ts';
import { modesByVertex, type PosedModel, poseModel } from './posed-model.ts';
import { type Rim, rimOf } from './rim.ts';
import { type Trust, trustOf } from './trust.ts';
import { VIEW_SIZE, type ViewCamera, viewCamera } from './view-camera.ts';

/** A marked point in a photo, at the size of its silhouette. */
export interface SeenLandmark {
  name: LandmarkName;
  xPx: number;
  yPx: number;
  sigmaPx: number;
}

export interface FitView {
  view: View;
  silhouette: Silhouette;
  /** The outline by the photo's own edges; without it that of the mask is taken. */
  contour?: Contour;
  landmarks: readonly SeenLandmark[];
}

/** Rounds with one reach: modes that may move, and how far an outline is looked for. */
export interface Stage {
  rounds: number;
  modes: number;
  turns: boolean;
  /** The head is not yet told from its hair in the first rounds. */
  refines: boolean;
  /** Of the picture's height. */
  reach: number;
  /** Where an outline that is this far away counts a quarter, of the picture's height. */
  doubt: number;
}

export interface FitOptions {
  type: ReconstructionType;
  measure?: MeasureConstraint;
  stages?: readonly Stage[];
  onProgress?(fraction: number): void;
}

export interface FitResult {
  state: FitState;
  coefficients: Float64Array;
  angles: Float64Array;
  /** Posed, metres. */
  mesh: Mesh;
  /** In the order of the views, at the silhouettes' size. */
  cameras: Camera[];
  /** Per view: root mean square distance of the outlines, over the picture's height. */
  residual: number[];
  rims: number[][];
  /** Per view: share of the model's outline in the picture that found one in the photo. */
  matched: number[];
  /** Per view: overlap of the mean person with the photo before anything was fitted. */
  startOverlap: number[];
}

export const STAGES: readonly Stage[] = [
  { rounds: 4, modes: 3, turns: true, refines: false, reach: 0.08, doubt: 0.04 },
  { rounds: 4, modes: 8, turns: true, refines: false, reach: 0.05, doubt: 0.02 },
  { rounds: 4, modes: 16, turns: true, refines: false, reach: 0.035, doubt: 0.012 },
  { rounds: 4, modes: 32, turns: true, refines: true, reach: 0.025, doubt: 0.008 },
  { rounds: 6, modes: 60, turns: true, refines: true, reach: 0.02, doubt: 0.006 },
];

/** Noise of a good outline, of the picture's height; and the length over which its errors are one and the same. */
const SIGMA = 0.0015;
const ALIKE = 0.03;
/** So many points of an outline are enough: neighbours say the same. */
const POINTS = 400;

/**
 * Shape, pose and cameras of a person from outlines and landmarks under true perspective. Each round poses the model,
 * finds its outline in every photo, matches each of its points to the nearest outline of the photo that faces the same
 * way, and takes one Gauss–Newton step on the distances along that outline's normal, held by what people and photos
 * usually are. Shape modes are released gradually, and far matches count less and less.
 */
export function fitModel(model: MorphableModel, views: readonly FitView[], options: FitOptions): FitResult {
  const stages = options.stages ?? STAGES;
  const middle = middleOf(model);
  const usualFocal = USUAL_DISTANCE[options.type];
  const silhouettes = views.map(({ silhouette }) => silhouette);
  const names = views.map(({ view }) => view);
  const placement = placeViews(model.mean, middle, silhouettes, usualFocal, likelyScales(model, views, options));
  const trust = trustOf(model, options.type);
  const setting: Setting = {
    model,
    views,
    names,
    options,
    middle,
    usualFocal,
    edges: edgesOf(model.mean.triangles, model.mean.positions.length / 3),
    contours: views.map(({ contour, silhouette: { mask } }) =>
      contour === undefined ? pointsOfMask(mask) : pointsOfContour(contour, mask.heightPx),
    ),
    byVertex: modesByVertex(model),
    trust,
    ignored: Uint8Array.from(trust.outside, (share) => (share === 0 ? 1 : 0)),
  };
  let state = startState(model, names, usualFocal, placement);
  const total = stages.reduce((sum, { rounds }) => sum + rounds, 0);
  let done = 0;
  for (const stage of stages) {
    const modes = Math.min(stage.modes, model.modes.length);
    const layout = layoutOf(model, modes, stage.turns, views.length);
    for (let round = 0; round < stage.rounds; round++) {
      const equations = newEquations(layout.size);
      observe(setting, state, layout, stage, equations);
      addPriors(equations, layout, state, model, names, usualFocal);
      state = moved(state, layout, solveEquations(equations, 1e-3));
      options.onProgress?.(++done / total);
    }
  }
  return resultOf(setting, state, stages.at(-1)!, placement.overlap);
}

interface Setting {
  model: MorphableModel;
  views: readonly FitView[];
  names: readonly View[];
  options: FitOptions;
  middle: Vec3;
  usualFocal: number;
  edges: Edges;
  contours: readonly OutlinePoints[];
  byVertex: Float32Array;
  trust: Trust;
  ignored: Uint8Array;
}

/** Logarithms of picture heights per metre to try: about what the marked measure says, or else about what shows the mean person whole. */
function likelyScales(model: MorphableModel, views: readonly FitView[], { measure, type }: FitOptions): number[] {
  const front = views.find(({ view }) => view === 'front') ?? views[0]!;
  const shown = { face: 0.41, mammo: 0.7, body: 1.9 }[type];
  let logScale = -Math.log(shown);
  let spread = 0.3;
  const seen = (name: LandmarkName) => front.landmarks.find((landmark) => landmark.name === name);
  if (measure !== undefined && seen(measure.from) !== undefined && seen(measure.to) !== undefined) {
    const [a, b] = [seen(measure.from)!, seen(measure.to)!];
    const share = Math.hypot(a.xPx - b.xPx, a.yPx - b.yPx) / front.silhouette.mask.heightPx;
    logScale = Math.log(share / measure.metres);
    spread = 0.12;
  }
  return [-4, -3, -2, -1, 0, 1, 2, 3, 4].map((k) => logScale + (k / 4) * spread);
}

interface Look {
  seen: ViewCamera;
  rim: Rim;
}

function look(
  { model, edges, byVertex, ignored, middle, views }: Setting,
  state: FitState,
): { posed: PosedModel; looks: Look[] } {
  const posed = poseModel(model, state.coefficients, state.angles, byVertex);
  const size = Math.exp(state.logSize);
  const triangles = model.mean.triangles;
  const positions = posed.positions.map((value) => value * size);
  const normals = vertexNormals({ positions, triangles });
  const looks = views.map(({ silhouette: { mask } }, i) => {
    const seen = viewCamera(state.poses[i]!, state.shared, mask, middle);
    return { seen, rim: rimOf(positions, normals, triangles, edges, seen.camera, ignored) };
  });
  return { posed, looks };
}

function observe(setting: Setting, state: FitState, layout: Layout, stage: Stage, equations: NormalEquations): void {
  const { posed, looks } = look(setting, state);
  const shape = Array.from({ length: layout.views }, (_, k) => k);
  looks.forEach(({ seen, rim }, i) => {
    const own = Array.from({ length: VIEW_SIZE }, (_, k) => layout.views + i * VIEW_SIZE + k);
    const rows = new PointRow(posed, layout, seen, state, Int32Array.from([...shape, ...own]), i);
    matchRim(setting, rows, rim, i, stage, equations);
    matchLandmarks(setting, rows, i, equations);
  });
  const { measure } = setting.options;
  if (measure !== undefined) addMeasure(equations, layout, state, posed, measure, Int32Array.from(shape));
}

function matchRim(
  { contours, views, options, trust }: Setting,
  rows: PointRow,
  rim: Rim,
  view: number,
  stage: Stage,
  equations: NormalEquations,
): void {
  const height = views[view]!.silhouette.mask.heightPx;
  const doubt = (stage.doubt * height) ** 2;
  const perPx = ((options as any).weight ?? 1) / (ALIKE * height * (SIGMA * height) ** 2);
  const matches = matchOutlines(rim, contours[view]!, stage.reach * height, height);
  const step = Math.max(1, Math.ceil(matches.count / ((options as any).points ?? POINTS)));
  for (let m = 0; m < matches.count; m += step) {
    const i = matches.rim[m]!;
    const [a, b, share] = [rim.first[i]!, rim.second[i]!, rim.share[i]!];
    const residual = matches.residual[m]!;
    const side = residual > 0 || !stage.refines ? trust.outside : trust.inside;
    const robust = (doubt / (doubt + residual * residual)) ** 2;
    const weight = perPx * step * matches.lengthPx[m]! * robust * Math.min(side[a]!, side[b]!);
    rows.fill({ vertices: [a, b], weights: [1 - share, share] }, matches.normal[m * 2]!, matches.normal[m * 2 + 1]!);
    addRow(equations, rows.row, residual, weight, rows.columns);
  }
}

function matchLandmarks({ views, model }: Setting, rows: PointRow, view: number, equations: NormalEquations): void {
  for (const { name, xPx, yPx, sigmaPx } of views[view]!.landmarks) {
    const landmark = model.landmarks[name];
    if (landmark === undefined) continue;
    const point = surfacePoint(model, landmark);
    const [x, y] = rows.project(point);
    rows.fill(point, 1, 0);
    addRow(equations, rows.row, x - xPx, 1 / sigmaPx ** 2, rows.columns);
    rows.fill(point, 0, 1);
    addRow(equations, rows.row, y - yPx, 1 / sigmaPx ** 2, rows.columns);
  }
}

function resultOf(setting: Setting, state: FitState, stage: Stage, startOverlap: number[]): FitResult {
  const { posed, looks } = look(setting, state);
  const rims: number[][] = [];
  const quality = looks.map(({ rim }, i) => {
    const height = setting.views[i]!.silhouette.mask.heightPx;
    const {
      count,
      residual,
      lengthPx,
      found,
      normal,
      rim: at,
    } = matchOutlines(rim, setting.contours[i]!, stage.reach * height, height);
    let [all, squares] = [1e-9, 0];
    const out: number[] = [];
    for (let m = 0; m < count; m++) {
      all += lengthPx[m]!;
      squares += lengthPx[m]! * (residual[m]! / height) ** 2;
      const [x, y] = [rim.seen[at[m]! * 4]!, rim.seen[at[m]! * 4 + 1]!];
      out.push(x, y, x - residual[m]! * normal[m * 2]!, y - residual[m]! * normal[m * 2 + 1]!);
    }
    rims.push(out);
    return { residual: Math.sqrt(squares / all), matched: found };
  });
  const mesh: Mesh = { positions: posed.positions, triangles: setting.model.mean.triangles };
  return {
    state,
    coefficients: state.coefficients,
    angles: state.angles,
    mesh: scaledMesh(mesh, Math.exp(state.logSize)),
    cameras: looks.map(({ seen }) => seen.camera),
    residual: quality.map(({ residual }) => residual),
    matched: quality.map(({ matched }) => matched),
    startOverlap,
    rims,
  };
}
