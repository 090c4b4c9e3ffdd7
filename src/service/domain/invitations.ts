import { DEFAULT_PROVIDER } from '../../contract/providers.ts';
import { isReconstructionType, type ReconstructionType } from '../../contract/reconstruction.ts';
import { type Account, isEnabled } from './accounts.ts';
import type { NoteChange } from './audit-lines.ts';
import { bytesOf, keepPhotos, replacing } from './files.ts';
import type { NewGeneration, ProviderNumber } from './generation.ts';
import { lockPatient, markGenerated } from './patients.ts';
import { requireRoom } from './quotas.ts';
import { insertReconstruction, mayBeReplaced, newestOf, slotsOf } from './reconstructions.ts';
import type { Db, Store } from './store.ts';
import { newTokenText, tokenHash } from './tokens.ts';

export const INVITATION_DAYS = 7;

export interface OpenInvitation {
  id: number;
  patientId: number;
  ownerId: number;
  type: ReconstructionType;
  /** The provider that this patient last used for the type, else 4. */
  provider: ProviderNumber;
}

/** Makes a secret with which its bearer can send one set of photos for this patient. */
export async function createInvitation(
  store: Store,
  owner: Account,
  patientId: number,
  type: ReconstructionType,
  note?: NoteChange,
): Promise<string> {
  const secret = newTokenText().replace(/^rcn_/, '');
  const now = store.clock.now();
  const times = { created_at: now, expires_at: now + INVITATION_DAYS * 86_400_000 };
  await store.database.transact(async (db) => {
    await lockPatient(db, owner, patientId);
    await db
      .insertInto('invitations')
      .values({ patient_id: patientId, type, token_hash: tokenHash(secret), ...times })
      .execute();
    await note?.(db, { patient: patientId });
  });
  return secret;
}

/** Undefined if the invitation is unknown, used or expired, or its account disabled. */
export async function findInvitation({ db, clock }: Store, secret: string): Promise<OpenInvitation | undefined> {
  const row = await openInvitations(db, clock.now()).where('token_hash', '=', tokenHash(secret)).executeTakeFirst();
  if (row === undefined || !isReconstructionType(row.type)) return undefined;
  const newest = newestOf(await slotsOf(db, row.patientId, row.type));
  return { ...row, type: row.type, provider: (newest?.provider ?? DEFAULT_PROVIDER) as ProviderNumber };
}

/** Uses the invitation up and starts the generation, in one commit. */
export async function redeemInvitation(
  store: Store,
  { id, patientId, ownerId }: OpenInvitation,
  request: NewGeneration,
  note?: NoteChange,
): Promise<'done' | 'gone' | 'in_progress'> {
  const files = await keepPhotos(store, ownerId, request.photos);
  let refused: 'gone' | 'in_progress' = 'gone';
  const isDone = await replacing(store, files, async (db) => {
    const now = store.clock.now();
    // A transfer may have come in between; then nothing is found.
    await db.selectFrom('patients').select('id').where('id', '=', patientId).forUpdate().execute();
    const open = await openInvitations(db, now).where('invitations.id', '=', id).executeTakeFirst();
    if (open?.patientId !== patientId || open.ownerId !== ownerId) return undefined;
    refused = 'in_progress';
    if (!mayBeReplaced(await slotsOf(db, patientId, request.type))) return undefined;
    await requireRoom(db, ownerId, { bytes: bytesOf(files) });
    await db.updateTable('invitations').set({ used_at: now }).where('id', '=', id).execute();
    const { dropped } = await insertReconstruction(db, patientId, { ...request, files }, now);
    await markGenerated(db, ownerId, patientId, now);
    await note?.(db, { patient: patientId });
    return dropped;
  });
  return isDone ? 'done' : refused;
}

const openInvitations = (db: Db, now: number) =>
  db
    .selectFrom('invitations')
    .innerJoin('patients', 'patients.id', 'invitations.patient_id')
    .innerJoin('accounts', 'accounts.id', 'patients.owner_id')
    .where(isEnabled)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .select(['invitations.id', 'patients.id as patientId', 'invitations.type', 'patients.owner_id as ownerId']);
