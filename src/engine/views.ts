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

/** Views whose optical axes are level and at right angles: they frame the person and give its two half-widths. */
export const FRONTAL_VIEWS: readonly View[] = ['front', 'back'];
export const SIDE_VIEWS: readonly View[] = ['left', 'right'];

/** How far a camera usually stands from the person, in heights of what its picture shows. */
export const USUAL_DISTANCE: Record<ReconstructionType, number> = { face: 4, mammo: 3.6, body: 2.1 };

/** A view as a person says it. */
export const viewWords = (view: View): string =>
  ({
    left: 'left photo',
    front: 'front photo',
    right: 'right photo',
    back: 'back photo',
    left_45: 'left 45° photo',
    right_45: 'right 45° photo',
    below: 'photo from below',
  })[view];
