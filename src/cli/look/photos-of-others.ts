import type { View } from '../../contract/reconstruction.ts';
import { viewName } from '../../contract/view-name.ts';
import type { Given, SentBefore } from '../../core/changes/sent-before.ts';
import { listed } from '../../core/draft.ts';
import type { PreparedPhoto } from '../../core/photos.ts';
import { isAlike } from '../../core/same-person.ts';
import { personAndFirst } from '../../core/second-name.ts';
import { hasCode } from '../../errors.ts';
import { untilText } from '../../system/local-time.ts';
import type { Context } from '../context.ts';
import { nameOf } from '../output/patient-line.ts';
import type { ToldFinding } from '../output/photo-rows.ts';

/** What to do where photos were sent for somebody else before. */
export const OF_THIS_PATIENT = 'give photos of the patient for whom they are sent';

/** What is known of some of the photos before anybody looks at them. */
export type KnownPhotos = Pick<SentBefore, 'views'> & { finding: ToldFinding & { reason: 'views_inconsistent' } };

/**
 * Photos that were sent from this computer for somebody else, each with the latest who is there: whose they are, told
 * with the name to a person alone.
 */
export async function photosOfOthers(
  photos: readonly PreparedPhoto[],
  given: Given,
  context: Context,
): Promise<KnownPhotos[]> {
  const found: KnownPhotos[] = [];
  const told = new Set<View>();
  for (const before of await sentBefore(photos, given, context)) {
    const views = before.views.filter((view) => !told.has(view));
    if (views.length === 0) continue;
    const whose = context.streams.stderrIsTty() ? await nameThere(before, given, context) : '';
    // Somebody else, who is there, may have had them before.
    if (whose === undefined) continue;
    for (const view of views) told.add(view);
    const some = `the ${listed(views.map(viewName))} ${views.length === 1 ? 'photo was' : 'photos were'}`;
    const all = photos.length === 1 ? 'this photo was' : 'these photos were';
    const which = views.length === photos.length ? all : some;
    const sentence = `${which} already sent for patient ${before.patient}${whose} on ${dayOf(before.at)}`;
    found.push({ views, finding: { reason: 'views_inconsistent', sentence, hint: OF_THIS_PATIENT } });
  }
  return found;
}

/** A dry run writes nothing, and needs no login. */
async function sentBefore(photos: readonly PreparedPhoto[], given: Given, context: Context): Promise<SentBefore[]> {
  if (!context.globals().dryRun) return await (await context.changes()).sentBefore(photos, given);
  try {
    return await (await context.changesToSee(await context.scratchFolder())).sentBefore(photos, given);
  } catch (error) {
    if (!hasCode(error, 'not_logged_in')) throw error;
    return [];
  }
}

/** undefined where that patient is gone, or may be the one to be created. */
async function nameThere({ patient: id }: SentBefore, given: Given, context: Context): Promise<string | undefined> {
  try {
    const there = (await (await context.client()).getPatient(id)).body?.patient;
    const own = 'person' in given ? personAndFirst(given.person) : [];
    return own.some((person) => isAlike(there, person)) ? undefined : `, ${nameOf(there)},`;
  } catch (error) {
    if (context.signal.aborted) throw error;
    return hasCode(error, 'not_found') ? undefined : '';
  }
}

const dayOf = (at: number) => untilText(at).slice(0, 10);
