import { UPDATE_VIEWS } from '../../contract/fields.ts';
import type { ReconstructionType, View } from '../../contract/reconstruction.ts';
import { viewName } from '../../contract/view-name.ts';
import { type Draft, listed } from '../../core/draft.ts';
import { pictureHashOf } from '../../core/picture-hash.ts';
import type { Line } from '../../errors.ts';
import type { Context } from '../context.ts';
import { once } from '../once.ts';
import { lookAtPhotos, type PhotoToSee, type SetLook } from './look-at-photos.ts';

/** Where the service shows the photos that a model was made of, by view. */
export type EarlierPhotos = Readonly<Partial<Record<View, unknown>>>;

/** The model that new photos are of, to make it anew or to show what has become of it. */
export interface EarlierModel {
  /** Nothing where there is no such model. */
  photos(): Promise<EarlierPhotos | undefined>;
  /** What is told where all new photos of an update are its own; nothing where that is no news. */
  ownPhotos?: string | undefined;
  /** What to do where they and the new photos show two people. */
  ifTwoPeople: readonly Line[];
}

/** Of somebody else's head or trunk the profile tells it best, beside the new one of the other side. */
const COMPARED: readonly View[] = ['right'];

interface LookingBeside {
  draft: Draft;
  earlier: EarlierPhotos;
  ownPhotos: string | undefined;
  /** The new photos once more. */
  toSee: readonly PhotoToSee[];
  onStep(text: string): void;
}

/**
 * Looks at new photos of a model beside the earlier ones that stay in it, or where none stays, beside the earlier right
 * one. A finding is added where they seem to show two people, and where an after-record, or a model made anew, would be of
 * the model's own photos.
 */
export async function lookBesideEarlier(
  type: ReconstructionType,
  set: SetLook,
  { draft, earlier, ownPhotos, toSee, onStep }: LookingBeside,
  context: Context,
): Promise<SetLook> {
  const [source, elsewhere] = [await context.client(), await context.withoutToken()];
  const stored = UPDATE_VIEWS.flatMap((view) => {
    const address = earlier[view];
    return typeof address === 'string' ? [{ view, read: once(() => source.fetchPicture(address, elsewhere)) }] : [];
  });
  if (draft.purpose === 'after') {
    onStep('looking at the photos of the model');
    const same = await viewsOfSame(toSee, stored);
    if (same.length > 0) return withDoubt(set, sameAsModel(same, toSee));
  } else if (ownPhotos !== undefined && (await areAllOwn(toSee, stored))) {
    return withDoubt(set, { reason: 'views_inconsistent', sentence: ownPhotos, hint: OTHERS });
  }
  const given = set.photos.map(({ view }) => view);
  const staying = stored.map(({ view }) => view).filter((view) => !given.includes(view));
  const compared = staying.length > 0 ? staying : COMPARED;
  const looked = set.photos.filter(({ view }) => !compared.includes(view));
  const photos = stored.filter(({ view }) => compared.includes(view));
  if (photos.length === 0) return set;
  const step = () => onStep('looking at the earlier photos beside them');
  const beside = await lookAtPhotos(type, photos, draft, { onStep: step, looked }, context);
  // On another day there is other light, and a doubt tells nothing.
  const isStranger =
    beside.verdict === 'unusable' && beside.findings.some(({ reason }) => reason === 'views_inconsistent');
  return isStranger ? withDoubt(set, STRANGER) : set;
}

/** The views of the new photos that are pictures of the model. */
async function viewsOfSame(toSee: readonly PhotoToSee[], stored: readonly PhotoToSee[]): Promise<View[]> {
  const known = new Set<string>();
  for (const photo of stored) {
    const hash = await hashOf(photo);
    if (hash !== undefined) known.add(hash);
  }
  const same: View[] = [];
  for (const photo of known.size === 0 ? [] : toSee) {
    const hash = await hashOf(photo);
    if (hash !== undefined && known.has(hash)) same.push(photo.view);
  }
  return same;
}

/** Whether each new photo is the picture of its view. The first that is not ends it: the one that is fetched all the same. */
async function areAllOwn(toSee: readonly PhotoToSee[], stored: readonly PhotoToSee[]): Promise<boolean> {
  const isFirst = ({ view }: PhotoToSee) => COMPARED.includes(view);
  for (const photo of [...toSee.filter(isFirst), ...toSee.filter((one) => !isFirst(one))]) {
    const own = stored.find(({ view }) => view === photo.view);
    const hash = own && (await hashOf(own));
    if (hash === undefined || hash !== (await hashOf(photo))) return false;
  }
  return toSee.length > 0;
}

async function hashOf({ read }: PhotoToSee): Promise<string | undefined> {
  const bytes = await read();
  return bytes && (await pictureHashOf(bytes));
}

/** Of the model's photos the interface shows those of `UPDATE_VIEWS`. */
function sameAsModel(same: readonly View[], toSee: readonly PhotoToSee[]): SetLook['findings'][number] {
  const sentence = toSee.every(({ view }) => !UPDATE_VIEWS.includes(view) || same.includes(view))
    ? 'these are the photos of the model itself'
    : `${listed(same.map(viewName))} ${same.length === 1 ? 'is a photo' : 'are photos'} of the model itself`;
  return { reason: 'views_inconsistent', sentence, hint: TAKEN_AFTER };
}

/** A set with one more finding; it is doubtful at best. */
export const withDoubt = (set: SetLook, finding: SetLook['findings'][number]): SetLook => ({
  ...set,
  verdict: set.verdict === 'usable' ? 'doubtful' : set.verdict,
  findings: [...set.findings, finding],
});

/** What to do where an after-record would be of the model's own photos. */
export const TAKEN_AFTER = 'give photos taken after the treatment';

/** What to do where a model would be made anew of its own photos. */
export const OTHERS = 'give other photos: of these the same model would be made';

/** Told by itself: no photo of the set is at fault. */
export const STRANGER = {
  reason: 'views_inconsistent',
  sentence: 'the new photos and the earlier ones of this model seem to show two people',
  hint: 'look which of them are of this patient',
} as const;
