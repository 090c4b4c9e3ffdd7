import type { ReconstructionType } from '../../../src/contract/reconstruction.ts';
import { type Camera, rotationOf } from '../../../src/engine/camera.ts';
import { NOMINAL_ANGLES } from '../../../src/engine/views.ts';
import type { WideSilhouette } from './wide-silhouette.ts';

/**
 * One photo's camera as the six numbers that are fitted, in a world whose unit is the height that the front photo
 * shows at the person. `offset` is where the world's origin appears, in units right of and below the picture's middle.
 */
export interface Pose {
  /** Radians, as in `camera.ts`. */
  yaw: number;
  pitch: number;
  roll: number;
  /** Natural logarithm of px per unit at the origin. */
  logScale: number;
  offsetX: number;
  offsetY: number;
}

export const POSE_SIZE = 6;

export const poseToNumbers = (p: Pose): number[] => [p.yaw, p.pitch, p.roll, p.logScale, p.offsetX, p.offsetY];

export function poseFromNumbers(values: Float64Array, at: number): Pose {
  const [yaw, pitch, roll, logScale, offsetX, offsetY] = values.subarray(at, at + POSE_SIZE);
  return { yaw: yaw!, pitch: pitch!, roll: roll!, logScale: logScale!, offsetX: offsetX!, offsetY: offsetY! };
}

/** The camera of a pose; `distance` is how far it stands from the origin, in units. */
export function cameraOf(pose: Pose, widthPx: number, heightPx: number, distance: number): Camera {
  return {
    widthPx,
    heightPx,
    focalPx: Math.exp(pose.logScale) * distance,
    principalPx: [widthPx / 2, heightPx / 2],
    rotation: rotationOf(pose),
    translation: [pose.offsetX, pose.offsetY, distance],
  };
}

export const usualDistance = (type: ReconstructionType): number => ({ face: 4, mammo: 3.6, body: 2.1 })[type];

interface Extent {
  top: number;
  bottom: number;
  centreX: number;
}

/**
 * First guess of all poses: usual angles, everybody photographed at one scale unless head and feet are both in the
 * picture, tops or bottoms at one height, the silhouette's middle on the world's axis.
 */
export function guessPoses(silhouettes: readonly WideSilhouette[]): Pose[] {
  const front = silhouettes.find(({ view }) => view === 'front')!;
  const frontExtent = extentOf(front);
  const frontScale = front.mask.heightPx;
  return silhouettes.map((silhouette) => {
    const { mask, view } = silhouette;
    const extent = extentOf(silhouette);
    const isWhole = [silhouette, front].every(({ cut }) => !cut.top && !cut.bottom);
    const scale = isWhole
      ? (frontScale * (extent.bottom - extent.top)) / (frontExtent.bottom - frontExtent.top)
      : mask.heightPx;
    const angles = NOMINAL_ANGLES[view];
    return {
      yaw: (angles.yaw * Math.PI) / 180,
      pitch: (angles.pitch * Math.PI) / 180,
      roll: 0,
      logScale: Math.log(scale),
      offsetX: (extent.centreX - mask.widthPx / 2) / scale,
      offsetY: verticalOffset(silhouette, extent, scale, front, frontExtent, frontScale),
    };
  });
}

function verticalOffset(
  { cut, mask }: WideSilhouette,
  extent: Extent,
  scale: number,
  front: WideSilhouette,
  frontExtent: Extent,
  frontScale: number,
): number {
  const middle = mask.heightPx / 2;
  const frontMiddle = front.mask.heightPx / 2;
  if (!cut.top && !front.cut.top) return (extent.top - middle) / scale - (frontExtent.top - frontMiddle) / frontScale;
  if (cut.bottom || front.cut.bottom) return 0;
  return (extent.bottom - middle) / scale - (frontExtent.bottom - frontMiddle) / frontScale;
}

/** Vertical extent and the middle between the outermost columns of the upper two thirds. */
function extentOf({ mask }: WideSilhouette): Extent {
  const { widthPx, heightPx, inside } = mask;
  let [top, bottom, left, right] = [heightPx, 0, widthPx, 0];
  for (let y = 0; y < heightPx; y++) {
    if (inside.indexOf(1, y * widthPx) >= (y + 1) * widthPx || inside.indexOf(1, y * widthPx) < 0) continue;
    top = Math.min(top, y);
    bottom = y + 1;
  }
  const until = top + ((bottom - top) * 2) / 3;
  for (let y = top; y < until; y++) {
    for (let x = 0; x < widthPx; x++) {
      if (inside[y * widthPx + x] === 0) continue;
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
    }
  }
  return { top, bottom, centreX: (left + right) / 2 };
}
