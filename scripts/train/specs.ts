import type { ModelName } from '../../src/engine/morphable/morphable-model.ts';
import type { Vec3 } from '../../src/engine/vector.ts';
import type { Closing, Kept } from './outer-skin.ts';
import type { EdgeLength } from './remesh.ts';

/** Where on the body a vertex lies. */
export type Part = 'torso' | 'neck' | 'head' | 'arm' | 'leg';

/** How a model is cut from the mean person of the data (floor at y = 0, metres), and how it is meshed and aligned. */
export interface ModelSpec {
  name: ModelName;
  kept: Kept;
  heights: readonly [number, number];
  cell: number;
  closing: Closing;
  edgeLength: EdgeLength;
  bones: readonly string[];
  /** By what people are laid on each other. */
  isAligned: (at: Vec3) => boolean;
  /** How much a part counts in the learning; what a photo of this set hardly shows need not cost modes. */
  weights: Readonly<Partial<Record<Part, number>>>;
  symmetricModes: number;
  opposedModes: number;
  /** Of all these the largest that are kept: a fit moves no more (see `PLANS`). */
  keptModes: number;
}

const near = (x: number, y: number, z: number, [a, b, c]: Vec3) => Math.hypot(x - a, y - b, z - c);
const NOSE: Vec3 = [0, 1.575, 0.165];
const NIPPLE: Vec3 = [0.104, 1.254, 0.16];
const EAR: Vec3 = [0.08, 1.595, 0.053];

/** From `fine` inside a distance to `coarse` a `width` farther. */
function graded(distance: number, within: number, width: number, fine: number, coarse: number): number {
  return fine + (coarse - fine) * Math.min(1, Math.max(0, (distance - within) / width));
}

const breast = (x: number, y: number, z: number) => near(x, y, z, [NIPPLE[0], NIPPLE[1] - 0.01, NIPPLE[2] - 0.03]);
const isHand = (x: number, y: number) => x > 0.24 && y < 0.93;
const handClosing: Closing = (x, y) => (isHand(x, y) ? 0.007 : y > 1.5 ? 0.004 : 0.0);

export const SPECS: readonly ModelSpec[] = [
  {
    name: 'head',
    kept: (_x, y) => y - 1.34,
    heights: [1.33, 1.8],
    cell: 0.002,
    closing: (_x, y) => (y > 1.47 ? 0.004 : 0),
    edgeLength: (x, y, z) => {
      if (near(x, y, z, EAR) < 0.04 && x > 0.068) return 0.0033;
      if (y < 1.49) return graded(1.49 - y, 0, 0.06, 0.007, 0.013);
      return graded(near(x, y, z, NOSE), 0.075, 0.05, 0.0036, 0.008);
    },
    bones: ['pelvis', 'neck', 'head'],
    isAligned: ([, y]) => y > 1.53,
    weights: { head: 1, neck: 0.7, torso: 0.5, arm: 0.5 },
    symmetricModes: 100,
    opposedModes: 20,
    keptModes: 80,
  },
  {
    name: 'torso',
    kept: (x, y) => Math.min(y - (x > 0.2 ? -1 : 0.68), 1.575 - y),
    heights: [0.66, 1.6],
    cell: 0.003,
    closing: handClosing,
    edgeLength: (x, y, z) => {
      if (x > 0.2 && y < 1.2) return 0.013;
      const trunk = z > 0.03 && y > 0.9 ? 0.0105 : 0.0145;
      return Math.min(trunk, graded(breast(x, y, z), 0.075, 0.05, 0.0065, 0.0145));
    },
    bones: ['pelvis', 'chest', 'neck', 'head', 'shoulder_left', 'elbow_left', 'wrist_left', 'hip_left'],
    isAligned: ([x, y]) => y > 0.9 && y < 1.44 && x < 0.15,
    weights: { torso: 1, neck: 0.7, leg: 0.6, head: 0.5, arm: 0.4 },
    symmetricModes: 100,
    opposedModes: 20,
    keptModes: 120,
  },
  {
    name: 'body',
    kept: () => 1,
    heights: [-1, 3],
    cell: 0.003,
    closing: handClosing,
    edgeLength: (x, y, z) => {
      if (y > 1.48) return graded(near(x, y, z, NOSE), 0.08, 0.05, 0.0065, 0.012);
      if (isHand(x, y) || y < 0.09) return 0.01;
      if (x > 0.2 || y < 0.75) return 0.0155;
      return Math.min(z > 0.03 ? 0.0135 : 0.0155, graded(breast(x, y, z), 0.07, 0.05, 0.0085, 0.0155));
    },
    bones: [
      'pelvis',
      'chest',
      'neck',
      'head',
      'shoulder_left',
      'elbow_left',
      'wrist_left',
      'hip_left',
      'knee_left',
      'ankle_left',
    ],
    isAligned: ([x, y]) => y > 0.9 && y < 1.44 && x < 0.2,
    weights: { torso: 1, leg: 1, neck: 1, head: 1, arm: 0.7 },
    symmetricModes: 90,
    opposedModes: 16,
    keptModes: 106,
  },
];
