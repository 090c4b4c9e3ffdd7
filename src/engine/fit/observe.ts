import type { MorphableModel } from '../morphable/morphable-model.ts';
import { pointAt, type SurfacePoint, surfacePoint } from '../morphable/surface-point.ts';
import type { Edges } from '../surface/edges.ts';
import { vertexNormals } from '../surface/mesh.ts';
import type { Vec3 } from '../vector.ts';
import type { FitState, Layout } from './fit-state.ts';
import type { FitOptions, FitView } from './fit-types.ts';
import { type NormalEquations, rowAdder } from './least-squares.ts';
import { matchOutlines, type OutlinePoints } from './match-outlines.ts';
import { addMeasure } from './measure-constraint.ts';
import { patchShift } from './patch-shift.ts';
import { addShapeGradient, type PosedModel, poseModel } from './posed-model.ts';
import { type Rim, rimOf } from './rim.ts';
import { ALIKE, type FitPlan, type FitStage } from './stages.ts';
import type { Trust } from './trust.ts';
import { projectionGradient, VIEW_SIZE, type ViewCamera, viewCamera } from './view-camera.ts';

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

export type PosedOutlines = ReturnType<typeof posedOutlines>;

/** Poses the model in this state, in its size (`mesh`, metres), before the cameras. */
export function posedPerson({ model, byVertex, middle, views }: FitSetup, state: FitState) {
  const posed = poseModel(model, state.coefficients, state.angles, byVertex);
  const size = Math.exp(state.logSize);
  const mesh = { positions: posed.positions.map((value) => value * size), triangles: model.mean.triangles };
  const seen = views.map(({ silhouette: { mask } }, i) => viewCamera(state.poses[i]!, state.shared, mask, middle));
  return { posed, mesh, normals: vertexNormals(mesh), seen };
}

/** The same, with its outline in every photo. */
export function posedOutlines(setup: FitSetup, state: FitState) {
  const { edges, ignored } = setup;
  const person = posedPerson(setup, state);
  const { mesh, normals, seen } = person;
  return { ...person, rims: seen.map(({ camera }) => rimOf(mesh, normals, edges, camera, ignored)) };
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
    const columns = Int32Array.from([...shape, ...own]);
    const rows = pointRow(posed, layout, seen[i]!, state, i);
    const adder = rowAdder(equations, columns);
    const add: AddRow = (residual, weight) => adder.add(rows.row, residual, weight);
    equations.cost += addOutline(setup, rows, rim, i, stage, add);
    addLandmarks(setup, rows, outlines, i, add);
    adder.end();
  });
  const { measure } = setup.options;
  if (measure !== undefined) addMeasure(equations, layout, state, posed, measure);
}

type Rows = ReturnType<typeof pointRow>;
/** Adds the row that was filled last, with its residual. */
type AddRow = (residual: number, weight: number) => void;

/** Returns what far and unmatched outlines cost beside what their weights say. */
function addOutline(setup: FitSetup, rows: Rows, rim: Rim, view: number, stage: FitStage, add: AddRow): number {
  const { outlines, views, trust, plan } = setup;
  const { silhouette, view: name } = views[view]!;
  const height = silhouette.mask.heightPx;
  const isSide = name === 'left' || name === 'right';
  const doubt = (stage.doubt * height) ** 2;
  const perPx = 1 / (ALIKE * height * (plan.sigma * height) ** 2);
  const matches = matchOutlines(rim, outlines[view]!, stage.reach * height, height);
  const step = Math.max(1, Math.ceil(matches.count / plan.points));
  let beside = 0;
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
    add(residual, weight);
    beside += (weight * residual ** 4) / doubt;
  }
  return beside;
}

function addLandmarks({ views, model }: FitSetup, rows: Rows, outlines: PosedOutlines, view: number, add: AddRow) {
  const { mesh, seen } = outlines;
  for (const { name, xPx, yPx, sigmaPx, patchPx2 } of views[view]!.landmarks) {
    const landmark = model.landmarks[name];
    if (landmark === undefined) continue;
    const point = surfacePoint(model, landmark);
    const [x, y] = rows.project(point);
    const [dx, dy] = patchPx2 === undefined ? [0, 0] : patchShift(mesh, seen[view]!.camera, point, patchPx2);
    rows.fill(point, 1, 0);
    add(x - xPx - dx, 1 / sigmaPx ** 2);
    rows.fill(point, 0, 1);
    add(y - yPx - dy, 1 / sigmaPx ** 2);
  }
}

/** Computes how the place of one surface point in one photo changes with each unknown. */
export function pointRow(posed: PosedModel, layout: Layout, seen: ViewCamera, state: FitState, view: number) {
  const row = new Float64Array(layout.size);
  const size = Math.exp(state.logSize);
  const gradient = { world: new Float64Array(3), shared: new Float64Array(2), own: new Float64Array(6) };
  const at = new Float64Array(3);
  return {
    row,
    /** Fills `row` with the change of the point along (nx, ny). */
    fill(point: SurfacePoint, nx: number, ny: number): void {
      const { world, shared, own } = gradient;
      row.fill(0);
      pointAt(posed, point, at);
      for (let c = 0; c < 3; c++) at[c] = at[c]! * size;
      projectionGradient(seen, at, nx, ny, gradient);
      row[layout.logSize] = world[0]! * at[0]! + world[1]! * at[1]! + world[2]! * at[2]!;
      for (let c = 0; c < 3; c++) world[c] = world[c]! * size;
      addShapeGradient(posed, point, world, layout, row);
      row.set(shared, layout.shared);
      row.set(own, layout.views + view * VIEW_SIZE);
    },
    /** The place of the point in the photo, px. */
    project(point: SurfacePoint): [number, number] {
      pointAt(posed, point, at);
      const { rotation: r, translation: t, focalPx, principalPx } = seen.camera;
      const inCamera = (k: number) =>
        (r[k * 3]! * at[0]! + r[k * 3 + 1]! * at[1]! + r[k * 3 + 2]! * at[2]!) * size + t[k]!;
      const z = inCamera(2);
      return [principalPx[0] + (focalPx * inCamera(0)) / z, principalPx[1] + (focalPx * inCamera(1)) / z];
    },
  };
}
