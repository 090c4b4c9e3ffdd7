import { expect, test } from 'vitest';
import { encodePng, type RgbImage } from '../../src/core/pictures.ts';
import { type PreviewSource, previewOf, viewsOfSheet } from '../../src/core/preview.ts';

/** 24 views of 20 × 25, each a patch of its own grey on paper, so far from the edges. */
function sheet(edge = 3): RgbImage {
  const [widthPx, heightPx] = [120, 100];
  const rgb = new Uint8Array(widthPx * heightPx * 3).fill(244);
  for (let view = 0; view < 24; view++) {
    for (let y = edge; y < 25 - edge; y++) {
      const row = (Math.floor(view / 6) * 25 + y) * widthPx + (view % 6) * 20;
      rgb.fill(view * 5, (row + edge) * 3, (row + 20 - edge) * 3);
    }
  }
  return { widthPx, heightPx, rgb };
}

test('a sheet is cut into its views, in their order', () => {
  const views = viewsOfSheet(sheet())!;
  expect(views.map(({ widthPx, heightPx }) => `${widthPx}×${heightPx}`)).toEqual(Array(24).fill('20×25'));
  expect(views.map(({ rgb }) => rgb[(12 * 20 + 10) * 3])).toEqual(Array.from({ length: 24 }, (_, n) => n * 5));
  expect(views.every(({ rgb }) => rgb[0] === 244)).toBe(true);
});

test('what JPEG does to paper is looked past, a person between two views is not', () => {
  const noisy = sheet();
  for (let at = 0; at < noisy.rgb.length; at += 7) noisy.rgb[at]! -= 9;
  expect(viewsOfSheet(noisy)).toHaveLength(24);
  const crossed = sheet();
  crossed.rgb.fill(90, (50 * 120 + 30) * 3, (50 * 120 + 90) * 3);
  expect(viewsOfSheet(crossed)).toBeUndefined();
});

test('a picture that cannot be cut into so many views is none', () => {
  const { rgb } = sheet();
  expect(viewsOfSheet({ widthPx: 100, heightPx: 120, rgb })).toBeUndefined();
});

const plain = (grey: number): RgbImage => {
  const rgb = new Uint8Array(50 * 60 * 3).fill(grey);
  rgb.fill(0, 0, 300);
  return { widthPx: 50, heightPx: 60, rgb };
};

async function source(pictures: Record<string, RgbImage>): Promise<PreviewSource & { asked: string[] }> {
  const asked: string[] = [];
  return {
    asked,
    elsewhere: () => {
      throw new Error('not asked here');
    },
    client: {
      fetchPicture: async (url) => {
        asked.push(url);
        return await encodePng(pictures[url]!);
      },
    },
  };
}

const model = (type: string, status: string) => ({
  type,
  status,
  frames: `${type}-frames`,
  front: `${type}-front`,
});

test('a model that is ready is shown from all sides; the photo is not fetched', async () => {
  const from = await source({ 'FaceReconstruction-frames': sheet() });
  const preview = await previewOf({ reconstructions: [model('FaceReconstruction', 'has_3d')] }, undefined, from);
  expect({ type: preview?.type, views: preview?.views.length }).toEqual({ type: 'face', views: 24 });
  expect(from.asked).toEqual(['FaceReconstruction-frames']);
});

test.each([
  [3, [20, 25]],
  [8, [12, 17]],
])('of paper %i pixels wide only the edge stays, the same in all views: %j', async (edge, size) => {
  const from = await source({ 'face-frames': sheet(edge) });
  const preview = await previewOf({ reconstructions: [model('face', 'has_3d')] }, undefined, from);
  for (const { widthPx, heightPx } of preview!.views) expect([widthPx, heightPx]).toEqual(size);
});

test('what lies round a model is cut out of the paper; what the model surrounds stays', async () => {
  const from = await source({ 'face-frames': sheet(8) });
  const preview = await previewOf({ reconstructions: [model('face', 'has_3d')] }, undefined, from);
  for (const { widthPx, heightPx, alpha } of preview!.views) {
    const at = (x: number, y: number) => alpha![y * widthPx + x];
    expect(alpha).toHaveLength(widthPx * heightPx);
    expect([at(0, 0), at(widthPx - 1, heightPx - 1)]).toEqual([0, 0]);
    expect(at(widthPx >> 1, heightPx >> 1)).toBe(255);
  }
});

test('a picture of another kind is no sheet: then the front photo', async () => {
  const from = await source({ 'face-frames': plain(80), 'face-front': plain(120) });
  const preview = await previewOf({ reconstructions: [model('face', 'has_3d')] }, undefined, from);
  expect(preview?.views).toHaveLength(1);
  expect(preview?.views[0]?.rgb.at(-1)).toBe(120);
});

test('one that is ready goes before one that is not, and the asked type before all', async () => {
  const reconstructions = [model('mammo', 'processing'), model('face', 'has_3d')];
  const from = await source({ 'face-frames': sheet(), 'mammo-front': plain(7) });
  expect((await previewOf({ reconstructions }, undefined, from))?.type).toBe('face');
  expect((await previewOf({ reconstructions }, 'mammo', from))?.type).toBe('mammo');
  // The pictures of a model that is being replaced are not asked for.
  expect(from.asked).toEqual(['face-frames', 'mammo-front']);
});

test.each([
  [{}],
  [{ reconstructions: null }],
  [{ reconstructions: [] }],
  [{ reconstructions: [null, { type: 'face', status: 'has_3d', frames: '', front: null }] }],
])('of %j there is nothing to show, and nothing is asked for', async (patient) => {
  const from = await source({});
  expect(await previewOf(patient, undefined, from)).toBeUndefined();
  expect(from.asked).toEqual([]);
});
