import { UPDATE_VIEWS } from '../../contract/fields.ts';
import type { ReconstructionType, View } from '../../contract/reconstruction.ts';
import type { Draft } from '../../core/draft.ts';
import type { Line } from '../../errors.ts';
import type { Context } from '../context.ts';
import { lookAtPhotos, type SetLook } from './look-at-photos.ts';

/** Where the service shows the photos that a model was made of, by view. */
export type EarlierPhotos = Readonly<Partial<Record<View, unknown>>>;

/** The model that is to be made anew. */
export interface EarlierModel {
  photos: EarlierPhotos;
  /** What to do where they and the new photos show two people. */
  ifTwoPeople: readonly Line[];
}

/** Of somebody else's head or trunk the profile tells it best, beside the new one of the other side. */
const COMPARED: readonly View[] = ['right'];

/**
 * Looks at new photos of a model beside the earlier ones that stay in it, or where all are replaced, beside the earlier
 * right one. A finding is added where they seem to show two people.
 */
export async function lookBesideEarlier(
  type: ReconstructionType,
  set: SetLook,
  { draft, earlier, onStep }: { draft: Draft; earlier: EarlierPhotos; onStep(text: string): void },
  context: Context,
): Promise<SetLook> {
  const given = set.photos.map(({ view }) => view);
  const staying = UPDATE_VIEWS.filter((view) => !given.includes(view) && typeof earlier[view] === 'string');
  const compared = staying.length > 0 ? staying : COMPARED;
  const looked = set.photos.filter(({ view }) => !compared.includes(view));
  const [source, elsewhere] = [await context.client(), await context.withoutToken()];
  const photos = compared.flatMap((view) => {
    const address = earlier[view];
    return typeof address === 'string' ? [{ view, read: () => source.fetchPicture(address, elsewhere) }] : [];
  });
  if (photos.length === 0) return set;
  const step = () => onStep('looking at the earlier photos beside them');
  const beside = await lookAtPhotos(type, photos, draft, { onStep: step, looked }, context);
  // On another day there is other light, and a doubt tells nothing.
  const isStranger =
    beside.verdict === 'unusable' && beside.findings.some(({ reason }) => reason === 'views_inconsistent');
  return isStranger ? withStranger(set) : set;
}

const withStranger = (set: SetLook): SetLook => ({
  ...set,
  verdict: set.verdict === 'usable' ? 'doubtful' : set.verdict,
  findings: [...set.findings, STRANGER],
});

/** Told by itself: no photo of the set is at fault. */
export const STRANGER = {
  reason: 'views_inconsistent',
  sentence: 'the new photos and the earlier ones of this model seem to show two people',
  hint: 'look which of them are of this patient',
} as const;
