import type { View } from '../../contract/reconstruction.ts';
import { viewName } from '../../contract/view-name.ts';
import type { Draft } from '../../core/draft.ts';

type Found = readonly { reason: string; sentence: string }[];

/** The views that were given for each other, in pairs. */
export const swappedIn = (findings: Found): (readonly [View, View])[] =>
  findings
    .filter(({ reason }) => reason === 'views_swapped')
    .map(({ sentence }) => (sentence.includes(viewName('left_45')) ? ['left_45', 'right_45'] : ['left', 'right']));

/** The photos with those exchanged that were given for each other. */
export function exchanged(photos: Draft['photos'], findings: Found): Draft['photos'] {
  const turned = { ...photos };
  for (const [one, other] of swappedIn(findings)) {
    delete turned[one];
    delete turned[other];
    if (photos[other] !== undefined) turned[one] = photos[other];
    if (photos[one] !== undefined) turned[other] = photos[one];
  }
  return turned;
}
