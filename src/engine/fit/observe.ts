import type { MorphableModel } from '../morphable/morphable-model.ts';
import { surfacePoint } from '../morphable/surface-point.ts';
import type { Edges } from '../surface/edges.ts';
import { vertexNormals } from '../surface/mesh.ts';
import type { Vec3 } from '../vector.ts';
import type { FitState, Layout } from './fit-state.ts';
import type { FitOptions } from './fit-types.ts';
import type { FitView } from './fit-view.ts';
import { matchOutlines } from './match-outlines.ts';
import { addMeasure } from './measure-constraint.ts';
import { addRow, type NormalEquations } from './normal-equations.ts';
import type { OutlinePoints } from './outline-points.ts';
import { patchShift } from './patch-shift.ts';
import { PointRow } from './point-row.ts';
import { type PosedModel, poseModel } from './posed-model.ts';
import { type Rim, rimOf } from './rim.ts';
import { ALIKE, type FitPlan, type FitStage } from './stages.ts';
import type { Trust } from './trust.ts';
import { VIEW_SIZE, type ViewCamera, viewCamera } from './view-camera.ts';

/** The values that stay the same during a fit. */
export interface FitSetup {
  model: MorphableModel;
  views: readonly FitView[];
  options: FitOptions;
  /** The point about which the cameras turn. */
  middle: Vec3;
  edges: Edges;
  outlines: readonly OutlinePoints[];
  byVertex: Float32Array;
  trust: Trust;
  ignored: Uint8Array;
  plan: FitPlan;
}

export interface PosedOutlines {
  posed: PosedModel;
  /** The model's vertices, posed and in size, metres. */
  positions: Float64Array;
  seen: ViewCamera[];
  rims: Rim[];
}

/** Poses the model in this state and finds its outline in every photo. */
export function posedOutlines(
  { model, edges, byVertex, ignored, middle, views }: FitSetup,
  state: FitState,
): PosedOutlines {
  const posed = poseModel(model, state.coefficients, state.angles, byVertex);
  const size = Math.exp(state.logSize);
  const { triangles } = model.mean;
  const positions = posed.positions.map((value) => value * size);
  const normals = vertexNormals({ positions, triangles });
  const seen = views.map(({ silhouette: { mask } }, i) => viewCamera(state.poses[i]!, state.shared, mask, middle));
  const rims = seen.map(({ camera }) => rimOf(positions, normals, triangles, edges, camera, ignored));
  return { posed, positions, seen, rims };
}

/** Adds the equations of the photos and the measure for a step from this state. */
export function observe(
  setup: FitSetup,
  state: FitState,
  layout: Layout,
  stage: FitStage,
  equations: NormalEquations,
): void {
  const outlines = posedOutlines(setup, state);
  const { posed, seen, rims } = outlines;
  const shape = Array.from({ length: layout.views }, (_, k) => k);
  rims.forEach((rim, i) => {
    const own = Array.from({ length: VIEW_SIZE }, (_, k) => layout.views + i * VIEW_SIZE + k);
    const rows = new PointRow(posed, layout, seen[i]!, state, Int32Array.from([...shape, ...own]), i);
    addOutline(setup, rows, rim, i, stage, equations);
    addLandmarks(setup, rows, outlines, i, equations);
  });
  const { measure } = setup.options;
  if (measure !== undefined) addMeasure(equations, layout, state, posed, measure, Int32Array.from(shape));
}

function addOutline(
  { outlines, views, trust, plan }: FitSetup,
  rows: PointRow,
  rim: Rim,
  view: number,
  stage: FitStage,
  equations: NormalEquations,
): void {
  const { silhouette, view: name } = views[view]!;
  const height = silhouette.mask.heightPx;
  const isSide = name === 'left' || name === 'right';
  const doubt = (stage.doubt * height) ** 2;
  const perPx = 1 / (ALIKE * height * (plan.sigma * height) ** 2);
  const matches = matchOutlines(rim, outlines[view]!, stage.reach * height, height);
  const step = Math.max(1, Math.ceil(matches.count / plan.points));
  for (let m = 0; m < matches.count; m += step) {
    const i = matches.rim[m]!;
    const a = rim.first[i]!;
    const b = rim.second[i]!;
    const share = rim.share[i]!;
    const residual = matches.residual[m]!;
    const side = residual > 0 || !stage.knowsHair ? trust.outside : trust.inside;
    const robust = (doubt / (doubt + residual * residual)) ** 2;
    const fromSide = isSide ? Math.min(trust.fromSide[a]!, trust.fromSide[b]!) : 1;
    const weight = perPx * step * matches.lengthPx[m]! * robust * Math.min(side[a]!, side[b]!) * fromSide;
    rows.fill({ vertices: [a, b], weights: [1 - share, share] }, matches.normal[m * 2]!, matches.normal[m * 2 + 1]!);
    addRow(equations, rows.row, residual, weight, rows.columns);
  }
}

function addLandmarks(
  { views, model }: FitSetup,
  rows: PointRow,
  { positions, seen }: PosedOutlines,
  view: number,
  equations: NormalEquations,
): void {
  const mesh = { positions, triangles: model.mean.triangles };
  for (const { name, xPx, yPx, sigmaPx, patchPx2 } of views[view]!.landmarks) {
    const landmark = model.landmarks[name];
    if (landmark === undefined) continue;
    const point = surfacePoint(model, landmark);
    const [x, y] = rows.project(point);
    const [dx, dy] = patchPx2 === undefined ? [0, 0] : patchShift(mesh, seen[view]!.camera, point, patchPx2);
    rows.fill(point, 1, 0);
    addRow(equations, rows.row, x - xPx - dx, 1 / sigmaPx ** 2, rows.columns);
    rows.fill(point, 0, 1);
    addRow(equations, rows.row, y - yPx - dy, 1 / sigmaPx ** 2, rows.columns);
  }
}
