import type { View } from '../../contract/reconstruction.ts';
import type { Draft } from '../../core/draft.ts';

type Found = readonly { reason: string; views?: readonly View[] }[];

/** The views that were given for each other, in pairs. */
export const swappedIn = (findings: Found): (readonly [View, View])[] =>
  findings.flatMap(({ reason, views: [one, other] = [] }) =>
    reason === 'views_swapped' && one !== undefined && other !== undefined ? [[one, other] as const] : [],
  );

/** The photos, with those swapped that were given for each other. */
export function withSwapped(photos: Draft['photos'], findings: Found): Draft['photos'] {
  const turned = { ...photos };
  for (const [one, other] of swappedIn(findings)) {
    delete turned[one];
    delete turned[other];
    if (photos[other] !== undefined) turned[one] = photos[other];
    if (photos[one] !== undefined) turned[other] = photos[one];
  }
  return turned;
}
