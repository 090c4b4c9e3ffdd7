import { READY_STATUS } from '../../contract/reconstruction.ts';
import { isEnabled } from './accounts.ts';
import { filesOf } from './files.ts';
import { shownOf } from './generation.ts';
import type { Store } from './store.ts';

/** A reconstruction that this account has, for whoever sent its photos; undefined once it is replaced or gone. */
export async function findSentReconstruction(
  { db }: Store,
  ownerId: number,
  id: number,
): Promise<{ patientId: number; status: string; framesId: string | undefined } | undefined> {
  const row = await db
    .selectFrom('reconstructions')
    .innerJoin('patients', 'patients.id', 'reconstructions.patient_id')
    .innerJoin('accounts', 'accounts.id', 'patients.owner_id')
    .where(isEnabled)
    .where('reconstructions.id', '=', id)
    .where('patients.owner_id', '=', ownerId)
    .select(['patients.id as patientId', 'status', 'reason', 'is_incomplete'])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { status } = shownOf(row);
  const files = status === READY_STATUS ? await filesOf(db, { table: 'reconstructions', id }) : [];
  return { patientId: row.patientId, status, framesId: files.find(({ name }) => name === 'frames')?.id };
}
