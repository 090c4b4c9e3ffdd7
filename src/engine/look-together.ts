import type { MeasureName, ReconstructionType, View } from '../contract/reconstruction.ts';
import { viewWords } from '../contract/view-name.ts';
import { certaintyOf } from './certainty/certainty.ts';
import { markedPhoto } from './fit/measure-constraint.ts';
import { fitPerson, MODEL, type People } from './fit-person.ts';
import { type Finding, findingOf, judged, type SetLook } from './look.ts';
import { lengthsOf } from './measure/lengths.ts';
import { readModels } from './morphable/model-bytes.ts';
import { PhotoRefusal } from './refusal.ts';
import { DOUBTED_OVERLAP, type SeenPhoto } from './silhouette/check.ts';

export interface TogetherOrder {
  provider: 4 | 5 | 6 | 7;
  /** cm */
  measures: Partial<Record<MeasureName, number>>;
  /** Tells what is wrong with the photos and the measures, not what the model may lack in spite of good ones. */
  faultsOnly?: boolean;
}

/**
 * cm; for a trunk whose measure is not given: how large it is does not matter here, but a fit begins better with it. With
 * the marks alone, a side photo turned by 20° passed that is told with it.
 */
const USUAL_NIPPLE_DISTANCE = 21;

/** The fit needs these; the others make it finer. */
const NEEDED: readonly View[] = ['left', 'front', 'right'];

/** Whether `lookTogether` would add anything: nothing is refused yet, and the photos that a fit needs are there. */
export const canFit = ({ verdict, photos }: SetLook): boolean =>
  verdict !== 'unusable' && NEEDED.every((view) => photos.some((photo) => photo.view === view));

/**
 * Fits a person to the photos in the quickest way, as a generation does next: only that tells if they show one person,
 * who did not turn, and if the measure is possible. It takes about a second. `people` are the bytes of `people.bin`.
 */
export function lookTogether(
  type: ReconstructionType,
  set: SetLook,
  people: Uint8Array,
  order: TogetherOrder,
): SetLook {
  const models: People = readModels(people);
  const seen = set.photos.flatMap((photo): SeenPhoto[] => (photo.seen === undefined ? [] : [photo.seen]));
  try {
    const measures = type === 'mammo' ? { nipple_to_nipple: USUAL_NIPPLE_DISTANCE, ...order.measures } : order.measures;
    const fitted = fitPerson(models[MODEL[type]], seen, { type, ...order, measures, effort: 'fast' });
    const { views, overlaps, fit } = fitted;
    const lengths = lengthsOf(type, fit.model, fit.mesh, markedPhoto(views, fit.cameras));
    const certainty = certaintyOf(fit.model, { type, provider: order.provider, measures }, seen, fitted, lengths);
    const doubts: Finding[] = [
      ...views.flatMap(({ view }, i) => (overlaps[i]! < DOUBTED_OVERLAP ? doubtOf(view, overlaps[i]!) : [])),
      ...(order.faultsOnly ? [] : certainty.doubts).map(({ reason, sentence, hint }) => ({ reason, sentence, hint })),
    ];
    if (doubts.length === 0) return set;
    return { ...set, verdict: 'doubtful', findings: [...set.findings, ...doubts] };
  } catch (error) {
    if (!(error instanceof PhotoRefusal)) throw error;
    const photos = set.photos.map((photo) =>
      photo.view === error.view ? judged(type, photo, error, 'unusable') : photo,
    );
    return { verdict: 'unusable', findings: [...set.findings, findingOf(error)], photos };
  }
}

const doubtOf = (view: View, overlap: number): Finding => ({
  reason: 'views_inconsistent',
  sentence: `the ${viewWords(view)} agrees with the others only to ${Math.round(overlap * 100)} %`,
  hint: 'check that all show the same person in the same posture',
});
