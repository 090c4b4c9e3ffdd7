import type { ListedInvitation } from '../contract/own-routes.ts';
import type { View } from '../contract/reconstruction.ts';
import { viewName } from '../contract/view-name.ts';
import { idText } from '../core/answer.ts';
import { listed } from '../core/draft.ts';
import type { Context } from './context.ts';
import { nameOf } from './output/patient-line.ts';
import { MOST_TOLD, patientsTold, type ToldPatient } from './output/patients-told.ts';

/**
 * Warns of photos by a link that other patients have, once for each, with the names to a person alone. The patient's page
 * is told nothing of it.
 */
export function warningOfOthers(context: Context): (link: ListedInvitation) => Promise<void> {
  const told = new Map<View, { whose: string; at: string | undefined }>();
  return async ({ photos, sent_before: before = [] }) => {
    const fresh = new Map<string, { ids: string[]; views: View[] }>();
    for (const { view, patient_id, patient_ids = [patient_id] } of before) {
      const ids = patient_ids.flatMap((id) => idText(id) ?? []);
      if (ids.length === 0) continue;
      const whose = ids.join();
      // Once they are sent, nothing tells when a photo arrived.
      const at = photos.find((photo) => photo.view === view)?.arrived_at ?? told.get(view)?.at;
      const was = told.get(view);
      if (was?.whose === whose && was.at === at) continue;
      told.set(view, { whose, at });
      fresh.set(whose, { ids, views: [...(fresh.get(whose)?.views ?? []), view] });
    }
    for (const { ids, views } of fresh.values()) {
      const which = `the ${listed(views.map(viewName))} ${views.length === 1 ? 'photo was' : 'photos were'}`;
      const named = await Promise.all(ids.slice(0, MOST_TOLD).map((id) => toldOf(id, context)));
      context.streams.warn(`${which} already sent for ${patientsTold(named, Math.max(0, ids.length - MOST_TOLD))}`);
    }
  };
}

async function toldOf(id: string, { streams, client, signal }: Context): Promise<ToldPatient> {
  if (!streams.stderrIsTty()) return { id };
  try {
    return { id, name: nameOf((await (await client()).getPatient(id)).body?.patient) };
  } catch (error) {
    if (signal.aborted) throw error;
    return { id };
  }
}
