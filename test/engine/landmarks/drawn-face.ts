import { type Mask, newMask } from '../../../src/engine/image/plane.ts';
import type { RgbImage } from '../../../src/photo/decode.ts';

type Colour = readonly [number, number, number];

export interface DrawnFace {
  image: RgbImage;
  mask: Mask;
  /** Pupils on the picture's left and right, px. */
  pupils: readonly [readonly [number, number], readonly [number, number]];
  spacing: number;
}

export interface FaceStyle {
  skin: Colour;
  iris: Colour;
  /** How eyes are drawn. */
  eyes: 'open' | 'closed' | 'one closed' | 'behind dark glasses' | 'behind clear glasses';
  /** One iris touches the inner corner of its eye, so that no white is seen there. */
  touchesCorner?: boolean;
  /** Lashes and shadow at the outer corners, darker than any iris. */
  darkCorners: boolean;
  /** Radians, positive where the picture's right eye is lower. */
  tilt: number;
}

const [WIDTH, HEIGHT, SPACING] = [512, 640, 96];
const [MID_X, MID_Y] = [256, 260];

/** A face before a pale wall, drawn in distances of the pupils from their middle: x to the picture's right, y down. */
export function drawFace({ skin, iris, eyes, darkCorners, tilt, touchesCorner = false }: FaceStyle): DrawnFace {
  const rgb = new Uint8Array(WIDTH * HEIGHT * 3).fill(222);
  const mask = newMask(WIDTH, HEIGHT);
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
  const dark: Colour = [32, 24, 22];
  const shade = (share: number): Colour => [skin[0] * share, skin[1] * share, skin[2] * share];
  const isGlasses = eyes === 'behind clear glasses' || eyes === 'behind dark glasses';
  const colourAt = (x: number, y: number): Colour | undefined => {
    const isHead = (x / 1.25) ** 2 + ((y - 0.35) / 1.75) ** 2 < 1;
    if (!isHead && !(Math.abs(x) < 0.75 && y > 0.5)) return undefined;
    if (y < -0.75) return dark;
    const side = x < 0 ? -1 : 1;
    const [u, v] = [side * x - 0.5, y];
    if (isGlasses) {
      const lens = Math.cbrt(Math.abs(u / 0.42) ** 3 + Math.abs((v - 0.03) / 0.31) ** 3);
      if (eyes === 'behind dark glasses' ? lens < 1 : lens > 0.92 && lens < 1) return dark;
      if (Math.abs(x) < 0.12 && Math.abs(y) < 0.02) return dark;
    }
    if (Math.abs(u) < 0.3 && Math.abs(v + 0.3 + 0.1 * u * u) < 0.05) return dark;
    const isClosed = eyes === 'closed' || (eyes === 'one closed' && side === 1);
    const lid = 1 - (u / 0.21) ** 2;
    if (isClosed && Math.abs(u) < 0.22 && Math.abs(v - 0.05 * lid) < 0.015) return dark;
    const isCorner = touchesCorner && side === 1 && u < -0.095;
    if (!isClosed && !isCorner && v > -0.075 * lid && v < 0.085 * lid) {
      const out = Math.hypot(u, v);
      if (Math.hypot(u - 0.02, v + 0.03) < 0.012) return [250, 250, 250];
      if (out < 0.035) return [18, 16, 16];
      return out < 0.093 ? iris : (shade(0.35).map((s) => s + 120) as unknown as Colour);
    }
    if (darkCorners && Math.hypot((u - 0.24) / 0.075, (v - 0.01) / 0.05) < 1) return [12, 10, 10];
    if (Math.hypot((Math.abs(x) - 0.12) / 0.06, (y - 0.7) / 0.035) < 1) return shade(0.35);
    if (Math.abs(Math.abs(x) - 0.29) < 0.012 && Math.abs(y - 0.62) < 0.07) return shade(0.6);
    if (Math.abs(x) < 0.41 && Math.abs(y - 1.1) < 0.014) return shade(0.35);
    if (Math.hypot(x / 0.41, (y - 1.1) / 0.12) < 1) return [skin[0] * 0.9, skin[1] * 0.68, skin[2] * 0.72];
    return y > 1.85 ? shade(0.65) : skin;
  };
  for (let py = 0; py < HEIGHT; py++) {
    for (let px = 0; px < WIDTH; px++) {
      const sum = [0, 0, 0];
      let inside = 0;
      // Four samples a pixel, so that edges are as soft as in a photo.
      for (const [sx, sy] of [
        [0.25, 0.25],
        [0.75, 0.25],
        [0.25, 0.75],
        [0.75, 0.75],
      ] as const) {
        const [dx, dy] = [(px + sx - MID_X) / SPACING, (py + sy - MID_Y) / SPACING];
        const colour = colourAt(cos * dx + sin * dy, -sin * dx + cos * dy);
        if (colour !== undefined) inside++;
        for (let c = 0; c < 3; c++) sum[c] = sum[c]! + (colour?.[c] ?? 222) / 4;
      }
      rgb.set(sum, (py * WIDTH + px) * 3);
      mask.inside[py * WIDTH + px] = inside > 2 ? 1 : 0;
    }
  }
  const half = SPACING / 2;
  return {
    image: { widthPx: WIDTH, heightPx: HEIGHT, rgb },
    mask,
    pupils: [
      [MID_X - half * cos, MID_Y - half * sin],
      [MID_X + half * cos, MID_Y + half * sin],
    ],
    spacing: SPACING,
  };
}
