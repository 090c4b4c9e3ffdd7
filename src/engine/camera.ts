import type { Vec3 } from './vector.ts';

/**
 * A pinhole camera in the OpenCV convention: `camera = R·world + t`, x to the image's right, y down, z away from
 * the camera; `pixel = principal + focalPx·(x, y)/z`. Pixel (0, 0) is the top left corner of the top left pixel.
 * World: Y up, +Z where the front photo's person looks from the picture, +X the person's own left.
 */
export interface Camera {
  widthPx: number;
  heightPx: number;
  focalPx: number;
  principalPx: readonly [number, number];
  /** Row-major 3×3. */
  rotation: readonly number[];
  /** World units: metres once the scale is known. */
  translation: Vec3;
}

/** The direction of a camera round the person, in radians; `views.ts` explains the angles. */
export interface Angles {
  yaw: number;
  pitch: number;
  roll: number;
}

/**
 * The rotation from world to camera. Yaw turns the camera round the person's vertical axis (0 is the front, −90° the
 * person's left side), pitch raises it (negative: from below), roll turns the picture.
 */
export function rotationOf({ yaw, pitch, roll }: Angles): number[] {
  const [sy, cy, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  const right = [cy, 0, sy];
  const away = [sy * cp, -sp, -cy * cp];
  const down = [away[1]! * right[2]!, away[2]! * right[0]! - away[0]! * right[2]!, -away[1]! * right[0]!];
  const [sr, cr] = [Math.sin(roll), Math.cos(roll)];
  const mix = (a: number, b: number) => [0, 1, 2].map((k) => a * right[k]! + b * down[k]!);
  return [...mix(cr, -sr), ...mix(sr, cr), ...away];
}

/** Writes pixel x, pixel y and depth of a world point into `out[at…at+2]`. */
export function project(camera: Camera, x: number, y: number, z: number, out: Float64Array, at = 0): void {
  const r = camera.rotation;
  const t = camera.translation;
  const cx = r[0]! * x + r[1]! * y + r[2]! * z + t[0];
  const cy = r[3]! * x + r[4]! * y + r[5]! * z + t[1];
  const cz = r[6]! * x + r[7]! * y + r[8]! * z + t[2];
  out[at] = camera.principalPx[0] + (camera.focalPx * cx) / cz;
  out[at + 1] = camera.principalPx[1] + (camera.focalPx * cy) / cz;
  out[at + 2] = cz;
}

/** The position of the camera in the world. */
export function centreOf({ rotation: r, translation: t }: Camera): Vec3 {
  return [
    -(r[0]! * t[0] + r[3]! * t[1] + r[6]! * t[2]),
    -(r[1]! * t[0] + r[4]! * t[1] + r[7]! * t[2]),
    -(r[2]! * t[0] + r[5]! * t[1] + r[8]! * t[2]),
  ];
}

/** The same camera for the same photo at another size. */
export function resizedCamera(camera: Camera, widthPx: number, heightPx: number): Camera {
  const sx = widthPx / camera.widthPx;
  const sy = heightPx / camera.heightPx;
  return {
    ...camera,
    widthPx,
    heightPx,
    focalPx: camera.focalPx * Math.sqrt(sx * sy),
    principalPx: [camera.principalPx[0] * sx, camera.principalPx[1] * sy],
  };
}

/** The same camera in a world whose lengths are `factor` times as large. */
export function scaledCamera(camera: Camera, factor: number): Camera {
  const t = camera.translation;
  return { ...camera, translation: [t[0] * factor, t[1] * factor, t[2] * factor] };
}
