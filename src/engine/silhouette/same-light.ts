import { viewWords } from '../../contract/view-name.ts';
import { distanceOf } from '../image/distance-transform.ts';
import { onceEach } from '../once-each.ts';
import { PhotoRefusal } from '../refusal.ts';
import type { SeenPhoto } from './check.ts';
import type { Limits } from './limits.ts';

/** Distance from the outline, where person and wall mix, px of the mask. */
const INSET_PX = 6;
/** Of the pixels: a median needs no more. */
const EVERY = 7;
/** Keeps the logarithm of nearly black pixels from becoming noise; 8-bit steps. */
const DARK = 10;

/**
 * Throws a `PhotoRefusal` if a photo was taken in other light than the front photo: person and wall are both darker, or
 * both brighter. A side that lies in shadow darkens the person alone, and another wall is no other light.
 */
export function checkLight(photos: readonly SeenPhoto[], limits: Limits): void {
  const front = photos.find(({ view }) => view === 'front');
  if (front === undefined) return;
  for (const photo of photos) {
    const apart = lightApart(front, photo);
    if (Math.abs(apart) <= limits.light) continue;
    throw new PhotoRefusal(
      'views_inconsistent',
      [photo.view, 'front'],
      `the ${viewWords(photo.view)} is much ${apart < 0 ? 'darker' : 'brighter'} than the front photo`,
      'take all photos in the same light, one after the other, with the same settings of the camera',
    );
  }
}

/** How much brighter the other photo is, logarithm; 0 where person and wall do not agree about it. */
export function lightApart(front: SeenPhoto, other: SeenPhoto): number {
  const [before, now] = [brightnessOf(front), brightnessOf(other)];
  return lesser(now.person - before.person, now.wall - before.wall);
}

/**
 * How much brighter the other photo's skin is, logarithm, by its lit part: hair, and a side in shadow, are darker. 0
 * where the wall explains it.
 */
export function skinApart(front: SeenPhoto, other: SeenPhoto): number {
  const [before, now] = [brightnessOf(front), brightnessOf(other)];
  const skin = now.skin - before.skin;
  return lesser(skin, skin - (now.wall - before.wall));
}

/** The one nearer to 0; 0 where their signs differ. */
export const lesser = (one: number, other: number): number =>
  one * other <= 0 ? 0 : Math.sign(one) * Math.min(Math.abs(one), Math.abs(other));

/** Share of a person that the lit skin is brighter than. */
const LIT_SKIN = 0.85;

/** Logarithms of brightness: medians, and of the lit skin. */
const brightnessOf = onceEach(({ image: { rgb }, found }: SeenPhoto) => {
  const { values } = distanceOf(found.mask);
  const [person, wall]: [number[], number[]] = [[], []];
  for (let i = 0; i < values.length; i += EVERY) {
    if (Math.abs(values[i]!) < INSET_PX) continue;
    const light = 0.3 * rgb[i * 3]! + 0.6 * rgb[i * 3 + 1]! + 0.1 * rgb[i * 3 + 2]!;
    (values[i]! > 0 ? person : wall).push(light);
  }
  const [persons, walls] = [person, wall].map((all) => Float64Array.from(all).sort());
  const at = (sorted: Float64Array, share: number) => Math.log((sorted[Math.floor(share * sorted.length)] ?? 0) + DARK);
  return { person: at(persons!, 0.5), skin: at(persons!, LIT_SKIN), wall: at(walls!, 0.5) };
});
