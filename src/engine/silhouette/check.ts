import type { View } from '../../contract/reconstruction.ts';
import { ReconError } from '../../errors.ts';
import { viewWords } from '../views.ts';
import type { Segmentation } from './segment.ts';
import type { Silhouette } from './silhouette.ts';

/** A person takes between these shares of a usable picture. */
const LEAST_SHARE = 0.04;
const MOST_SHARE = 0.9;
/** Of the borders, from the upper corners, this share must be one plain wall. */
const LEAST_FOLLOWED = 0.25;
/** Overlap of the finished mesh with a photo's own outline: below the first it is refused, below the second doubted. */
const REFUSED_OVERLAP = 0.88;
const DOUBTED_OVERLAP = 0.95;

/** Throws `generation_failed` where a photo shows no person before a plain wall. */
export function checkSilhouette(view: View, { mask, followed }: Segmentation): void {
  let count = 0;
  for (let i = 0; i < mask.inside.length; i++) count += mask.inside[i]!;
  const share = count / mask.inside.length;
  if (followed < LEAST_FOLLOWED) {
    throw new ReconError('generation_failed', `the background of the ${viewWords(view)} is not plain`, {
      hint: 'take it again in front of an empty wall of one colour',
    });
  }
  if (share < LEAST_SHARE) {
    throw new ReconError('generation_failed', `no person stands out from the background of the ${viewWords(view)}`, {
      hint: 'take it again, the person close enough and in front of a plain wall of another colour than skin and clothes',
    });
  }
  if (share > MOST_SHARE) {
    throw new ReconError('generation_failed', `the ${viewWords(view)} shows no wall around the person`, {
      hint: 'take it again from further away, in front of a plain wall',
    });
  }
}

/** Throws `generation_failed` where a photo's outline does not fit the others; gives sentences for what is doubtful. */
export function checkOverlap(silhouettes: readonly Silhouette[], overlaps: readonly number[]): string[] {
  const worst = overlaps.indexOf(Math.min(...overlaps));
  if (overlaps[worst]! < REFUSED_OVERLAP) {
    throw new ReconError(
      'generation_failed',
      `the ${viewWords(silhouettes[worst]!.view)} and the others do not fit together (${percent(overlaps[worst]!)} of it agrees)`,
      {
        hint: 'check that all show the same person in the same posture, and that each was given for the right view',
      },
    );
  }
  return silhouettes.flatMap(({ view }, i) =>
    overlaps[i]! < DOUBTED_OVERLAP
      ? [`The ${viewWords(view)} agrees with the others only to ${percent(overlaps[i]!)}: look at the model with care.`]
      : [],
  );
}

const percent = (share: number) => `${Math.round(share * 100)} %`;
