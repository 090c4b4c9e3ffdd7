import type { Landmark, LandmarkName, MorphableModel } from '../morphable/morphable-model.ts';
import type { FitState, Layout } from './fit-state.ts';
import { addRow, type NormalEquations } from './normal-equations.ts';
import { addShapeGradient, type PosedModel, pointAt, type SurfacePoint } from './posed-model.ts';

/** A true length that the fitted person must show. */
export type MeasureConstraint = { kind: 'distance'; from: LandmarkName; to: LandmarkName; metres: number };

export function surfacePoint({ mean: { triangles } }: MorphableModel, { triangle, weights }: Landmark): SurfacePoint {
  return { vertices: [...triangles.subarray(triangle * 3, triangle * 3 + 3)], weights: [...weights] };
}

/** Share of the measure by which the person may miss it. */
const SIGMA = 0.003;

/** Pulls the distance between two landmarks to the measure. */
export function addMeasure(
  equations: NormalEquations,
  layout: Layout,
  state: FitState,
  posed: PosedModel,
  { from, to, metres }: MeasureConstraint,
  columns: Int32Array,
): void {
  const [a, b] = [posed.model.landmarks[from], posed.model.landmarks[to]];
  if (a === undefined || b === undefined) return;
  const size = Math.exp(state.logSize);
  const [p, q] = [new Float64Array(3), new Float64Array(3)];
  const [start, end] = [surfacePoint(posed.model, a), surfacePoint(posed.model, b)];
  pointAt(posed, start, p);
  pointAt(posed, end, q);
  const span = p.map((value, c) => q[c]! - value);
  const length = Math.hypot(span[0]!, span[1]!, span[2]!);
  const row = new Float64Array(layout.size);
  addShapeGradient(
    posed,
    end,
    span.map((value) => (value / length) * size),
    layout,
    row,
  );
  addShapeGradient(
    posed,
    start,
    span.map((value) => (-value / length) * size),
    layout,
    row,
  );
  row[layout.logSize] = length * size;
  addRow(equations, row, length * size - metres, 1 / (SIGMA * metres) ** 2, columns);
}
