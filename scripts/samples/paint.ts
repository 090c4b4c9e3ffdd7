import { EYE_Y, MOUTH_Y } from './anatomy/head.ts';
import type { Figure } from './figure.ts';
import { noise } from './noise.ts';
import { add, clamp, scale, smoothStep, type Vector } from './vector.ts';

/** Colour (linear light) and how much the surface shines, at a point of the figure. */
export interface Paint {
  colour: Vector;
  shine: number;
}

const DARK: Vector = [0.02, 0.012, 0.01];
const WHITE_OF_EYE: Vector = [0.74, 0.71, 0.68];

export function paintAt(figure: Figure, point: Vector): Paint {
  const { physique, grid } = figure;
  const material = grid.materialAt(...point);
  if (material === 'hair') return { colour: hairColour(figure, point), shine: 0.12 };
  const { shorts } = physique.looks;
  const seam = 0.25 * noise(point[0] * 0.3, 3, point[2] * 0.3);
  const dressed = material === 'skin' && point[1] > shorts.from + seam && point[1] < shorts.to + seam;
  if (dressed)
    return { colour: scale(shorts.colour, 1 + 0.12 * noise(point[0] * 4, point[1] * 4, point[2] * 4)), shine: 0.02 };
  const skin = skinColour(figure, point);
  const { origin, scale: size } = physique.head;
  const inHead: Vector = [(point[0] - origin[0]) / size, (point[1] - origin[1]) / size, (point[2] - origin[2]) / size];
  const isFace = inHead[1] > 0 && inHead[2] > 3.5 && material === 'skin';
  return isFace ? facePaint(figure, inHead, skin) : { colour: skin, shine: 0.06 };
}

const mix = (a: Vector, b: Vector, t: number): Vector => add(scale(a, 1 - t), scale(b, t));

function hairColour({ physique }: Figure, [x, y, z]: Vector): Vector {
  const { origin, scale: size, hair } = physique.head;
  // Strands run back over the head; short hair is a fine speckle.
  const around = Math.atan2(y - origin[1] - 12 * size, x - origin[0]) * 14;
  const strand = hair === 'bun' ? noise(around, z * 0.25, 0) * 0.7 + noise(around * 3.1, z * 0.4, 5) * 0.5 : 0;
  const speckle = noise(x * 5, y * 5, z * 5);
  return scale(physique.looks.hair, 1 + 0.35 * strand + (hair === 'bun' ? 0.1 : 0.35) * speckle);
}

function skinColour({ physique, landmarks }: Figure, point: Vector): Vector {
  const [x, y, z] = point;
  const mottled = 1 + 0.035 * noise(x * 0.45, y * 0.45, z * 0.45) + 0.025 * noise(x * 2.3, y * 2.3, z * 2.3);
  let colour = scale(physique.looks.skin, mottled);
  const { areolaRadius } = physique.chest.nipple;
  for (const nipple of landmarks.nipples) {
    const off = Math.hypot(x - nipple[0], y - nipple[1], 0.6 * (z - nipple[2]));
    colour = mix(colour, physique.looks.areola, 0.85 * (1 - smoothStep(areolaRadius * 0.82, areolaRadius * 1.08, off)));
  }
  return colour;
}

/** Paints eyes, brows, lips and nostrils on the face; `point` is in the head's own frame. */
function facePaint(figure: Figure, point: Vector, skin: Vector): Paint {
  const [x, y, z] = point;
  const { head, looks } = figure.physique;
  const across = Math.abs(x);
  const cheek = 1 - smoothStep(0, 2.4, Math.hypot(across - 4.2, y - 7.6));
  let colour = mix(skin, [skin[0] * 1.02, skin[1] * 0.8, skin[2] * 0.78], 0.45 * cheek);
  colour = mix(colour, looks.lips, lips(across, y, head.lipFullness));
  const gap = Math.abs(y - mouthLine(across));
  colour = mix(colour, DARK, 0.8 * (1 - smoothStep(0.03, 0.1, gap)) * (1 - smoothStep(2.1, 2.5, across)));
  colour = mix(colour, looks.hair, brow(across - head.halfEyeDistance, y, looks.browHeight));
  const nostril = Math.hypot((across - 0.62 * head.noseWidth) / 0.38, (y - 6.6) / 0.3, (z - head.noseTip + 1.3) / 0.6);
  colour = mix(colour, DARK, 0.85 * (1 - smoothStep(0.7, 1.15, nostril)));
  return z > 5.5 ? eyePaint(colour, across - head.halfEyeDistance, y - EYE_Y, looks.iris) : { colour, shine: 0.08 };
}

const mouthLine = (across: number) => MOUTH_Y + 0.02 * across * across - 0.06;

function lips(across: number, y: number, fullness: number): number {
  const width = 2.45;
  const rest = clamp(1 - (across / width) ** 2, 0, 1);
  const bow = 0.62 + 0.16 * smoothStep(0, 0.6, across);
  const top = MOUTH_Y + fullness * bow * 1.05 * rest ** 0.8;
  const bottom = MOUTH_Y - fullness * 0.88 * rest ** 0.6;
  const inside = Math.min(top - y, y - bottom);
  return across < width ? smoothStep(-0.02, 0.14, inside) * 0.85 : 0;
}

/** `out` is cm outward from the pupil. */
function brow(out: number, y: number, halfHeight: number): number {
  const middle = EYE_Y + 2.05 + 0.25 * Math.sin((out + 1.7) * 0.95) - 0.02 * out * out;
  const thick = halfHeight * clamp(1.1 - 0.28 * Math.max(out, 0), 0.35, 1);
  const ends = smoothStep(-2, -1.4, out) * (1 - smoothStep(1.6, 2.3, out));
  const hairs = 0.85 + 0.25 * noise(out * 7, y * 3, 1);
  return clamp(ends * hairs * (1 - smoothStep(thick * 0.55, thick * 1.15, Math.abs(y - middle))), 0, 0.92);
}

/** The open eye between two arcs, with white, iris, pupil and lashes. */
function eyePaint(skin: Vector, out: number, up: number, iris: Vector): Paint {
  const rest = 1 - (out / 1.42) ** 2;
  if (rest <= -0.3) return { colour: skin, shine: 0.08 };
  const upper = 0.5 * Math.max(rest, 0) + 0.04 * out;
  const lower = -0.42 * Math.max(rest, 0) + 0.04 * out;
  const open = smoothStep(-0.03, 0.03, Math.min(upper - up, up - lower)) * smoothStep(-0.02, 0.05, rest);
  const radius = Math.hypot(out, up);
  let eye = mix(WHITE_OF_EYE, scale(WHITE_OF_EYE, 0.6), smoothStep(0.9, 1.5, Math.abs(out)));
  eye = mix(eye, iris, 1 - smoothStep(0.54, 0.62, radius));
  eye = mix(eye, [0.008, 0.007, 0.006], 1 - smoothStep(0.27, 0.33, radius));
  const glint = 1 - smoothStep(0.06, 0.11, Math.hypot(out - 0.18, up - 0.2));
  eye = mix(eye, [0.95, 0.95, 0.95], glint);
  const lash = (1 - smoothStep(0.02, 0.1, Math.abs(up - upper - 0.02))) * smoothStep(0, 0.15, rest);
  const crease = (1 - smoothStep(0.02, 0.12, Math.abs(up - upper - 0.42))) * smoothStep(0.1, 0.5, rest);
  const lid = mix(mix(skin, scale(skin, 0.6), 0.5 * crease), DARK, 0.85 * lash);
  return { colour: mix(lid, eye, open * (1 - 0.7 * lash)), shine: 0.08 + 0.25 * open };
}
