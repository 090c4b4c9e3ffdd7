import type { Camera } from '../camera.ts';
import type { FoundLandmark } from '../landmarks/found-landmark.ts';
import { findHip } from '../measure/hip.ts';
import type { LandmarkName, MorphableModel } from '../morphable/morphable-model.ts';
import { pointAt, type SurfacePoint, surfacePoint } from '../morphable/surface-point.ts';
import type { Mesh } from '../surface/mesh.ts';
import type { FitState, Layout } from './fit-state.ts';
import type { FitView, MeasureConstraint } from './fit-types.ts';
import { addRow, type NormalEquations } from './least-squares.ts';
import { patchShift } from './patch-shift.ts';
import { addShapeGradient, type PosedModel } from './posed-model.ts';

/** Standard deviation of the person's length, as a share of the measure. */
const SIGMA = 0.003;

/**
 * Pulls the distance between two landmarks towards the measure. Hips are corrected by `shownLength` at the end:
 * outlines do not change when person, cameras and distances grow together, so scaling the result is exact.
 */
export function addMeasure(
  equations: NormalEquations,
  layout: Layout,
  { logSize }: FitState,
  posed: PosedModel,
  measure: MeasureConstraint,
): void {
  if (measure.kind !== 'distance') return;
  const ends = endsOf(posed.model, measure.from, measure.to);
  if (ends === undefined) return;
  const size = Math.exp(logSize);
  const span = spanOf(posed, ends);
  const length = Math.hypot(span[0]!, span[1]!, span[2]!);
  const row = new Float64Array(layout.size);
  const away = span.map((value) => (value / length) * size);
  const back = away.map((value) => -value);
  addShapeGradient(posed, ends.end, away, layout, row);
  addShapeGradient(posed, ends.start, back, layout, row);
  row[layout.logSize] = length * size;
  const residual = length * size - measure.metres;
  const columns = Int32Array.from({ length: layout.views }, (_, k) => k);
  addRow(equations, row, residual, 1 / (SIGMA * measure.metres) ** 2, columns);
}

/** A photo in which both ends of a distance are marked. */
export interface MarkedPhoto {
  camera: Camera;
  marks: readonly FoundLandmark[];
}

/**
 * The length that a mesh of the model shows; undefined if it cannot be read. Marks in a photo count more than the
 * model's own landmarks: a mark lies on its ray, at the distance of the model's landmark.
 *
 * Measured errors of the surface, mm. One body: 3.6 scaled by the nipples marked in its photo, 10.8 by the model's own.
 * Ten heads drawn from real ones, scaled by the pupils, with three photos: median 1.70, worst 3.7 by the marked pupils;
 * 1.95 and 2.8 by the model's own. With six photos: 1.62 and 4.0; 1.54 and 2.8.
 */
export function shownLength(
  model: MorphableModel,
  mesh: Mesh,
  measure: MeasureConstraint,
  photo?: MarkedPhoto,
): number | undefined {
  if (measure.kind === 'distance') {
    const ends = endsOf(model, measure.from, measure.to);
    const marked = [measure.from, measure.to].map((name) => photo?.marks.find((mark) => mark.name === name));
    if (ends === undefined) return undefined;
    if (marked[0] === undefined || marked[1] === undefined) return Math.hypot(...spanOf(mesh, ends));
    const [p, q] = [ends.start, ends.end].map((point, i) => onRay(mesh, point, photo!.camera, marked[i]!));
    return Math.hypot(...p!.map((value, c) => q![c]! - value));
  }
  const hip = findHip(mesh);
  return measure.kind === 'hip_width' ? hip?.width : hip?.circumference;
}

/** The point on a mark's ray, in the camera's frame, at the depth of a surface point. */
function onRay(mesh: Mesh, point: SurfacePoint, camera: Camera, { xPx, yPx, patchPx2 }: FoundLandmark): number[] {
  const { rotation: r, translation: t, principalPx, focalPx } = camera;
  const [dx, dy] = patchPx2 === undefined ? [0, 0] : patchShift(mesh, camera, point, patchPx2);
  const at = pointAt(mesh, point);
  const depth = r[6]! * at[0]! + r[7]! * at[1]! + r[8]! * at[2]! + t[2];
  return [(xPx + dx - principalPx[0]) / focalPx, (yPx + dy - principalPx[1]) / focalPx, 1].map((one) => one * depth);
}

interface Ends {
  start: SurfacePoint;
  end: SurfacePoint;
}

function endsOf(model: MorphableModel, from: LandmarkName, to: LandmarkName): Ends | undefined {
  const [a, b] = [model.landmarks[from], model.landmarks[to]];
  if (a === undefined || b === undefined) return undefined;
  return { start: surfacePoint(model, a), end: surfacePoint(model, b) };
}

function spanOf(surface: { positions: Float64Array }, { start, end }: Ends): Float64Array {
  const [p, q] = [pointAt(surface, start), pointAt(surface, end)];
  return p.map((value, c) => q[c]! - value);
}

/** The photo whose marks are used to read lengths: the first that has a pair. */
export function markedPhoto(views: readonly FitView[], cameras: readonly Camera[]): MarkedPhoto | undefined {
  const i = views.findIndex(({ landmarks }) => landmarks.length > 1);
  return i < 0 ? undefined : { camera: cameras[i]!, marks: views[i]!.landmarks };
}
