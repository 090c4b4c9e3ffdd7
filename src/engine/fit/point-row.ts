import { pointAt, type SurfacePoint } from '../morphable/surface-point.ts';
import type { FitState, Layout } from './fit-state.ts';
import { addShapeGradient, type PosedModel } from './posed-model.ts';
import { projectionGradient, VIEW_SIZE, type ViewCamera } from './view-camera.ts';

/** Computes how the place of one surface point in one photo changes with each unknown. */
export class PointRow {
  readonly row: Float64Array;
  readonly #gradient = { world: new Float64Array(3), shared: new Float64Array(2), own: new Float64Array(6) };
  readonly #point = new Float64Array(3);
  readonly #posed: PosedModel;
  readonly #layout: Layout;
  readonly #seen: ViewCamera;
  readonly #size: number;
  readonly #ownAt: number;
  readonly columns: Int32Array;

  constructor(posed: PosedModel, layout: Layout, seen: ViewCamera, state: FitState, columns: Int32Array, view: number) {
    this.#posed = posed;
    this.#layout = layout;
    this.#seen = seen;
    this.#size = Math.exp(state.logSize);
    this.#ownAt = layout.views + view * VIEW_SIZE;
    this.columns = columns;
    this.row = new Float64Array(layout.size);
  }

  /** Fills `row` with the change of the point along (nx, ny). */
  fill(point: SurfacePoint, nx: number, ny: number): void {
    const { row } = this;
    row.fill(0);
    pointAt(this.#posed, point, this.#point);
    for (let c = 0; c < 3; c++) this.#point[c] = this.#point[c]! * this.#size;
    projectionGradient(this.#seen, this.#point, nx, ny, this.#gradient);
    const { world, shared, own } = this.#gradient;
    row[this.#layout.logSize] = world[0]! * this.#point[0]! + world[1]! * this.#point[1]! + world[2]! * this.#point[2]!;
    for (let c = 0; c < 3; c++) world[c] = world[c]! * this.#size;
    addShapeGradient(this.#posed, point, world, this.#layout, row);
    row[this.#layout.shared] = shared[0]!;
    row[this.#layout.shared + 1] = shared[1]!;
    row.set(own, this.#ownAt);
  }

  /** The place of the point in the photo, px. */
  project(point: SurfacePoint): [number, number] {
    pointAt(this.#posed, point, this.#point);
    const { rotation: r, translation: t, focalPx, principalPx } = this.#seen.camera;
    const [x, y, z] = [0, 1, 2].map(
      (k) =>
        (r[k * 3]! * this.#point[0]! + r[k * 3 + 1]! * this.#point[1]! + r[k * 3 + 2]! * this.#point[2]!) * this.#size +
        t[k]!,
    ) as [number, number, number];
    return [principalPx[0] + (focalPx * x) / z, principalPx[1] + (focalPx * y) / z];
  }
}
