import type { Person } from './people.ts';
import { add, along, cross, radians, scale, unit, type Vector } from './vector.ts';

/** The three photo sets; `torso` is for mammo reconstructions. */
export const SETS = {
  face: ['left', 'front', 'right', 'left_45', 'right_45', 'below'],
  torso: ['left', 'front', 'right'],
  body: ['left', 'front', 'right', 'back'],
} as const;
export type SetName = keyof typeof SETS;
export type ViewName = (typeof SETS)[SetName][number];

export interface Camera {
  /** Where the lens is, in cm. */
  position: Vector;
  right: Vector;
  up: Vector;
  forward: Vector;
  /** In pixels of this picture. */
  focalPx: number;
  widthPx: number;
  heightPx: number;
}

/** How far round to the subject's left the camera stands, in degrees. */
const AZIMUTH_DEG: Record<ViewName, number> = {
  left: 90,
  left_45: 45,
  front: 0,
  below: 0,
  right_45: -45,
  right: -90,
  back: 180,
};

/** The look-at height and height of view (cm), the distance (cm) and the picture (px) of a set. */
export interface Framing {
  lookAt: Vector;
  heightCm: number;
  distanceCm: number;
  widthPx: number;
  heightPx: number;
}

const FRAMINGS: Record<Person, Record<SetName, Framing>> = {
  ana: {
    face: { lookAt: [0, 156, -1], heightCm: 40, distanceCm: 160, widthPx: 1024, heightPx: 1280 },
    torso: { lookAt: [0, 116, 0], heightCm: 68, distanceCm: 255, widthPx: 1024, heightPx: 1365 },
    body: { lookAt: [0, 84, 0], heightCm: 190, distanceCm: 400, widthPx: 1024, heightPx: 1365 },
  },
  ben: {
    face: { lookAt: [0, 167, -1], heightCm: 43, distanceCm: 160, widthPx: 1024, heightPx: 1280 },
    torso: { lookAt: [0, 123, 0], heightCm: 82, distanceCm: 280, widthPx: 1024, heightPx: 1365 },
    body: { lookAt: [0, 90.5, 0], heightCm: 202, distanceCm: 420, widthPx: 1024, heightPx: 1365 },
  },
};

/** Small errors of yaw, pitch and roll in degrees, because no tripod stands exactly right; the same in every run. */
const OFF_DEG: Record<ViewName, Vector> = {
  left: [0.7, -0.3, 0.3],
  front: [-0.5, 0.2, -0.2],
  right: [-0.8, 0.1, 0.4],
  left_45: [0.9, 0.3, -0.3],
  right_45: [-0.4, -0.2, 0.2],
  below: [0.4, 0.6, 0.3],
  back: [0.6, 0.2, -0.4],
};

/** How far below the head's level the camera for `below` looks up from. */
const BELOW_DEG = 40;

/** The camera of one picture. `widthPx` asks for the same view at another size, `turnedDeg` from further round. */
export function cameraOf(person: Person, set: SetName, view: ViewName, widthPx?: number, turnedDeg = 0): Camera {
  const [yaw, pitch, roll] = OFF_DEG[view];
  return framedCamera(FRAMINGS[person][set], view, [yaw + turnedDeg, pitch, roll], widthPx);
}

/** `offDeg` is by how much yaw, pitch and roll are off. */
export function framedCamera(framing: Framing, view: ViewName, offDeg: Vector, widthPx?: number): Camera {
  const [yawOff, pitchOff, rollOff] = offDeg;
  const azimuth = radians(AZIMUTH_DEG[view] + yawOff);
  const height = radians((view === 'below' ? -BELOW_DEG : 0) + pitchOff);
  const back: Vector = [Math.sin(azimuth) * Math.cos(height), Math.sin(height), Math.cos(azimuth) * Math.cos(height)];
  const forward = scale(back, -1);
  const level = unit(cross(forward, [0, 1, 0]));
  const upright = cross(level, forward);
  const roll = radians(rollOff);
  const size = (widthPx ?? framing.widthPx) / framing.widthPx;
  const heightPx = Math.round(framing.heightPx * size);
  return {
    position: along(framing.lookAt, back, framing.distanceCm),
    right: add(scale(level, Math.cos(roll)), scale(upright, Math.sin(roll))),
    up: add(scale(upright, Math.cos(roll)), scale(level, -Math.sin(roll))),
    forward,
    focalPx: (heightPx * framing.distanceCm) / framing.heightCm,
    widthPx: Math.round(framing.widthPx * size),
    heightPx,
  };
}

/** The direction of the ray through a point of the picture, in pixels from the upper left corner. */
export function rayThrough(camera: Camera, x: number, y: number): Vector {
  const across = (x - camera.widthPx / 2) / camera.focalPx;
  const upward = (camera.heightPx / 2 - y) / camera.focalPx;
  return unit(add(camera.forward, add(scale(camera.right, across), scale(camera.up, upward))));
}
