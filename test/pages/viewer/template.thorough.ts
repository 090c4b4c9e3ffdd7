import { describe, expect, test } from 'vitest';
import { finishedSurface } from '../../../src/engine/morphable/finished-surface.ts';
import type { LandmarkName } from '../../../src/engine/morphable/morphable-model.ts';
import { pointAt as placeOn, surfacePoint } from '../../../src/engine/morphable/surface-point.ts';
import { differenceFrom } from '../../../src/pages/viewer/comparison.ts';
import { angleAt } from '../../../src/pages/viewer/measure/angle.ts';
import { augmentation, augmentedPositions } from '../../../src/pages/viewer/measure/augment.ts';
import { girthAt } from '../../../src/pages/viewer/measure/girth.ts';
import { after, moved, type Rigid, rigidOf, turned } from '../../../src/pages/viewer/measure/rigid.ts';
import { roundLine } from '../../../src/pages/viewer/measure/round-line.ts';
import { shortestPath } from '../../../src/pages/viewer/measure/shortest-path.ts';
import { type Surface, type SurfacePoint, surfaceOf } from '../../../src/pages/viewer/measure/surface.ts';
import { distance, plus, times, type Vec3 } from '../../../src/pages/viewer/measure/vector.ts';
import { type Patch, patchWithin } from '../../../src/pages/viewer/measure/volume.ts';
import { type SurfaceSearch, searchesOf } from '../../../src/pages/viewer/surface-search.ts';
import { loadModels } from '../../support/models.ts';

/** The mean trunk of the people that the engine knows, as fine as its models are. */
const { torso } = loadModels();
const { mesh } = finishedSurface(torso, torso.mean);
const triangles = mesh.triangles;
const trunk = surfaceOf(Float32Array.from(mesh.positions), triangles);

const landmark = (name: LandmarkName) =>
  [...placeOn(torso.mean, surfacePoint(torso, torso.landmarks[name]!))] as never as Vec3;
const nipple = landmark('nipple_left');
/** Seen from the front: some places of the trunk, and a ring round the base of the left breast. */
const [notch, nippleRight, navel] = (['sternal_notch', 'nipple_right', 'navel'] as const).map(landmark) as Vec3[];
const ring = Array.from({ length: 12 }, (_, i): Vec3 => {
  const angle = (i * Math.PI) / 6;
  return plus(nipple, [0.048 * Math.cos(angle) - 0.015, 0.05 * Math.sin(angle) + 0.005, 0]);
});

/** A trunk of another size that stands elsewhere, measured as a person does: by clicks, from where the front is. */
function standing(size: number, motion: Rigid) {
  const put = (place: Vec3) => moved(motion, times(place, size));
  const positions = new Float32Array(trunk.positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    positions.set(put([trunk.positions[i]!, trunk.positions[i + 1]!, trunk.positions[i + 2]!]), i);
  }
  const surface = surfaceOf(positions, triangles);
  const search = searchesOf(surface);
  const click = (place: Vec3): SurfacePoint => {
    return search.hit(put(plus(place, [0, 0, 1])), turned(motion, [0, 0, -1]))!;
  };
  return { surface, search, click };
}

const motion = (turn: Vec3, shift: Vec3): Rigid => after(rigidOf([0, 0, 0], shift), rigidOf(turn, [0, 0, 0]));
const anyhow = motion([0.2, -0.35, 0.1], [0.31, -0.12, 0.2]);
const round = motion([0, 0.8, 0], [0.1, 0.23, -0.4]);

const enclosed = (surface: Surface, { findNearest }: SurfaceSearch, points: readonly SurfacePoint[]): Patch =>
  patchWithin(surface, roundLine(points, findNearest))!;
const base = standing(1, motion([0, 0, 0], [0, 0, 0]));
const measuresOf = ({ surface, search, click }: typeof base) => {
  const [a, b, c, d] = [notch!, nipple, nippleRight!, navel!].map(click) as [
    SurfacePoint,
    SurfacePoint,
    SurfacePoint,
    SurfacePoint,
  ];
  const patch = enclosed(surface, search, ring.map(click));
  return {
    straightMm: [distance(a.place, b.place), distance(b.place, c.place), distance(a.place, d.place)].map(toMm),
    alongMm: [shortestPath(surface, a, b)!, shortestPath(surface, b, c)!].map(({ lengthM }) => toMm(lengthM)),
    degrees: angleAt(a.place, b.place, c.place),
    ml: patch.volumeM3 * 1e6,
    cm2: patch.areaM2 * 1e4,
    patch,
  };
};
const toMm = (metres: number) => metres * 1000;
const truth = measuresOf(base);

describe.each([0.9, 1, 1.1])('the mean trunk, %d times as large and moved', (size) => {
  const there = standing(size, anyhow);
  const found = measuresOf(there);

  test('has distances in proportion within 0.5 mm, and the same angle within 0.5°', () => {
    found.straightMm.forEach((mm, i) => {
      expect(Math.abs(mm - truth.straightMm[i]! * size)).toBeLessThan(0.5);
    });
    found.alongMm.forEach((mm, i) => {
      expect(Math.abs(mm - truth.alongMm[i]! * size)).toBeLessThan(0.5);
    });
    expect(Math.abs(found.degrees - truth.degrees)).toBeLessThan(0.5);
  });

  test('has a breast’s volume and skin in proportion within 1 %', () => {
    expect(Math.abs(found.ml / (truth.ml * size ** 3) - 1)).toBeLessThan(0.01);
    expect(Math.abs(found.cm2 / (truth.cm2 * size ** 2) - 1)).toBeLessThan(0.01);
  });

  test.each(['nipple', 'navel'])(
    'turned about its own length, has the girth at the %s in proportion within half a percent',
    (at) => {
      const place = at === 'nipple' ? nipple : navel!;
      const { surface, click } = standing(size, round);
      const [here, before] = [girthAt(surface, click(place).place)!, girthAt(base.surface, base.click(place).place)!];
      expect(here.curve.isClosed).toBe(true);
      expect(Math.abs(here.tapeM / (before.tapeM * size) - 1)).toBeLessThan(0.005);
      expect(Math.abs(here.alongM / (before.alongM * size) - 1)).toBeLessThan(0.005);
    },
  );

  test('has 300 ± 15 ml more with an implant of 300 ml', () => {
    const implant = { volumeM3: 300e-6, widthM: 0.118, heightM: 0.118 };
    const { surface, click } = there;
    const grown = surfaceOf(
      augmentedPositions(surface, [augmentation(surface, found.patch, implant)!], 1),
      surface.triangles,
    );
    // The line lies where it was: nothing moves there.
    const more = enclosed(grown, searchesOf(grown), ring.map(click)).volumeM3 * 1e6 - found.ml;
    expect(Math.abs(more - 300)).toBeLessThan(15);
  });
});

test('the mean trunk against itself, moved, differs by 0 ± 0.2 mm', () => {
  const { surface } = standing(1, motion([0.1, -0.08, 0.05], [0.02, -0.015, 0.01]));
  const { mm } = differenceFrom(surface, base.search.findNearest)!;
  expect(mm.every((one) => Math.abs(one) < 0.2)).toBe(true);
});
