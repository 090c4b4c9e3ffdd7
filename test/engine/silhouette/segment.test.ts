import { describe, expect, test } from 'vitest';
import { intersectionOverUnion, type Mask, newMask } from '../../../src/engine/image/plane.ts';
import { checkSilhouette } from '../../../src/engine/silhouette/check.ts';
import { segment } from '../../../src/engine/silhouette/segment.ts';
import type { RgbImage } from '../../../src/photo/decode.ts';
import { seededRandom } from '../figures.ts';

const WIDTH = 360;
const HEIGHT = 480;

type Colour = readonly [number, number, number];
interface Scene {
  wall(x: number, y: number): Colour;
  person: Colour;
}

/** A figure with head, trunk and two arms that leave gaps, before a wall, with grain. */
function picture({ wall, person }: Scene): { image: RgbImage; truth: Mask } {
  const random = seededRandom(7);
  const truth = newMask(WIDTH, HEIGHT);
  const rgb = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const across = Math.abs(x - 180);
      const isHead = Math.hypot(across, y - 90) < 45;
      const isTrunk = y > 120 && y < 400 && across < 60;
      const isArm = y > 140 && y < 330 && across > 80 && across < 105;
      const isShoulder = y > 130 && y < 160 && across < 105;
      const inside = isHead || isTrunk || isArm || isShoulder;
      const i = y * WIDTH + x;
      truth.inside[i] = inside ? 1 : 0;
      const colour = inside ? person : wall(x, y);
      const grain = (random() - 0.5) * 8;
      for (let c = 0; c < 3; c++) rgb[i * 3 + c] = Math.min(255, Math.max(0, colour[c]! + grain));
    }
  }
  return { image: { widthPx: WIDTH, heightPx: HEIGHT, rgb }, truth };
}

const SKIN: Colour = [205, 160, 135];

describe.each<[string, Scene]>([
  ['a light wall', { wall: () => [190, 200, 212], person: SKIN }],
  ['a wall lit from one side', { wall: (x) => [120 + x / 4, 128 + x / 4, 140 + x / 4], person: SKIN }],
  ['wall and floor', { wall: (_, y) => (y > 380 ? [150, 152, 156] : [200, 204, 210]), person: SKIN }],
  ['a soft shadow', { wall: (x, y) => shade([190, 200, 212], 1 - 0.35 * soft(x - 300, y - 300)), person: SKIN }],
  ['dark skin before green', { wall: () => [150, 185, 160], person: [92, 62, 48] }],
  ['skin before beige', { wall: () => [222, 212, 196], person: SKIN }],
])('%s', (_, scene) => {
  test('the person is found, gaps between arm and trunk stay gaps', () => {
    const { image, truth } = picture(scene);
    const found = segment(image, 'trunk');
    expect(intersectionOverUnion(found.mask, truth)).toBeGreaterThan(0.97);
    expect(() => checkSilhouette('front', found)).not.toThrow();
  });
});

const shade = (colour: Colour, by: number): Colour => [colour[0] * by, colour[1] * by, colour[2] * by];
const soft = (x: number, y: number) => Math.exp(-(x * x + y * y) / 8000);

test('an arm that leaves the picture at a slant, before a wall of nearly its colour', () => {
  const { image, truth } = picture({ wall: () => [150, 112, 88], person: [105, 74, 56] });
  const random = seededRandom(3);
  for (let y = 160; y < HEIGHT; y++) {
    for (let x = 0; x < 110; x++) {
      const edge = 75 - (y - 160) * 0.35;
      if (x < edge || truth.inside[y * WIDTH + x] === 1) continue;
      truth.inside[y * WIDTH + x] = 1;
      const grain = (random() - 0.5) * 4;
      [108, 76, 58].forEach((value, c) => {
        image.rgb[(y * WIDTH + x) * 3 + c] = value + grain;
      });
    }
  }
  expect(intersectionOverUnion(segment(image, 'trunk').mask, truth)).toBeGreaterThan(0.97);
});

test('an empty wall, a wall with a pattern', () => {
  const empty = picture({ wall: () => [190, 200, 212], person: [190, 200, 212] });
  expect(() => checkSilhouette('back', segment(empty.image, 'trunk'))).toThrow(/no person .* back photo/);
  const tiles = picture({
    wall: (x, y) => (((x >> 4) + (y >> 4)) % 2 === 0 ? [90, 60, 50] : [200, 200, 190]),
    person: SKIN,
  });
  expect(() => checkSilhouette('front', segment(tiles.image, 'trunk'))).toThrow(/background of the front photo/);
});
