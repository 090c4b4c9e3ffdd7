import { distance, type Vec3 } from '../vector.ts';
import { type MorphableModel, REGION } from './morphable-model.ts';
import { jointPositions } from './pose.ts';
import { pointAt, surfacePoint } from './surface-point.ts';

/** Height of the neck's cut above the notch of the breastbone, m. */
const NECK_ABOVE_NOTCH = 0.035;
/** The neck is cut at a slant: this much higher per metre further back, which keeps the cut clear of the chin. */
const NECK_SLANT = 0.35;
/** Depth of the thigh's cut below the crotch, m. */
const THIGH = 0.04;
/** Share of the upper arm that is kept. */
const ARM_SHARE = 0.6;

/**
 * Per vertex, the distance inside the part that a finished model shows, m; vertices below 0 are cut away. Undefined if
 * all is shown. The fit needs more than that part: things beside a trunk in a photo, and the body beyond the picture's
 * border.
 */
export function cropField(model: MorphableModel): Float64Array | undefined {
  if (model.name === 'body') return undefined;
  const [, notch, notchZ] = notchOf(model) as unknown as Vec3;
  const p = model.mean.positions;
  if (model.name === 'head') return Float64Array.from(model.regions, (_, v) => p[v * 3 + 1]! - notch);
  const low = crotchHeight(p) - THIGH;
  const arms = armReaches(model);
  return Float64Array.from(model.regions, (region, v) => {
    const at: Vec3 = [p[v * 3]!, p[v * 3 + 1]!, p[v * 3 + 2]!];
    const neck = notch + NECK_ABOVE_NOTCH + NECK_SLANT * (notchZ - at[2]);
    const trunk = Math.min(at[1] - low, neck - at[1]);
    if ((region & REGION.arms) === 0) return trunk;
    return Math.min(
      ...arms.map(({ shoulder, reach }) => (at[0] * shoulder[0] > 0 ? reach - distance(at, shoulder) : 1)),
    );
  });
}

function notchOf({ mean, landmarks }: MorphableModel): Float64Array {
  const notch = landmarks.sternal_notch;
  if (notch === undefined) throw new Error('The model has no sternal notch.');
  return pointAt(mean, surfacePoint({ mean }, notch));
}

/** The lowest point of the midline. */
function crotchHeight(positions: Float64Array): number {
  let low = Infinity;
  for (let i = 0; i < positions.length; i += 3) {
    if (Math.abs(positions[i]!) < 0.004) low = Math.min(low, positions[i + 1]!);
  }
  return low;
}

function armReaches(model: MorphableModel): { shoulder: Vec3; reach: number }[] {
  const at = jointPositions(model, []);
  const joint = (name: string) => at[model.joints.findIndex((one) => one.name === name)]!;
  return ['left', 'right'].map((side) => {
    const shoulder = joint(`shoulder_${side}`);
    return { shoulder, reach: ARM_SHARE * distance(joint(`elbow_${side}`), shoulder) };
  });
}
