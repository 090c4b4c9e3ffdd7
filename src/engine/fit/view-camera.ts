import type { View } from '../../contract/reconstruction.ts';
import { type Angles, type Camera, rotationOf } from '../camera.ts';
import type { Vec3 } from '../vector.ts';
import { NOMINAL_ANGLES } from '../views.ts';

/** The values that all photos share: the distance of the camera and the size of the person. */
export interface SharedOptics {
  /** Logarithm of the focal length in heights of the picture. */
  logFocal: number;
  /** Logarithm of picture heights per metre at the middle of the person. */
  logScale: number;
}

/** One photo's camera, as the six numbers that are fitted. */
export interface ViewPose extends Angles {
  /** Logarithm of the ratio between this photo's scale and the shared one. */
  logZoom: number;
  /** The position of the middle of the person, metres right of and below the picture's middle. */
  offsetX: number;
  offsetY: number;
}

export function nominalPose(view: View): ViewPose {
  const { yaw, pitch } = NOMINAL_ANGLES[view];
  return { yaw: yaw * DEGREE, pitch: pitch * DEGREE, roll: 0, logZoom: 0, offsetX: 0, offsetY: 0 };
}

export const DEGREE = Math.PI / 180;

/** A camera, with the derivatives of its projection. */
export interface ViewCamera {
  camera: Camera;
  middle: Vec3;
  distance: number;
  /** Derivatives of the rotation with yaw, pitch and roll, row-major each. */
  turns: readonly (readonly number[])[];
}

/** Every camera turns about `middle`, a fixed point of the model's world. */
export function viewCamera(
  pose: ViewPose,
  shared: SharedOptics,
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
  middle: Vec3,
): ViewCamera {
  const focal = Math.exp(shared.logFocal) * heightPx;
  const distance = Math.exp(shared.logFocal - shared.logScale);
  const r = rotationOf(pose);
  const turned = (row: number) => r[row * 3]! * middle[0] + r[row * 3 + 1]! * middle[1] + r[row * 3 + 2]! * middle[2];
  const camera: Camera = {
    widthPx,
    heightPx,
    focalPx: focal * Math.exp(pose.logZoom),
    principalPx: [widthPx / 2, heightPx / 2],
    rotation: r,
    translation: [pose.offsetX - turned(0), pose.offsetY - turned(1), distance - turned(2)],
  };
  return { camera, middle, distance, turns: (['yaw', 'pitch', 'roll'] as const).map((name) => turn(pose, name)) };
}

function turn(pose: Angles, name: keyof Angles): number[] {
  const step = 1e-5;
  const ahead = rotationOf({ ...pose, [name]: pose[name] + step });
  const behind = rotationOf({ ...pose, [name]: pose[name] - step });
  return ahead.map((value, i) => (value - behind[i]!) / (2 * step));
}

/** Numbers of unknowns of a camera, in the order in which `projectionGradient` writes them. */
export const SHARED_SIZE = 2;
export const VIEW_SIZE = 6;

/**
 * The change of the projection of world point P along picture direction (nx, ny), px: with P itself (`world`), with
 * logFocal and logScale (`shared`), and with yaw, pitch, roll, logZoom, offsetX, offsetY (`own`).
 */
export function projectionGradient(
  { camera, middle, distance, turns }: ViewCamera,
  p: ArrayLike<number>,
  nx: number,
  ny: number,
  out: { world: Float64Array; shared: Float64Array; own: Float64Array },
): void {
  const { rotation: r, translation: t, focalPx: f } = camera;
  const x = r[0]! * p[0]! + r[1]! * p[1]! + r[2]! * p[2]! + t[0];
  const y = r[3]! * p[0]! + r[4]! * p[1]! + r[5]! * p[2]! + t[1];
  const z = r[6]! * p[0]! + r[7]! * p[1]! + r[8]! * p[2]! + t[2];
  const hx = (nx * f) / z;
  const hy = (ny * f) / z;
  const fromMiddle = hx * x + hy * y;
  const hz = -fromMiddle / z;
  for (let c = 0; c < 3; c++) out.world[c] = hx * r[c]! + hy * r[3 + c]! + hz * r[6 + c]!;
  out.shared[0] = fromMiddle + hz * distance;
  out.shared[1] = -hz * distance;
  const [dx, dy, dz] = [p[0]! - middle[0], p[1]! - middle[1], p[2]! - middle[2]];
  for (let k = 0; k < 3; k++) {
    const d = turns[k]!;
    out.own[k] =
      hx * (d[0]! * dx + d[1]! * dy + d[2]! * dz) +
      hy * (d[3]! * dx + d[4]! * dy + d[5]! * dz) +
      hz * (d[6]! * dx + d[7]! * dy + d[8]! * dz);
  }
  out.own[3] = fromMiddle;
  out.own[4] = hx;
  out.own[5] = hy;
}
