import type { ReconstructionType, View } from '../contract/reconstruction.ts';

/**
 * THE CONVENTION of photo names, stated here only: `left` is the photo that shows the person's own LEFT side, so the
 * nose points to the LEFT edge of the picture; `right` is its mirror. `left_45` stands between `front` and `left`.
 * For `below` the head is tilted back, as if the camera stood 40° lower.
 *
 * Degrees; yaw 0 is the front, −90 the person's left side. The world is Y up, +Z forward, +X the person's left.
 */
export const NOMINAL_ANGLES: Record<View, { yaw: number; pitch: number }> = {
  left: { yaw: -90, pitch: 0 },
  front: { yaw: 0, pitch: 0 },
  right: { yaw: 90, pitch: 0 },
  back: { yaw: 180, pitch: 0 },
  left_45: { yaw: -45, pitch: 0 },
  right_45: { yaw: 45, pitch: 0 },
  below: { yaw: 0, pitch: -40 },
};

/**
 * The distance of a camera from the person, in heights of the picture's content: the usual value, and one standard
 * deviation of its logarithm. A phone held near and a long lens differ by a factor of three.
 */
export const CAMERA_DISTANCE: Record<ReconstructionType, { usual: number; spread: number }> = {
  face: { usual: 3.2, spread: 0.35 },
  mammo: { usual: 3, spread: 0.2 },
  body: { usual: 2.1, spread: 0.2 },
};
