import { BufferAttribute, BufferGeometry, Group } from 'three';
import { expect, test } from 'vitest';
import { mirrorDifference } from '../../../src/pages/viewer/mirror-difference.ts';
import { type Model, modelOf } from '../../../src/pages/viewer/model.ts';
import { movedModel } from '../../../src/pages/viewer/moved-model.ts';
import { showShading } from '../../../src/pages/viewer/shading.ts';
import { sphere } from './phantoms.ts';

const ball = sphere(0.1, 3);

function model(): Model {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(ball.positions.slice(), 3));
  geometry.setAttribute(
    'normal',
    new BufferAttribute(
      ball.positions.map((value) => value * 10),
      3,
    ),
  );
  geometry.setIndex(new BufferAttribute(ball.triangles, 1));
  const parts = [{ geometry, texture: null, first: 0 }];
  return modelOf({
    parts,
    positions: ball.positions,
    triangles: [...ball.triangles],
    seen: undefined,
    errorsMm: undefined,
    sha256: Promise.resolve('ab12'),
  });
}

/** The front half stands out further. */
const isFront = (vertex: number) => ball.positions[vertex * 3 + 2]! > 0.05;
const grown = (byM: number) =>
  ball.positions.map((value, i) => (i % 3 === 2 && isFront(Math.floor(i / 3)) ? value + byM : value));
const partOf = ({ parts }: Model) => parts[0]!.geometry;
const array = (one: Model, name: string) => partOf(one).getAttribute(name).array;

test('a moved model leaves the one that it was made of as it is', () => {
  const still = model();
  const [places, normals] = [array(still, 'position').slice(), array(still, 'normal').slice()];
  const moved = movedModel(still, grown(0.02), isFront);
  expect(partOf(moved)).not.toBe(partOf(still));
  expect(array(moved, 'position')).toEqual(grown(0.02));
  expect(array(still, 'position')).toEqual(places);
  expect(array(still, 'normal')).toEqual(normals);
});

test('a slider that is moved a hundred times takes the memory of one model', () => {
  const still = model();
  let shown = movedModel(still, grown(0.001), isFront);
  const kept = { geometry: partOf(shown), position: array(shown, 'position'), normal: array(shown, 'normal') };
  for (let i = 0; i < 100; i++) shown = movedModel(still, grown(i / 5000), isFront, shown);
  expect(partOf(shown)).toBe(kept.geometry);
  expect(array(shown, 'position')).toBe(kept.position);
  expect(array(shown, 'normal')).toBe(kept.normal);
  // And it looks as one that was made at once.
  const atOnce = movedModel(still, grown(99 / 5000), isFront);
  expect(array(shown, 'position')).toEqual(array(atOnce, 'position'));
  expect(array(shown, 'normal')).toEqual(array(atOnce, 'normal'));
  expect(shown.high).toEqual(atOnce.high);
  const back = movedModel(still, grown(0), () => false, shown);
  expect(array(back, 'normal')).toEqual(array(still, 'normal'));
});

test('colours that change take the memory of the colours before', () => {
  const [still, group] = [model(), new Group()];
  showShading(group, still, { kind: 'colours', colourOf: () => [1, 0, 0] });
  const before = array(still, 'color');
  showShading(group, still, { kind: 'colours', colourOf: () => [0, 1, 0] });
  expect(array(still, 'color')).toBe(before);
  expect([...before.slice(0, 3)]).toEqual([0, 1, 0]);
  expect(group.children).toHaveLength(1);
});

test('left against right is worked out once for a surface', () => {
  const { surface } = model().measured();
  expect(mirrorDifference(surface)).toBe(mirrorDifference(surface));
});
