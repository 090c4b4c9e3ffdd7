import type { View } from '../../contract/reconstruction.ts';
import { personAndFirst } from '../../contract/second-name.ts';
import { viewName } from '../../contract/view-name.ts';
import type { Given, GivenPhoto, SentBefore } from '../../core/changes/sent-before.ts';
import { listed } from '../../core/draft.ts';
import { isAlike } from '../../core/same-person.ts';
import { hasCode } from '../../errors.ts';
import { untilText } from '../../system/local-time.ts';
import type { Context } from '../context.ts';
import { nameOf } from '../output/patient-line.ts';
import { MOST_TOLD, patientsTold, type ToldPatient } from '../output/patients-told.ts';
import type { ToldFinding } from '../output/photo-rows.ts';

/** What to do where photos were sent for somebody else before. */
export const OF_THIS_PATIENT = 'give photos of the patient for whom they are sent';

/** What is known of some of the photos before anybody looks at them. */
export type KnownPhotos = Pick<SentBefore, 'views'> & { finding: ToldFinding & { reason: 'views_inconsistent' } };

/**
 * Photos that were sent from this computer for somebody else: for whom, the latest first. A person is told of those who are
 * there, with their names.
 */
export async function photosOfOthers(
  photos: readonly GivenPhoto[],
  given: Given,
  context: Context,
): Promise<KnownPhotos[]> {
  const groups = new Map<string, Group>();
  let count = 0;
  for (const before of await sentBefore(photos, given, context)) {
    const key = before.views.join();
    const group = groups.get(key) ?? { views: before.views, at: before.at, told: [], more: 0 };
    if (count < MOST_TOLD) {
      const told = await toldOf(before, given, context);
      if (told === undefined) continue;
      group.told.push(told);
      count += 1;
    } else group.more += 1;
    groups.set(key, group);
  }
  return [...groups.values()].map(({ views, at, told, more }) => {
    const some = `the ${listed(views.map(viewName))} ${views.length === 1 ? 'photo was' : 'photos were'}`;
    const all = photos.length === 1 ? 'this photo was' : 'these photos were';
    const which = views.length === photos.length ? all : some;
    const isOne = told.length + more === 1;
    const when = `${isOne ? (told[0]?.name === undefined ? ' on' : ', on') : ', last on'} ${dayOf(at)}`;
    const sentence = `${which} already sent for ${patientsTold(told, more)}${when}`;
    return { views, finding: { reason: 'views_inconsistent', sentence, hint: OF_THIS_PATIENT } };
  });
}

/** Photos that the same patients have. */
interface Group {
  views: View[];
  /** Of the latest, epoch ms. */
  at: number;
  told: ToldPatient[];
  /** Patients beside those who are told. */
  more: number;
}

/** A dry run writes nothing, and needs no login. */
async function sentBefore(photos: readonly GivenPhoto[], given: Given, context: Context): Promise<SentBefore[]> {
  if (!context.globals().dryRun) return await (await context.changes()).sentBefore(photos, given);
  try {
    return await (await context.changesToSee(await context.scratchFolder())).sentBefore(photos, given);
  } catch (error) {
    if (!hasCode(error, 'not_logged_in')) throw error;
    return [];
  }
}

/** undefined where that patient is gone, or may be the one to be created; who reads a log is told the id alone. */
async function toldOf({ patient: id }: SentBefore, given: Given, context: Context): Promise<ToldPatient | undefined> {
  if (!context.streams.stderrIsTty()) return { id };
  try {
    const there = (await (await context.client()).getPatient(id)).body?.patient;
    const own = 'person' in given ? personAndFirst(given.person) : [];
    return own.some((person) => isAlike(there, person)) ? undefined : { id, name: nameOf(there) };
  } catch (error) {
    if (context.signal.aborted) throw error;
    return hasCode(error, 'not_found') ? undefined : { id };
  }
}

const dayOf = (at: number) => untilText(at).slice(0, 10);
