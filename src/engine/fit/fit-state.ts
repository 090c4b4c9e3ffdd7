import type { View } from '../../contract/reconstruction.ts';
import type { MorphableModel } from '../morphable/morphable-model.ts';
import type { Vec3 } from '../vector.ts';
import { addPrior, addRow, type NormalEquations } from './least-squares.ts';
import { DEGREE, nominalPose, SHARED_SIZE, type SharedOptics, VIEW_SIZE, type ViewPose } from './view-camera.ts';

/** All values that are fitted. */
export interface FitState {
  /** In standard deviations. */
  coefficients: Float64Array;
  /** Three per joint, radians. */
  angles: Float64Array;
  shared: SharedOptics;
  /** Logarithm of the ratio between the person's size and that of the model with these coefficients. */
  logSize: number;
  poses: ViewPose[];
}

/** The order of the unknowns: coefficients, turning angles, logFocal, logScale, logSize, then six per view. */
export interface Layout {
  modes: number;
  /** Angles that turn: joint · 3 + axis. */
  turning: number[];
  shared: number;
  logSize: number;
  views: number;
  size: number;
}

export function layoutOf({ joints }: MorphableModel, modes: number, views: number): Layout {
  const turning: number[] = [];
  joints.forEach(({ spread }, j) => {
    for (let axis = 0; axis < 3; axis++) if (spread[axis]! > 0) turning.push(j * 3 + axis);
  });
  const shared = modes + turning.length;
  const logSize = shared + SHARED_SIZE;
  return { modes, turning, shared, logSize, views: logSize + 1, size: logSize + 1 + VIEW_SIZE * views };
}

/** One standard deviation of what varies in photos and people; a size is this far from the model's own. */
const PRIOR = {
  logSize: 0.05,
  logZoom: 0.04,
  /** Share of the picture's height, between level photos that cut the person off above and below alike. */
  offsetY: 0.03,
  yaw: 2.5 * DEGREE,
  pitch: 1.8 * DEGREE,
  roll: 1.5 * DEGREE,
  below: { yaw: 4 * DEGREE, pitch: 10 * DEGREE, roll: 3 * DEGREE, logZoom: 0.08 },
} as const;

export function startState(
  model: MorphableModel,
  views: readonly View[],
  usualFocal: number,
  start: { logScale: number; offsets: readonly (readonly [number, number])[] },
): FitState {
  return {
    coefficients: new Float64Array(model.modes.length),
    angles: new Float64Array(model.joints.length * 3),
    shared: { logFocal: Math.log(usualFocal), logScale: start.logScale },
    logSize: 0,
    poses: views.map((view, i) => {
      const [offsetX, offsetY] = start.offsets[i]!;
      return { ...nominalPose(view), offsetX, offsetY };
    }),
  };
}

/** Adds the prior knowledge about people and cameras; `distance` is one of `CAMERA_DISTANCE`. */
export function addPriors(
  equations: NormalEquations,
  layout: Layout,
  state: FitState,
  model: MorphableModel,
  views: readonly View[],
  distance: { usual: number; spread: number },
): void {
  for (let k = 0; k < layout.modes; k++) addPrior(equations, k, state.coefficients[k]!, 1);
  layout.turning.forEach((angle, i) => {
    const spread = model.joints[(angle / 3) | 0]!.spread[angle % 3]!;
    addPrior(equations, layout.modes + i, state.angles[angle]!, 1 / spread ** 2);
  });
  addPrior(equations, layout.shared, state.shared.logFocal - Math.log(distance.usual), 1 / distance.spread ** 2);
  addPrior(equations, layout.logSize, state.logSize, 1 / PRIOR.logSize ** 2);
  views.forEach((view, i) => {
    const at = layout.views + i * VIEW_SIZE;
    const pose = state.poses[i]!;
    const sigma = view === 'below' ? PRIOR.below : PRIOR;
    const nominal = nominalPose(view);
    (['yaw', 'pitch', 'roll', 'logZoom'] as const).forEach((name, k) => {
      addPrior(equations, at + k, pose[name] - nominal[name], 1 / sigma[name] ** 2);
    });
  });
  levelHeights(equations, layout, state, views);
}

/** Level photos show the person at about the same height. */
function levelHeights(equations: NormalEquations, layout: Layout, state: FitState, views: readonly View[]): void {
  const front = views.indexOf('front');
  const sigma = PRIOR.offsetY / Math.exp(state.shared.logScale);
  views.forEach((view, i) => {
    if (view === 'below' || i === front || front < 0) return;
    const row = new Float64Array(layout.size);
    const columns = [front, i].map((v) => layout.views + v * VIEW_SIZE + 5).sort((a, b) => a - b);
    row[layout.views + i * VIEW_SIZE + 5] = 1;
    row[layout.views + front * VIEW_SIZE + 5] = -1;
    const apart = state.poses[i]!.offsetY - state.poses[front]!.offsetY;
    addRow(equations, row, apart, 1 / sigma ** 2, Int32Array.from(columns));
  });
}

export function moved(state: FitState, layout: Layout, step: Float64Array): FitState {
  const coefficients = state.coefficients.map((c, k) => (k < layout.modes ? c + step[k]! : c));
  const angles = state.angles.slice();
  layout.turning.forEach((angle, i) => {
    angles[angle] = angles[angle]! + step[layout.modes + i]!;
  });
  const own = (i: number, k: number) => step[layout.views + i * VIEW_SIZE + k]!;
  return {
    coefficients,
    angles,
    shared: {
      logFocal: state.shared.logFocal + step[layout.shared]!,
      logScale: state.shared.logScale + step[layout.shared + 1]!,
    },
    logSize: state.logSize + step[layout.logSize]!,
    poses: state.poses.map((pose, i) => ({
      yaw: pose.yaw + own(i, 0),
      pitch: pose.pitch + own(i, 1),
      roll: pose.roll + own(i, 2),
      logZoom: pose.logZoom + own(i, 3),
      offsetX: pose.offsetX + own(i, 4),
      offsetY: pose.offsetY + own(i, 5),
    })),
  };
}

/** The state in the middle between two of the same model and views. */
export function halfWay(a: FitState, b: FitState): FitState {
  const middle = (x: number, y: number) => (x + y) / 2;
  return {
    coefficients: a.coefficients.map((c, k) => middle(c, b.coefficients[k]!)),
    angles: a.angles.map((angle, i) => middle(angle, b.angles[i]!)),
    shared: {
      logFocal: middle(a.shared.logFocal, b.shared.logFocal),
      logScale: middle(a.shared.logScale, b.shared.logScale),
    },
    logSize: middle(a.logSize, b.logSize),
    poses: a.poses.map((pose, i) => {
      const other = b.poses[i]!;
      return {
        yaw: middle(pose.yaw, other.yaw),
        pitch: middle(pose.pitch, other.pitch),
        roll: middle(pose.roll, other.roll),
        logZoom: middle(pose.logZoom, other.logZoom),
        offsetX: middle(pose.offsetX, other.offsetX),
        offsetY: middle(pose.offsetY, other.offsetY),
      };
    }),
  };
}

/** The point about which the cameras turn: the mean of the mean person's vertices. */
export function middleOf({ mean: { positions } }: MorphableModel): Vec3 {
  const sum: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < positions.length; i++) sum[i % 3] = sum[i % 3]! + positions[i]!;
  return [(sum[0] * 3) / positions.length, (sum[1] * 3) / positions.length, (sum[2] * 3) / positions.length];
}
