import { expect, test } from 'vitest';
import { cameraOf } from '../../../scripts/samples/camera.ts';
import { figureOf } from '../../../scripts/samples/figure.ts';
import { dot, subtract, type Vector } from '../../../scripts/samples/vector.ts';
import { type Mask, shrinkImage } from '../../../src/engine/image/plane.ts';
import { findNipples } from '../../../src/engine/landmarks/nipples.ts';
import { findPupils } from '../../../src/engine/landmarks/pupils.ts';
import { findHip, sliceLoops } from '../../../src/engine/measure/hip.ts';
import { SHOWN, segment } from '../../../src/engine/silhouette/segment.ts';
import { decodePhoto } from '../../../src/photo/decode.ts';
import { bar, beam, meshOf, union } from '../figures.ts';
import { photoOf, TYPE_OF } from '../samples.ts';

const people = [{ person: 'ana' }, { person: 'ben' }] as const;

async function outlined(person: 'ana' | 'ben', set: 'face' | 'torso' | 'body') {
  const image = shrinkImage(await decodePhoto(photoOf(person, set, 'front')), 640);
  return { image, mask: segment(image, SHOWN[TYPE_OF[set]]).mask };
}

function pixelOf(point: Vector, person: 'ana' | 'ben', set: 'face' | 'torso' | 'body', widthPx: number) {
  const camera = cameraOf(person, set, 'front', widthPx);
  const seen = subtract(point, camera.position);
  const perCm = camera.focalPx / dot(seen, camera.forward);
  return [camera.widthPx / 2 + dot(seen, camera.right) * perCm, camera.heightPx / 2 - dot(seen, camera.up) * perCm];
}

test.each(people)('the pupils of $person', async ({ person }) => {
  const { image, mask } = await outlined(person, 'face');
  const pair = findPupils(image, mask);
  const [onLeft, onRight] = figureOf(person).landmarks.pupils.map((p) => pixelOf(p, person, 'face', image.widthPx));
  // The person's left is on the picture's right.
  expect(Math.abs(pair!.right.xPx + 0.5 - onLeft![0]!)).toBeLessThan(3);
  expect(Math.abs(pair!.left.xPx + 0.5 - onRight![0]!)).toBeLessThan(3);
  expect(Math.abs(pair!.left.yPx + 0.5 - onRight![1]!)).toBeLessThan(4);
});

test('the pupils under a tuft of hair, and beside hair that sticks out on one side', async () => {
  const { image, mask } = await outlined('ben', 'face');
  const places = (of: Mask) =>
    [findPupils(image, of)!].flatMap(({ left, right }) => [left, right]).map(({ xPx, yPx }) => [xPx, yPx]);
  const wanted = places(mask);
  const { widthPx, inside } = mask;
  const top = Math.floor(inside.indexOf(1) / widthPx);
  const tuft = { ...mask, inside: inside.slice() };
  for (let y = top - 6; y < top; y++) tuft.inside[y * widthPx + Math.round(widthPx * 0.55)] = 1;
  expect(places(tuft)).toEqual(wanted);
  const oneSided = { ...mask, inside: inside.slice() };
  for (let y = top + 40; y < top + 140; y++) {
    const to = inside.lastIndexOf(1, (y + 1) * widthPx - 1) + 1;
    oneSided.inside.fill(1, to, to + 60);
  }
  expect(places(oneSided)).toEqual(wanted);
});

test.each(people.flatMap(({ person }) => [{ person, set: 'torso' } as const, { person, set: 'body' } as const]))(
  'the nipples of $person in the $set photo',
  async ({ person, set }) => {
    const { image, mask } = await outlined(person, set);
    const pair = findNipples(image, mask, set === 'body');
    const [onLeft, onRight] = figureOf(person).landmarks.nipples.map((p) => pixelOf(p, person, set, image.widthPx));
    const slack = set === 'torso' ? 5 : 3;
    expect(Math.abs(pair!.right.xPx + 0.5 - onLeft![0]!)).toBeLessThan(slack);
    expect(Math.abs(pair!.left.xPx + 0.5 - onRight![0]!)).toBeLessThan(slack);
    expect(Math.abs(pair!.left.yPx + 0.5 - onRight![1]!)).toBeLessThan(slack);
  },
);

test('no pupils in a torso, no nipples in a face', async () => {
  const torso = await outlined('ana', 'torso');
  expect(findPupils(torso.image, torso.mask)).toBeUndefined();
  const face = await outlined('ben', 'face');
  expect(findNipples(face.image, face.mask, false)).toBeUndefined();
});

/** Legs, a trunk and arms, 1 high. */
const figure = union(
  bar([0, 0], 0.02, 0.35, 0.1),
  bar([0.055, 0], -0.45, 0.02, 0.05),
  bar([-0.055, 0], -0.45, 0.02, 0.05),
  bar([0.18, 0], -0.1, 0.3, 0.02),
  beam(0.3, 0.18, 0.03),
);

test('a cut above the crotch shows trunk and arm, one below it two legs and the hand', () => {
  const mesh = meshOf(figure, 0.6, 0.01);
  expect(sliceLoops(mesh, 0.1)).toHaveLength(2);
  expect(sliceLoops(mesh, -0.1)).toHaveLength(3);
  expect(sliceLoops(mesh, -0.3)).toHaveLength(2);
});

test('hips are measured round the trunk, without the arm', () => {
  const hip = findHip(meshOf(figure, 0.6, 0.01))!;
  expect(hip.width).toBeCloseTo(0.2, 1);
  expect(hip.circumference / (2 * Math.PI * 0.1)).toBeCloseTo(1, 1);
});
