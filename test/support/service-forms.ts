import { VIEWS, type View } from '../../src/contract/reconstruction.ts';
import { jpegOf } from './photo-maker.ts';
import type { TestForm } from './running-service.ts';

const cache = new Map<string, Promise<Buffer>>();

/** A small valid photo; each view and seed has its own picture. */
export function photoOf(view: View, seed = 1): Promise<Buffer> {
  const key = `${view} ${seed}`;
  let photo = cache.get(key);
  if (photo === undefined) {
    photo = jpegOf({ seed: VIEWS.indexOf(view) * 10 + seed, width: 480, height: 640 });
    cache.set(key, photo);
  }
  return photo;
}

/** Photo fields for these views. */
export async function photoFields(views: readonly View[], seed = 1): Promise<TestForm> {
  const fields: TestForm = {};
  for (const view of views) fields[`reconstruction[${view}]`] = await photoOf(view, seed);
  return fields;
}

/** A complete mammo reconstruction. */
export async function mammoForm(seed = 1): Promise<TestForm> {
  return {
    'reconstruction[type]': 'mammo',
    'reconstruction[nipple_to_nipple]': '21.5',
    ...(await photoFields(['left', 'front', 'right'], seed)),
  };
}

/** A complete face reconstruction with the default provider. */
export async function faceForm(seed = 1): Promise<TestForm> {
  return { 'reconstruction[type]': 'face', ...(await photoFields(['left', 'front', 'right'], seed)) };
}
