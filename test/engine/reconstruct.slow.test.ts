import { validateBytes } from 'gltf-validator';
import { describe, expect, test } from 'vitest';
import { figureOf } from '../../scripts/samples/figure.ts';
import { trueMask } from '../../scripts/samples/true-mask.ts';
import type { View } from '../../src/contract/reconstruction.ts';
import { resizedCamera } from '../../src/engine/camera.ts';
import { partsOf } from '../../src/engine/certainty/parts.ts';
import { intersectionOverUnion, type Mask } from '../../src/engine/image/plane.ts';
import { type EngineResult, reconstruct } from '../../src/engine/reconstruct.ts';
import { renderMask } from '../../src/engine/render/rasterize.ts';
import { TURNTABLE } from '../../src/engine/render/turntable.ts';
import { boundsOf, volumeOf } from '../../src/engine/surface/mesh.ts';
import { decodePhoto } from '../../src/photo/decode.ts';
import { loadModels } from '../support/models.ts';
import { isThorough } from '../support/thorough.ts';
import { edgeUses } from './figures.ts';
import { inputOf, meshOfGlb, photoOf, resultOf, seenOfGlb } from './samples.ts';

const LONG = { timeout: 240_000 };
const MASK_WIDTH_PX = 120;
const figures = { ana: figureOf('ana'), ben: figureOf('ben') };

const cases = [
  { person: 'ana', set: 'face', provider: 5 },
  { person: 'ben', set: 'face', provider: 4 },
  { person: 'ana', set: 'torso', provider: 4 },
  { person: 'ben', set: 'torso', provider: 4 },
  { person: 'ben', set: 'body', provider: 4 },
] as const;

/** A quick run makes one trunk, 4 s; a thorough one everything. */
const made = isThorough ? cases : cases.slice(2, 3);

const truths = new Map<string, Mask>();

/** The true mask of a photo, worked out once: a copy that may be painted on. */
function truthOf({ person, set }: Pick<(typeof cases)[number], 'person' | 'set'>, view: View): Mask {
  const key = `${person} ${set} ${view}`;
  const known =
    truths.get(key) ?? trueMask(figures[person], set, view as Parameters<typeof trueMask>[2], MASK_WIDTH_PX);
  truths.set(key, known);
  return { ...known, inside: known.inside.slice() };
}

/**
 * Overlap of a mesh with the true masks of the photos that a result was made from, per view: above the mesh's lower end,
 * and for a trunk without the arms that it has not, so of the mesh alone.
 */
