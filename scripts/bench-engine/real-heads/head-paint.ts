import { eyeballsOf, type RealHeads } from '../../real-heads/read-real-heads.ts';
import { noise } from '../../samples/noise.ts';
import type { Paint } from '../../samples/paint.ts';
import { add, clamp, scale, smoothStep, type Vector } from '../../samples/vector.ts';
import type { Random } from '../family/random.ts';

/** Colours are linear light, lengths mm. */
export interface HeadLooks {
  skin: Vector;
  lips: Vector;
  hair: Vector;
  iris: Vector;
  pupil: number;
  brow: number;
  /** 0 to 1: how dark the shadow of a shaved beard is. */
  beard: number;
  /** How far down the forehead hair grows; −30 is a bald front. */
  hairline: number;
}

const IRIS_RADIUS = 5.85;
const DARK: Vector = [0.02, 0.012, 0.01];
const WHITE: Vector = [0.62, 0.58, 0.55];

/** Linear light, from pale to dark. */
const SKINS: readonly Vector[] = [
  [0.76, 0.54, 0.43],
  [0.7, 0.45, 0.33],
  [0.58, 0.35, 0.23],
  [0.42, 0.24, 0.15],
  [0.25, 0.135, 0.085],
  [0.13, 0.07, 0.045],
];
const HAIRS: readonly Vector[] = [
  [0.1, 0.055, 0.03],
  [0.035, 0.028, 0.025],
  [0.06, 0.035, 0.02],
  [0.02, 0.018, 0.017],
  [0.3, 0.2, 0.1],
];
const IRISES: readonly Vector[] = [
  [0.1, 0.05, 0.025],
  [0.05, 0.025, 0.015],
  [0.16, 0.2, 0.25],
  [0.14, 0.16, 0.08],
];

export function someLooks(random: Random): HeadLooks {
  const step = Math.floor(random.between(0, SKINS.length));
  const skin = scale(SKINS[step]!, random.about(1, 0.05));
  // Dark skin goes with dark hair and eyes.
  const isDark = step > 2;
  return {
    skin,
    lips: [skin[0] * 0.8, skin[1] * 0.55, skin[2] * 0.62],
    hair: isDark ? HAIRS[3]! : random.oneOf(HAIRS),
    iris: isDark ? IRISES[1]! : random.oneOf(IRISES),
    pupil: random.between(1.5, 2.4),
    brow: random.between(2.2, 4),
    beard: Math.max(0, random.between(-0.5, 0.5)),
    hairline: random.between(-12, 8),
  };
}

type Point = readonly [number, number];

