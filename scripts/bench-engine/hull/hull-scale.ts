import type { MeasureName, ReconstructionType } from '../../../src/contract/reconstruction.ts';
import { type Camera, centreOf } from '../../../src/engine/camera.ts';
import { findNipples } from '../../../src/engine/landmarks/nipples.ts';
import { findPupils } from '../../../src/engine/landmarks/pupils.ts';
import type { Spot, SpotPair } from '../../../src/engine/landmarks/spots.ts';
import { findHip } from '../../../src/engine/measure/hip.ts';
import { rasterize } from '../../../src/engine/render/rasterize.ts';
import type { Silhouette } from '../../../src/engine/silhouette/silhouette.ts';
import type { Mesh } from '../../../src/engine/surface/mesh.ts';
import { distance, type Vec3 } from '../../../src/engine/vector.ts';
import type { RgbImage } from '../../../src/photo/decode.ts';
import { rayOf } from '../ray.ts';

export interface Scale {
  /** Metres per unit of the mesh. */
  metresPerUnit: number;
  /** The source of the scale, in words. */
  basis: string;
  warnings: string[];
}

export interface ScaleInput {
  type: ReconstructionType;
  provider: number;
  measures: Partial<Record<MeasureName, number>>;
  mesh: Mesh;
  /** The front photo at the size of its silhouette. */
  front: { image: RgbImage; silhouette: Silhouette; camera: Camera };
}

/** Mean distance between the pupils of adults, cm. */
const USUAL_EYE_DISTANCE_CM = 6.3;
/** A hipline above this is a circumference, below it a width, cm: adults' ranges do not meet. */
const LARGEST_HIP_WIDTH_CM = 60;
/** Usual values if nothing can be measured: a trunk photo's height, an adult head's width and stature, cm. */
const USUAL_CM = { trunkPhoto: 70, headWidth: 15.5, stature: 168 } as const;

/** Finds the size of the person. Each rule returns undefined if its marks are not found; the last one always works. */
export function findScale(input: ScaleInput): Scale {
  const { type, provider } = input;
  if (type === 'face') return byEyes(input) ?? byHeadWidth(input);
  if (type === 'mammo') return byNipples(input) ?? usual(input, 'the nipples were not found in the front photo');
  if (provider === 7)
    return byNipples(input) ?? byHip(input) ?? usual(input, 'the nipples were not found in the front photo');
  return byHip(input) ?? byNipples(input) ?? usual(input, 'no hip level was found');
}

function byEyes(input: ScaleInput): Scale | undefined {
  const pair = findPupils(input.front.image, input.front.silhouette.mask);
  const span = pair && spanOf(pair, input);
  if (span === undefined) return undefined;
  const given = input.measures.eye_distance;
  const cm = given ?? USUAL_EYE_DISTANCE_CM;
  const warnings =
    given === undefined
      ? [
          `No eye_distance was given: ${USUAL_EYE_DISTANCE_CM} cm, an adult's usual one, is assumed, so sizes may be off by 5 %.`,
        ]
      : [];
  return { metresPerUnit: cm / 100 / span, basis: `eye_distance of ${cm} cm`, warnings };
}

function byHeadWidth({ measures, mesh, front }: ScaleInput): Scale {
  const { positions } = mesh;
  let top = -Infinity;
  for (let i = 1; i < positions.length; i += 3) top = Math.max(top, positions[i]!);
  // The widest level between crown and nose; a picture of a head shows about two heads.
  const reach = 0.3 * (front.silhouette.mask.heightPx / front.camera.focalPx) * front.camera.translation[2];
  let [left, right] = [0, 0];
  for (let i = 0; i < positions.length; i += 3) {
    if (positions[i + 1]! < top - reach) continue;
    left = Math.min(left, positions[i]!);
    right = Math.max(right, positions[i]!);
  }
  const words = measures.eye_distance === undefined ? '' : ', so the given eye_distance could not be used';
  return {
    metresPerUnit: USUAL_CM.headWidth / 100 / (right - left),
    basis: `a usual head width of ${USUAL_CM.headWidth} cm`,
    warnings: [
      `The pupils were not found in the front photo${words}: a usual head width is assumed, so sizes may be off by 10 %.`,
    ],
  };
}

function byNipples(input: ScaleInput): Scale | undefined {
  const cm = input.measures.nipple_to_nipple;
  if (cm === undefined) return undefined;
  const pair = findNipples(input.front.image, input.front.silhouette.mask, input.type === 'body');
  const span = pair && spanOf(pair, input);
  if (span === undefined) return undefined;
  return { metresPerUnit: cm / 100 / span, basis: `nipple_to_nipple of ${cm} cm`, warnings: [] };
}

function byHip({ measures, mesh }: ScaleInput): Scale | undefined {
  const cm = measures.hipline;
  const hip = cm === undefined ? undefined : findHip(mesh);
  if (cm === undefined || hip === undefined) return undefined;
  const isGirth = cm > LARGEST_HIP_WIDTH_CM;
  const basis = `hipline of ${cm} cm, taken as a ${isGirth ? 'circumference' : 'width'}`;
  return { metresPerUnit: cm / 100 / (isGirth ? hip.circumference : hip.width), basis, warnings: [] };
}

function usual({ type, mesh }: ScaleInput, why: string): Scale {
  const assumed = 'so sizes may be off by 10 % or more';
  if (type === 'mammo') {
    return {
      metresPerUnit: USUAL_CM.trunkPhoto / 100,
      basis: `a front photo that shows ${USUAL_CM.trunkPhoto} cm`,
      warnings: [
        `The given measure could not be used, because ${why}: a photo of usual height is assumed, ${assumed}.`,
      ],
    };
  }
  let [bottom, top] = [Infinity, -Infinity];
  for (let i = 1; i < mesh.positions.length; i += 3) {
    bottom = Math.min(bottom, mesh.positions[i]!);
    top = Math.max(top, mesh.positions[i]!);
  }
  return {
    metresPerUnit: USUAL_CM.stature / 100 / (top - bottom),
    basis: `a usual stature of ${USUAL_CM.stature} cm`,
    warnings: [`The given measure could not be used, because ${why}: a usual stature is assumed, ${assumed}.`],
  };
}

/** Distance in space between the surface points that two spots of the front photo show. */
function spanOf({ left, right }: SpotPair, { mesh, front }: ScaleInput): number | undefined {
  const { depth, widthPx } = rasterize(mesh, front.camera);
  const pointAt = (spot: Spot): Vec3 | undefined => {
    const away = depth[Math.round(spot.yPx) * widthPx + Math.round(spot.xPx)];
    if (away === undefined || !Number.isFinite(away)) return undefined;
    const eye = centreOf(front.camera);
    const ray = rayOf(front.camera, spot.xPx + 0.5, spot.yPx + 0.5);
    return [eye[0] + ray[0] * away, eye[1] + ray[1] * away, eye[2] + ray[2] * away];
  };
  const [a, b] = [pointAt(left), pointAt(right)];
  return a === undefined || b === undefined ? undefined : distance(a, b);
}
