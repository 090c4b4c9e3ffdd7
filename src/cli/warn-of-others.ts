import type { ListedInvitation } from '../contract/own-routes.ts';
import type { View } from '../contract/reconstruction.ts';
import { viewName } from '../contract/view-name.ts';
import { idText } from '../core/answer.ts';
import { listed } from '../core/draft.ts';
import type { Context } from './context.ts';
import { whoIsTold } from './output/patient-line.ts';

/**
 * Warns of photos by a link that another patient has, once for each, with the name to a person alone. The patient's page
 * is told nothing of it.
 */
export function warningOfOthers(context: Context): (link: ListedInvitation) => Promise<void> {
  const told = new Map<View, { patient: string; at: string | undefined }>();
  return async ({ photos, sent_before: before = [] }) => {
    const fresh = new Map<string, View[]>();
    for (const { view, patient_id } of before) {
      const patient = idText(patient_id);
      if (patient === undefined) continue;
      // Once they are sent, nothing tells when a photo arrived.
      const at = photos.find((photo) => photo.view === view)?.arrived_at ?? told.get(view)?.at;
      const was = told.get(view);
      if (was?.patient === patient && was.at === at) continue;
      told.set(view, { patient, at });
      fresh.set(patient, [...(fresh.get(patient) ?? []), view]);
    }
    for (const [patient, views] of fresh) {
      const which = `the ${listed(views.map(viewName))} ${views.length === 1 ? 'photo was' : 'photos were'}`;
      context.streams.warn(`${which} already sent for ${await whoIsThere(patient, context)}`);
    }
  };
}

async function whoIsThere(id: string, { streams, client, signal }: Context): Promise<string> {
  if (!streams.stderrIsTty()) return whoIsTold(id, undefined, streams);
  try {
    return whoIsTold(id, (await (await client()).getPatient(id)).body?.patient, streams);
  } catch (error) {
    if (signal.aborted) throw error;
    return whoIsTold(id, undefined, streams);
  }
}