/** Paints a head by what lies where on the mean one, so that brows, lips and hair go with the shape. */
export function headPainter({ mean, landmarks, parts }: RealHeads, looks: HeadLooks) {
  const flat = (from: number, to: number): Point[] =>
    landmarks.slice(from, to).map((v) => [mean.positions[v * 3]! * 1000, mean.positions[v * 3 + 1]! * 1000] as const);
  const brows = [flat(17, 22), flat(22, 27)];
  const lips = flat(48, 60);
  const mouth = flat(60, 65);
  const lids = [flat(36, 40), flat(42, 46)];
  const eyes = eyeballsOf({ mean, landmarks, parts } as RealHeads, mean.positions).map(({ middle }) =>
    middle.map((value) => value * 1000),
  );
  /** `at` is the place on the mean head, mm. */
  const skinAt = (at: Vector): Paint => {
    const [x, y, z] = at;
    const mottled = 1 + 0.035 * noise(x * 0.045, y * 0.045, z * 0.045) + 0.025 * noise(x * 0.23, y * 0.23, z * 0.23);
    let colour = scale(looks.skin, mottled);
    const grown = hairShare(at, looks.hairline);
    if (z > 40 && grown < 1) {
      const cheek = 1 - smoothStep(0, 24, Math.hypot(Math.abs(x) - 42, y + 5));
      colour = mix(colour, [colour[0] * 1.02, colour[1] * 0.82, colour[2] * 0.8], 0.4 * cheek);
      const shaved = smoothStep(-18, -30, y) * smoothStep(-95, -75, y);
      colour = mix(colour, scale(looks.hair, 1.5), 0.5 * looks.beard * shaved);
      const inside = insideOf(lips, x, y);
      colour = mix(colour, looks.lips, 0.9 * smoothStep(-0.6, 0.9, inside));
      colour = mix(colour, DARK, 0.75 * (1 - smoothStep(0.3, 1.1, toLine(mouth, x, y))));
      const brow = Math.min(...brows.map((line) => toLine(line, x, y)));
      const hairs = 0.8 + 0.3 * noise(x * 0.7, y * 0.3, 1);
      colour = mix(colour, looks.hair, clamp(hairs * (1 - smoothStep(looks.brow * 0.5, looks.brow, brow)), 0, 0.9));
      const lash = Math.min(...lids.map((line) => toLine(line, x, y)));
      if (z > 80) colour = mix(colour, DARK, 0.8 * (1 - smoothStep(0.4, 1.1, lash)));
    }
    const strands = 1 + 0.3 * noise(x * 0.5, y * 0.5, z * 0.5);
    return { colour: mix(colour, scale(looks.hair, strands), grown), shine: 0.06 };
  };
  const eyeAt = (side: 0 | 1, at: Vector): Paint => {
    const eye = eyes[side]!;
    const [dx, dy] = [at[0] - eye[0]!, at[1] - eye[1]!];
    const off = Math.hypot(dx, dy);
    let colour = mix(WHITE, [0.55, 0.36, 0.32], smoothStep(8, 13, Math.abs(dx)));
    const streak = 1 + 0.25 * noise(Math.atan2(dy, dx) * 6, off * 0.3, side);
    const ring = mix(scale(looks.iris, streak), scale(looks.iris, 0.35), smoothStep(4.6, 5.8, off));
    colour = mix(colour, ring, 1 - smoothStep(IRIS_RADIUS - 0.25, IRIS_RADIUS + 0.25, off));
    colour = mix(colour, [0.006, 0.006, 0.006], 1 - smoothStep(looks.pupil - 0.2, looks.pupil + 0.2, off));
    return {
      colour: mix(colour, [0.9, 0.9, 0.9], 1 - smoothStep(0.5, 0.9, Math.hypot(dx - 1.6, dy - 1.8))),
      shine: 0.2,
    };
  };
  return { skinAt, eyeAt };
}

const mix = (a: Vector, b: Vector, t: number): Vector => add(scale(a, 1 - t), scale(b, t));

/** Heights of the hair's edge, mm, at angles round the head from the front, degrees. */
const HAIR_EDGE: readonly Point[] = [
  [0, 96],
  [35, 92],
  [55, 62],
  [80, 52],
  [100, 46],
  [118, 0],
  [140, -28],
  [180, -36],
];
const HEAD_AXIS_Z = 12;

function hairShare([x, y, z]: Vector, hairline: number): number {
  const angle = (Math.atan2(Math.abs(x), z - HEAD_AXIS_Z) * 180) / Math.PI;
  const next = Math.max(
    1,
    HAIR_EDGE.findIndex(([at]) => at >= angle),
  );
  const [[a, low], [b, high]] = [HAIR_EDGE[next - 1]!, HAIR_EDGE[next]!];
  const edge = low + ((high - low) * (angle - a)) / (b - a) - (angle < 90 ? hairline * (1 - angle / 90) : 0);
  const isEar = Math.abs(x) > 79 && y < 46 && z > -30;
  return isEar ? 0 : smoothStep(-2.5, 2.5, y - edge + 1.5 * noise(x * 0.4, y * 0.4, z * 0.4));
}

/** Distance to a polyline, mm. */
function toLine(line: readonly Point[], x: number, y: number): number {
  let best = Infinity;
  for (let i = 1; i < line.length; i++) {
    const [[ax, ay], [bx, by]] = [line[i - 1]!, line[i]!];
    const [ux, uy] = [bx - ax, by - ay];
    const t = clamp(((x - ax) * ux + (y - ay) * uy) / (ux * ux + uy * uy), 0, 1);
    best = Math.min(best, Math.hypot(x - ax - t * ux, y - ay - t * uy));
  }
  return best;
}

/** Distance to the edge of a polygon, positive inside, mm. */
function insideOf(polygon: readonly Point[], x: number, y: number): number {
  let isInside = false;
  polygon.forEach(([ax, ay], i) => {
    const [bx, by] = polygon[(i + 1) % polygon.length]!;
    if (ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)) isInside = !isInside;
  });
  const away = toLine([...polygon, polygon[0]!], x, y);
  return isInside ? away : -away;
}
