import { type MeasureName, type ReconstructionType, VIEWS } from '../../contract/reconstruction.ts';
import { filesOf } from '../domain/files.ts';
import type { JobSubject } from '../domain/jobs.ts';
import { measuresFromText } from '../domain/measures.ts';
import type { ProviderNumber } from '../domain/reconstructions.ts';
import type { Store } from '../domain/store.ts';
import type { WorkOrder } from '../worker/protocol.ts';

/** The order for the engine; undefined if the patient has been deleted meanwhile. */
export async function orderOf(store: Store, subject: JobSubject): Promise<WorkOrder | undefined> {
  const row = await requestOf(store, subject);
  if (row === undefined) return undefined;
  const photoPaths: WorkOrder['photoPaths'] = {};
  for (const { id, name } of await filesOf(store.db, subject)) {
    const view = VIEWS.find((one) => one === name);
    if (view !== undefined) photoPaths[view] = store.blobs.path(id);
  }
  return {
    type: row.type as ReconstructionType,
    provider: row.provider as ProviderNumber,
    measures: measuresFromText(row.given_measures) as Partial<Record<MeasureName, number>>,
    photoPaths,
  };
}

function requestOf({ db }: Store, subject: JobSubject) {
  const columns = ['type', 'provider', 'given_measures'] as const;
  return 'reconstructionId' in subject
    ? db.selectFrom('reconstructions').where('id', '=', subject.reconstructionId).select(columns).executeTakeFirst()
    : db.selectFrom('afters').where('id', '=', subject.afterId).select(columns).executeTakeFirst();
}
