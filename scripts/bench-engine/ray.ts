import type { Camera } from '../../src/engine/camera.ts';
import type { Vec3 } from '../../src/engine/vector.ts';

/** The direction of the ray through a pixel, in the world; its component along the camera's axis is 1. */
export function rayOf(camera: Camera, xPx: number, yPx: number): Vec3 {
  const r = camera.rotation;
  const u = (xPx - camera.principalPx[0]) / camera.focalPx;
  const v = (yPx - camera.principalPx[1]) / camera.focalPx;
  return [r[0]! * u + r[3]! * v + r[6]!, r[1]! * u + r[4]! * v + r[7]!, r[2]! * u + r[5]! * v + r[8]!];
}
