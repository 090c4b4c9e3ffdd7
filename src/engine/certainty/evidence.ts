import type { MeasureName, ReconstructionType } from '../../contract/reconstruction.ts';
import type { fitPerson } from '../fit-person.ts';
import type { Lengths } from '../measure/lengths.ts';
import type { MorphableModel } from '../morphable/morphable-model.ts';
import { PhotoRefusal } from '../refusal.ts';
import type { SeenPhoto } from '../silhouette/check.ts';
import { checkViews } from '../silhouette/check-views.ts';
import { DOUBTED } from '../silhouette/limits.ts';
import type { Evidence } from './signs.ts';
import { twoWays } from './two-ways.ts';

interface Given {
  type: ReconstructionType;
  provider: 4 | 5 | 6 | 7;
  /** cm */
  measures: Partial<Record<MeasureName, number>>;
}

/** Everything that tells how certain a fitted person is. */
export function evidenceOf(
  model: MorphableModel,
  { type, provider, measures }: Given,
  seen: readonly SeenPhoto[],
  { views, fit, overlaps, scale, doubts }: ReturnType<typeof fitPerson>,
  lengths: Lengths,
): Evidence {
  const ways = twoWays(type, measures, { scale, lengths, views });
  const doubtful = doubts.length + (isDoubted(type, seen) ? 1 : 0);
  return { type, provider, model, views, fit, overlaps, scale, ways, doubtful };
}

/** A photo passes the checks, but not the stricter ones that `recon photos check` tells of. */
function isDoubted(type: ReconstructionType, seen: readonly SeenPhoto[]): boolean {
  try {
    checkViews(type, seen, DOUBTED);
    return false;
  } catch (error) {
    if (error instanceof PhotoRefusal) return true;
    throw error;
  }
}
