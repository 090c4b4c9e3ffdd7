import { expect, test } from 'vitest';
import type { View } from '../../src/contract/reconstruction.ts';
import { fitPerson, type PersonOrder } from '../../src/engine/fit-person.ts';
import { seePhoto } from '../../src/engine/see-photo.ts';
import { decodePhoto } from '../../src/photo/decode.ts';
import { loadModels } from '../support/models.ts';
import { photoOf } from './samples.ts';

const THREE: readonly View[] = ['left', 'front', 'right'];
const SHORT = { maxSidePx: 960 };
const LONG = { timeout: 240_000 };

async function fitted(provider: 4 | 6, views: readonly View[] = THREE, type: 'face' | 'mammo' = 'face') {
  const set = type === 'face' ? 'face' : 'torso';
  const seen = await Promise.all(
    views.map(async (view) => seePhoto(view, await decodePhoto(photoOf('ben', set, view), SHORT), type)),
  );
  const order: PersonOrder = { type, provider, measures: {}, effort: 'fast' };
  return fitPerson(loadModels()[type === 'face' ? 'head' : 'torso'], seen, order);
}

const shaded = async (...order: Parameters<typeof fitted>) =>
  (await fitted(...order)).views.filter(({ image }) => image !== undefined).map(({ view }) => view);

test('the fit gets the photos of a face by provider 4 from three photos, and of nothing else', LONG, async () => {
  expect(await shaded(4)).toEqual(THREE);
  expect(await shaded(6)).toEqual([]);
  expect(await shaded(4, [...THREE, 'left_45'])).toEqual([]);
  expect(await shaded(4, THREE, 'mammo')).toEqual([]);
});

test('the same photos give the same shaded face, to the last bit', LONG, async () => {
  const [once, again] = [await fitted(4), await fitted(4)];
  expect(again.fit.mesh.positions).toEqual(once.fit.mesh.positions);
});
