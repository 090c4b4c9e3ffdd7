import { describe, expect, test } from 'vitest';
import { randomOf } from '../../../scripts/bench-engine/family/random.ts';
import { newMask } from '../../../src/engine/image/plane.ts';
import { findTrunkAreolas } from '../../../src/engine/landmarks/trunk-areolas.ts';

const SIZE = { widthPx: 480, heightPx: 640 };
type Colour = readonly [r: number, g: number, b: number];

interface Disc {
  x: number;
  y: number;
  radius: number;
  /** Shares of the skin's red, green and blue. */
  of: Colour;
}

/** How much of the lamp a place mirrors, a share of white. */
type Gleam = (x: number, y: number) => number;

/** A trunk with arms, shaded towards its sides and in folds under the breasts, with grain and discs of other colours. */
function trunk(skin: Colour, discs: readonly Disc[], gleam: Gleam = () => 0) {
  const random = randomOf(5);
  const mask = newMask(SIZE.widthPx, SIZE.heightPx);
  const rgb = new Uint8Array(SIZE.widthPx * SIZE.heightPx * 3);
  for (let y = 0; y < SIZE.heightPx; y++) {
    for (let x = 0; x < SIZE.widthPx; x++) {
      const i = y * SIZE.widthPx + x;
      const half = y < 90 ? 50 + y : 140 - 20 * Math.sin((Math.max(0, y - 90) / 550) * Math.PI);
      const across = (x - 240) / half;
      const isArm = y > 100 && Math.abs(Math.abs(x - 240) - 178 - 0.04 * (y - 100)) < 26;
      mask.inside[i] = Math.abs(across) < 1 || isArm ? 1 : 0;
      const fold = 0.25 * Math.exp(-(((y - 330) / 12) ** 2)) * (Math.abs(Math.abs(across) - 0.55) < 0.3 ? 1 : 0);
      const light = mask.inside[i] === 1 ? 1 - 0.35 * Math.min(1, Math.abs(across)) ** 3 - fold : 1;
      const disc = discs.find((one) => Math.hypot(x - one.x, y - one.y) < one.radius);
      for (let c = 0; c < 3; c++) {
        const dull = skin[c]! * light * (disc?.of[c] ?? 1);
        const own = mask.inside[i] === 1 ? 255 * ((dull / 255) ** 2.2 + gleam(x, y)) ** (1 / 2.2) : 120;
        rgb[i * 3 + c] = Math.min(255, Math.max(0, Math.round(own + random.about(0, 1.5))));
      }
    }
  }
  return { image: { ...SIZE, rgb }, mask };
}

const areolas = (radius: number, of: Colour, apart = 150): Disc[] => [
  { x: 240 - apart / 2, y: 262, radius, of },
  { x: 240 + apart / 2, y: 256, radius, of },
];
const MOLES: Disc[] = [
  { x: 205, y: 180, radius: 5, of: [0.6, 0.5, 0.45] },
  { x: 300, y: 400, radius: 7, of: [0.6, 0.5, 0.45] },
  { x: 240, y: 470, radius: 6, of: [0.5, 0.45, 0.4] },
];
const find = (skin: Colour, discs: readonly Disc[], gleam?: Gleam) => {
  const { image, mask } = trunk(skin, discs, gleam);
  return findTrunkAreolas(image, image, mask);
};

describe('areolas of a trunk', () => {
  test.each<[string, Colour, number, Colour, number?]>([
    ['pale on the palest skin', [246, 224, 212], 9, [0.97, 0.91, 0.91]],
    ['large', [214, 166, 132], 26, [0.86, 0.74, 0.72]],
    ['small and close together', [188, 136, 100], 6, [0.82, 0.7, 0.68], 105],
    ['small and far apart', [188, 136, 100], 6, [0.82, 0.7, 0.68], 190],
    ['dark on dark skin', [90, 58, 42], 14, [0.7, 0.6, 0.6]],
    ['hardly redder on the darkest skin', [62, 42, 35], 12, [0.72, 0.66, 0.66]],
  ])('%s', (_, skin, radius, of, apart = 150) => {
    const wanted = areolas(radius, of, apart);
    const found = find(skin, [...wanted, ...MOLES]);
    expect(found).toBeDefined();
    [found!.right, found!.left].forEach((patch, side) => {
      expect(Math.hypot(patch.xPx - wanted[side]!.x, patch.yPx - wanted[side]!.y)).toBeLessThan(2);
      expect(Math.abs(Math.log(patch.longPx / radius))).toBeLessThan(0.2);
    });
  });

  test('pale on dark skin, with a gleam above each', () => {
    const wanted = areolas(14, [0.85, 0.8, 0.8]);
    const near = (x: number, y: number) => Math.exp(-((x / 30) ** 2 + (y / 18) ** 2) / 2);
    const found = find([85, 56, 44], wanted, (x, y) => 0.005 * (near(x - 165, y - 258) + near(x - 315, y - 250)));
    expect(found).toBeDefined();
    [found!.right, found!.left].forEach((patch, side) => {
      expect(Math.hypot(patch.xPx - wanted[side]!.x, patch.yPx - wanted[side]!.y)).toBeLessThan(2);
    });
  });

  /** Light from the upper left, on dark skin: a bright side of each nipple, and the shade that it throws. */
  const withNipples = (of: Colour) => {
    const wanted = areolas(13, of);
    const shade = of.map((share) => 0.6 * share) as unknown as Colour;
    const shades = wanted.map(({ x, y }): Disc => ({ x: x + 3, y: y + 3, radius: 4, of: shade }));
    const near = (x: number, y: number) => Math.exp(-((x / 2) ** 2 + (y / 2) ** 2) / 2);
    const gleam: Gleam = (x, y) => wanted.reduce((sum, one) => sum + 0.01 * near(x - one.x + 2, y - one.y + 2), 0);
    return { wanted, found: find([70, 46, 37], [...shades, ...wanted], gleam) };
  };

  test('hardly another colour than dark skin has, by the light and shade of the nipples', () => {
    const { wanted, found } = withNipples([0.9, 0.86, 0.86]);
    expect(found).toBeDefined();
    [found!.right, found!.left].forEach((patch, side) => {
      expect(Math.hypot(patch.xPx - wanted[side]!.x, patch.yPx - wanted[side]!.y)).toBeLessThan(2);
      expect(Math.abs(Math.log(patch.longPx / 13))).toBeLessThan(0.2);
    });
  });

  test('refused: the light and shade of nipples alone, as through cloth', () => {
    expect(withNipples([1, 1, 1]).found).toBeUndefined();
  });

  const SKIN: Colour = [200, 150, 120];
  const [right, left] = areolas(12, [0.85, 0.72, 0.7]);
  test.each<[string, Disc[]]>([
    ['none', MOLES],
    ['one of them', [right!, ...MOLES]],
    ['darker ones that are not redder, as through cloth', areolas(12, [0.75, 0.75, 0.75])],
    ['two of which one lies far lower', [right!, { ...left!, y: 420 }]],
  ])('refused: %s', (_, discs) => {
    expect(find(SKIN, discs)).toBeUndefined();
  });
});
