import { expect, test } from 'vitest';
import { fitModel } from '../../../src/engine/fit/fit-model.ts';
import type { FitView } from '../../../src/engine/fit/fit-types.ts';
import { type LandmarkName, REGION } from '../../../src/engine/morphable/morphable-model.ts';
import { pointAt, surfacePoint } from '../../../src/engine/morphable/surface-point.ts';
import { loadModels } from '../../support/models.ts';
import { samplePerson } from '../morphable/sample-person.ts';
import { seeded } from '../morphable/seeded.ts';
import { meanDistanceMm, photographed } from './rendered-person.ts';
import { type Lamp, shadedPhoto } from './shaded-photo.ts';

const PUPILS = ['pupil_left', 'pupil_right'] as const;
const model = { ...loadModels().head.others[0]!, others: [] };
const onFace = (vertex: number) => (model.regions[vertex]! & REGION.face) !== 0;
const LAMP: Lamp = { around: 0.35, from: [0.5, 0.6, 0.8], strength: 0.6 };

const yOf = (name: LandmarkName) => pointAt(model.mean, surfacePoint(model, model.landmarks[name]!))[1]!;
const plain = () => 0.6;
/** Dark below the nose, and spotted there. */
const bearded = (vertex: number) => {
  const y = model.mean.positions[vertex * 3 + 1]!;
  return y > yOf('nose_tip') - 0.012 ? 0.6 : 0.2 + (0.1 * ((vertex * 7) % 11)) / 11;
};

function heads(seed: number) {
  const truth = photographed(model, samplePerson(model, seeded(seed)), ['left', 'front', 'right'], PUPILS, 0.42);
  const measure = { kind: 'distance', from: PUPILS[0], to: PUPILS[1], metres: truth.span } as const;
  const fitted = (views: FitView[]) => fitModel(model, views, { type: 'face', measure, effort: 'fast' }).mesh;
  const inLight = (lamp: Lamp, paint: (vertex: number) => number) =>
    fitted(truth.views.map((view, i) => ({ ...view, image: shadedPhoto(truth.mesh, truth.cameras[i]!, lamp, paint) })));
  const errorOf = (mesh: ReturnType<typeof fitted>) => meanDistanceMm(mesh, truth.mesh, onFace);
  return { outlines: fitted(truth.views), inLight, errorOf };
}

const PEOPLE = [3, 4, 5].map(heads);
const sumOf = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
const byOutlines = () => sumOf(PEOPLE.map(({ outlines, errorOf }) => errorOf(outlines)));

test('the shade on the skin brings a face nearer to the truth', { timeout: 120_000 }, () => {
  const errors = PEOPLE.map(({ inLight, errorOf }) => errorOf(inLight(LAMP, plain)));
  expect(sumOf(errors)).toBeLessThan(0.9 * byOutlines());
});

test('a beard is not taken for shape', { timeout: 120_000 }, () => {
  for (const { outlines, inLight, errorOf } of PEOPLE) {
    expect(errorOf(inLight(LAMP, bearded))).toBeLessThan(1.05 * errorOf(outlines));
  }
});

test('light from all around has no shade, and hardly moves the face', () => {
  const [{ outlines, inLight }] = PEOPLE as [(typeof PEOPLE)[number]];
  expect(meanDistanceMm(inLight({ ...LAMP, strength: 0, around: 0.9 }, plain), outlines, onFace)).toBeLessThan(0.3);
});
