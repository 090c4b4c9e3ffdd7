import { type Camera, type Framing, framedCamera, type SetName, type ViewName } from '../../samples/camera.ts';
import type { Studio } from '../../samples/photo.ts';
import { add, scale, type Vector } from '../../samples/vector.ts';
import type { Random } from './random.ts';

/** Colours of plain walls and backdrops, as clinics have them; linear light. */
const WALLS: readonly Vector[] = [
  [0.44, 0.5, 0.56],
  [0.1, 0.18, 0.4],
  [0.36, 0.42, 0.35],
  [0.16, 0.17, 0.19],
  [0.07, 0.22, 0.17],
  [0.5, 0.52, 0.55],
];

export const someStudio = (random: Random): Studio => ({
  wall: scale(random.oneOf(WALLS), random.about(1, 0.08)),
  key: [random.between(-0.9, 0.9), random.between(0.4, 0.9), -0.8],
  keyStrength: random.about(0.6, 0.06),
  fillStrength: random.about(0.28, 0.03),
});

/** Heights on the standing figure, cm. */
export interface Heights {
  crotch: number;
  chin: number;
  crown: number;
}

const SIZE = {
  face: { widthPx: 640, heightPx: 800 },
  torso: { widthPx: 600, heightPx: 800 },
  body: { widthPx: 600, heightPx: 800 },
} as const;

/** The content of a set's photos and the distance; each person gets another lens and distance. */
export function someFraming(set: SetName, { crotch, chin, crown }: Heights, random: Random): Framing {
  const [low, high, distances] = {
    face: [chin - 13.5, crown + 5, 4] as const,
    torso: [crotch + 4, chin + 6, 3.6] as const,
    body: [-0.06 * crown, 1.06 * crown, 2.1] as const,
  }[set];
  const heightCm = high - low;
  const distanceCm = heightCm * distances * random.about(1, 0.06);
  return { lookAt: [0, (low + high) / 2, 0], heightCm, distanceCm, ...SIZE[set] };
}

/** A camera with small random errors: no photo is taken exactly like the one before. */
export function someCamera(framing: Framing, view: ViewName, random: Random): Camera {
  const { lookAt, heightCm, distanceCm } = framing;
  const shift: Vector = [random.about(0, 0.006), random.about(0, 0.006), random.about(0, 0.006)];
  const own: Framing = {
    ...framing,
    lookAt: add(lookAt, scale(shift, heightCm)),
    heightCm: heightCm * random.about(1, 0.03),
    distanceCm: distanceCm * random.about(1, 0.02),
  };
  return framedCamera(own, view, [random.about(0, 2.5), random.about(0, 0.9), random.about(0, 0.8)]);
}

/** The three sets under the names of the bench. */
export const SET_OF = { torso: 'torso', head: 'face', body: 'body' } as const;
/** For a head only the three views that every provider takes: the others would cost as much again. */
export const VIEWS_OF = {
  torso: ['left', 'front', 'right'],
  head: ['left', 'front', 'right'],
  body: ['left', 'front', 'right', 'back'],
} as const satisfies Record<keyof typeof SET_OF, readonly ViewName[]>;

/** The form of the data folder's files: OpenCV's convention, metres. */
export function cameraFile({ position, right, up, forward, focalPx, widthPx, heightPx }: Camera) {
  const rows = [right, scale(up, -1), forward];
  return {
    ...{ width: widthPx, height: heightPx },
    K: [
      [focalPx, 0, widthPx / 2],
      [0, focalPx, heightPx / 2],
      [0, 0, 1],
    ],
    R: rows.map((row) => [...row]),
    t: rows.map((row) => -(row[0] * position[0] + row[1] * position[1] + row[2] * position[2]) / 100),
  };
}