function overlaps(glb: Uint8Array, { report }: EngineResult, { person, set }: (typeof cases)[number]): number[] {
  const mesh = meshOfGlb(glb);
  return report.views.map(({ view, camera }) => {
    const truth = truthOf({ person, set }, view);
    const shown = renderMask(mesh, resizedCamera(camera, truth.widthPx, truth.heightPx));
    const end = Math.floor((shown.inside.lastIndexOf(1) - 2 * truth.widthPx) / truth.widthPx) * truth.widthPx;
    truth.inside.fill(0, end);
    shown.inside.fill(0, end);
    if (set === 'torso') for (let i = 0; i < end; i++) truth.inside[i] = truth.inside[i]! & shown.inside[i]!;
    return intersectionOverUnion(shown, truth);
  });
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe.each(made)('$person, $set photos, provider $provider', (one) => {
  const { person, set, provider } = one;
  const result = () => resultOf(person, set, provider);

  test('a GLB that the Khronos validator passes, with texture and not too large', LONG, async () => {
    const { glb } = await result();
    const { issues, info } = await validateBytes(glb);
    expect(issues.messages.filter(({ severity }) => severity === 0)).toEqual([]);
    expect(info.hasTextures).toBe(true);
    expect(glb.length).toBeLessThan(6_000_000);
  });

  test('a closed surface, wound outwards, without a number missing', LONG, async () => {
    const mesh = meshOfGlb((await result()).glb);
    expect(mesh.positions.every(Number.isFinite)).toBe(true);
    expect(mesh.triangles.reduce((most, i) => Math.max(most, i), 0)).toBeLessThan(mesh.positions.length / 3);
    expect(edgeUses(mesh)).toEqual({ uses: [2], isConsistent: true });
    expect(volumeOf(mesh)).toBeGreaterThan(0);
  });

  test('seen from each photo it covers the true person', LONG, async () => {
    const { glb, ...rest } = await result();
    expect(Math.min(...overlaps(glb, { glb, ...rest }, one))).toBeGreaterThan(0.9);
  });

  test('it is of human size, keeps the given measures and warns of nothing', LONG, async () => {
    const { glb, measures, report } = await result();
    const { low, high } = boundsOf(meshOfGlb(glb).positions);
    const heightM = high[1]! - low[1]!;
    const [least, most] = { face: [0.25, 0.6], torso: [0.5, 1], body: [1.5, 2] }[set] as [number, number];
    expect(heightM).toBeGreaterThan(least);
    expect(heightM).toBeLessThan(most);
    expect(report.warnings).toEqual([]);
    expect(JSON.stringify(report).length).toBeLessThan(20_000);
    const given = inputOf(person, set, provider).measures;
    expect(measures).toEqual({ ...given, ...(set === 'face' && { ear_size: expect.any(Number) }) });
    const sizing = { face: 'eye_distance', torso: 'nipple_to_nipple', body: 'hipline' } as const;
    expect(report.measures[sizing[set]]).toEqual({ given: given[sizing[set]], model: given[sizing[set]] });
    if (set === 'face') expect(Math.abs(measures['ear_size']! - 6)).toBeLessThan(1);
  });

  test('the report says how well each photo fits, what it gave, and what nobody saw', LONG, async () => {
    const { glb, report } = await result();
    const { views, unseen, volumes } = report;
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    expect(sum(views.map(({ outline }) => outline))).toBeCloseTo(1, 2);
    expect(sum(views.map(({ colour }) => colour)) + unseen.whole).toBeCloseTo(1, 2);
    for (const { residual, matched } of views) {
      expect(residual.mm).toBeGreaterThan(0);
      expect(residual.mm).toBeLessThan(set === 'body' ? 10 : 6);
      expect(matched).toBeGreaterThan(0.75);
    }
    expect(volumes.whole / (volumeOf(meshOfGlb(glb)) * 1e6)).toBeCloseTo(1, 3);
    const { torso_front: front, torso_back: back } = unseen.parts;
    // Three photos of a trunk or head leave its back out.
    expect(back! > 0.5).toBe(set !== 'body');
    // Of a head's model it is the strip below the throat, which its chin hides in part.
    expect(front).toBeLessThan(set === 'face' ? 0.3 : 0.25);
  });

  test('the GLB marks what nobody saw', LONG, async () => {
    const { glb, report } = await result();
    const { seen, extras } = seenOfGlb(glb);
    expect(extras).toEqual({ unseen: report.unseen, expected_error: report.expected_error });
    expect(seen).toHaveLength(meshOfGlb(glb).positions.length / 3);
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...seen)).toBeLessThanOrEqual(1);
    const unseen = seen.filter((share) => share < 0.5).length / seen.length;
    expect(Math.abs(unseen - report.unseen.whole)).toBeLessThan(0.2);
  });

  test('report and GLB tell how wrong each part may be, and each place', LONG, async () => {
    const { glb, report } = await result();
    const type = { face: 'face', torso: 'mammo', body: 'body' } as const;
    const parts = partsOf(type[set]);
    expect(Object.keys(report.expected_error)).toEqual(parts);
    for (const { mm, likely } of Object.values(report.expected_error)) {
      expect(likely).toBeGreaterThan(0.3);
      expect(mm).toBeGreaterThan(likely);
      expect(mm).toBeLessThan(15);
    }
    const { errorsMm, seen } = seenOfGlb(glb);
    expect(errorsMm).toHaveLength(seen.length);
    const least = Math.min(...parts.map((part) => report.expected_error[part]!.mm));
    expect(Math.min(...errorsMm)).toBeGreaterThan(least - 0.01);
    const meanOf = (isOne: (v: number) => boolean) => mean([...errorsMm].filter((_, v) => isOne(v)));
    expect(meanOf((v) => seen[v]! < 0.2)).toBeGreaterThan(meanOf((v) => seen[v]! > 0.8));
  });

  test('the other formats say the same', LONG, async () => {
    const { glb, obj, mtl, texture, frames } = await result();
    const vertices = meshOfGlb(glb).positions.length / 3;
    expect(obj.match(/^v /gm)).toHaveLength(vertices);
    expect(obj).toContain('mtllib model.mtl');
    expect(mtl).toContain('map_Kd texture.jpg');
    expect((await decodePhoto(texture)).widthPx).toBeGreaterThanOrEqual(1024);
    const sprite = await decodePhoto(frames);
    expect(sprite.widthPx).toBe(TURNTABLE.columns * TURNTABLE.frameWidthPx);
    expect(sprite.heightPx).toBe((TURNTABLE.frames / TURNTABLE.columns) * TURNTABLE.frameHeightPx);
  });
});

