import type { Random } from '../bench-engine/family/random.ts';
import type { Vector } from '../samples/vector.ts';

/** Number of skins from the palest to the darkest, as many as von Luschan's scale has. */
export const STEPS = 36;

/**
 * Skins as photos show them, sRGB, from step 1 to step 36, with the steps between them even. The tiles of von Luschan's
 * own scale are glass, and some of them have a colour that no skin has.
 */
const TONES: readonly Vector[] = [
  [246, 224, 212],
  [240, 208, 190],
  [230, 188, 160],
  [214, 166, 132],
  [188, 136, 100],
  [156, 106, 74],
  [122, 80, 56],
  [90, 58, 42],
  [64, 42, 33],
  [46, 31, 26],
];

/** How an areola differs from the skin round it. */
export type Shade = 'pale' | 'middle' | 'dark';
export const SHADES: readonly Shade[] = ['pale', 'middle', 'dark'];

/** Shares of the skin's red light that come back, and of its green and blue beside the red. */
const AREOLA: Record<Shade, { light: number; hue: number }> = {
  pale: { light: 0.9, hue: 0.8 },
  middle: { light: 0.7, hue: 0.74 },
  dark: { light: 0.44, hue: 0.7 },
};

export interface Looks {
  /** Linear light. */
  skin: Vector;
  areola: Vector;
}

/** Colours of a person; undertones are pinker or more yellow, and dark skin has browner areolas. */
export function someLooks(step: number, shade: Shade, random: Random): Looks {
  const at = ((step - 1) / (STEPS - 1)) * (TONES.length - 1);
  const from = TONES[Math.min(TONES.length - 2, Math.floor(at))]!;
  const to = TONES[Math.min(TONES.length - 1, Math.floor(at) + 1)]!;
  const part = at - Math.min(TONES.length - 2, Math.floor(at));
  const yellow = random.about(0, 0.035);
  const skin = [0, 1, 2].map((c) => {
    const tone = linear(from[c]! + (to[c]! - from[c]!) * part);
    return Math.min(0.92, tone * (1 + yellow * [0, 1, -1.6][c]!));
  }) as unknown as Vector;
  const { light, hue } = AREOLA[shade];
  // In the darkest skin there is so much pigment that no areola is as light, and none much redder.
  const dark = Math.max(0, (step - 20) / (STEPS - 20));
  const own = hue + (1 - hue) * 0.62 * dark;
  const red = light * (1 - 0.12 * dark) * random.about(1, 0.05);
  return { skin, areola: [skin[0] * red, skin[1] * red * own, skin[2] * red * own * random.about(1, 0.04)] };
}

const linear = (byte: number) => (byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);

/** Walls, linear light, by name; one is made of the person's skin. */
const WALLS: Record<string, Vector> = {
  violet: [0.11, 0.08, 0.2],
  brown: [0.14, 0.08, 0.045],
  dark: [0.018, 0.019, 0.022],
  pale: [0.66, 0.66, 0.65],
  blue: [0.1, 0.18, 0.4],
  green: [0.2, 0.32, 0.22],
  grey: [0.2, 0.21, 0.23],
  beige: [0.55, 0.46, 0.36],
};
export const WALL_NAMES = [...Object.keys(WALLS), 'skin-like'] as const;

export function wallOf(name: string, skin: Vector): Vector {
  const [r, g, b] = skin;
  const gain = Math.max(r, g, b) > 0.3 ? 0.42 : 2.6;
  return WALLS[name] ?? [r * gain, g * gain * 1.06, b * gain * 1.1];
}