test.each(isThorough ? cases.filter(({ set }) => set !== 'body') : [])(
  'the model of $person ($set) fits its own photos better than the other person’s',
  LONG,
  async (one) => {
    const own = await resultOf(one.person, one.set, one.provider);
    const stranger = cases.find(({ person, set }) => person !== one.person && set === one.set)!;
    const other = await resultOf(stranger.person, stranger.set, stranger.provider);
    expect(mean(overlaps(own.glb, own, one))).toBeGreaterThan(
      mean(overlaps(other.glb, own, one)) + (one.set === 'torso' ? 0.01 : 0.05),
    );
  },
);

describe.each(isThorough ? ['in a thorough run'] : [])('%s', () => {
  test('the same input gives the same bytes, another measure another mesh', LONG, async () => {
    const first = await resultOf('ana', 'torso', 4);
    const again = await reconstruct(inputOf('ana', 'torso', 4), loadModels());
    expect(Buffer.compare(again.glb, first.glb)).toBe(0);
    expect(Buffer.compare(again.frames, first.frames)).toBe(0);
    expect(again.obj).toBe(first.obj);
    const input = inputOf('ana', 'torso', 4);
    const larger = { nipple_to_nipple: input.measures.nipple_to_nipple! * 1.02 };
    const { glb, report } = await reconstruct({ ...input, measures: larger }, loadModels());
    expect(report.warnings).toEqual([]);
    const grown = volumeOf(meshOfGlb(glb)) / volumeOf(meshOfGlb(first.glb));
    expect(Math.abs(grown / 1.02 ** 3 - 1)).toBeLessThan(0.02);
  });

  test('a side photo of somebody else is refused or doubted', LONG, async () => {
    const input = inputOf('ana', 'torso', 4);
    const mixed = { ...input, photos: { ...input.photos, left: photoOf('ben', 'torso', 'left') } };
    const told = await reconstruct(mixed, loadModels()).then(
      ({ report }) => report.warnings.join(),
      (error: unknown) => String(error),
    );
    expect(told).toContain('left photo');
  });

  test('a doubt that the photos show two people stays with the model as a warning', LONG, async () => {
    const input = inputOf('ana', 'face', 4);
    const mixed = { ...input, photos: { ...input.photos, front: photoOf('ben', 'face', 'front') } };
    const { report } = await reconstruct(mixed, loadModels());
    expect(report.warnings).toContainEqual(
      expect.stringMatching(/^Perhaps two people: the front photo .* Check that all show the same person: .*\.$/),
    );
  });

  test('an update of a body has no back photo, and works; of two measures that disagree it warns', LONG, async () => {
    const input = inputOf('ben', 'body', 4);
    const { back, ...photos } = input.photos;
    expect(back).toBeDefined();
    const measures = { ...input.measures, hipline: input.measures.hipline! * 1.08 };
    const { report } = await reconstruct({ ...input, photos, measures }, loadModels());
    expect(report.warnings).toEqual([
      expect.stringMatching(/^The hipline of .* makes the person unusually large/),
      expect.stringMatching(/^The given nipple to nipple of 24 cm is \d+ % less than/),
    ]);
    expect(report.views.map(({ view }) => view)).toEqual(['left', 'front', 'right']);
    expect(Math.min(...report.views.map(({ overlap }) => overlap))).toBeGreaterThan(0.9);
  });

  test('a face without eye_distance is sized by the usual one, and says so', LONG, async () => {
    const { glb, report, measures } = await reconstruct({ ...inputOf('ben', 'face', 4), measures: {} }, loadModels());
    expect(report.scale).toBe('eye distance of 6.3 cm');
    expect(report.warnings.join()).toContain('6.3 cm');
    expect(measures).toEqual({});
    const given = await resultOf('ben', 'face', 4);
    const ratio = volumeOf(meshOfGlb(glb)) / volumeOf(meshOfGlb(given.glb));
    expect(ratio).toBeCloseTo((6.3 / given.measures.eye_distance!) ** 3, 1);
  });
});
